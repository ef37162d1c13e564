/** What an assistant recites: mostly the world, seldom the user. */

/** Pages of advice say "you" of anybody; a plain short reply says it of the user. */
const maxReplyChars = 300;

export function mayTellOfTheUser(text: string): boolean {
  return (
    text.length <= maxReplyChars &&
    /\byou(?:r|['’]re)?\b/i.test(text) &&
    !/[*#`|]|\b(?:ensure|if you|make sure|for example|let's|can help)\b/i.test(text)
  );
}
