/**
 * Texts that a sender wrote to many readers: notifications, newsletters, reminders of a firm. Pure;
 * English only. What they ask of their reader ("Always bring photo ID", "Never skip leg day") is no
 * rule of the person in whose memory they are.
 */

/** "Text message from Brightpeak Energy:", "Notification (Stridely):", "[Stridely] …". */
const kindOfMessage =
  /^\s*(?:\p{L}+[ -]){0,2}(?:notifications?|messages?|sms|texts?|e-?mails?|mail|newsletter|alert|reminder|announcement)\s+(?:from\b[^:\n]{2,60}|\([^)\n]{2,40}\)|[-–—]\s[^:\n]{2,40}):/iu;
/** "Okoro Dental: Welcome!": a name of several words before what its bearer says. */
const senderName = /^\s*[[【]?(?:\p{Lu}[\p{L}&'’.-]*\s+){1,4}\p{Lu}[\p{L}&'’.-]*[\]】]?:\s+\p{Lu}/u;
/** A sender speaks of itself as "we", and to the reader. */
const ofSender = /\b(?:we|our|us)\b/iu;
const toReader = /\b(?:you|your|please)\b/iu;
/** Somebody who speaks of themself wrote the text, or quotes the sender within it. */
const ofOneself = /\b(?:i|me|my|mine|myself)\b|\bi['’]/iu;

/**
 * Whether a message was written by a sender to its many readers.
 *
 * @param text The whole message: its beginning names the sender.
 */
export function isSentToMany(text: string): boolean {
  if (ofOneself.test(text)) return false;
  if (kindOfMessage.test(text)) return true;
  return senderName.test(text) && ofSender.test(text) && toReader.test(text);
}
