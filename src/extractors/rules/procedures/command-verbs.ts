/** Verbs of commands. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Verbs that begin a command. */
export const commandVerbs =
  words(`add address adjust alert answer apply approve archive ask assign attach avoid back backup begin block book break build call cancel capitalise capitalize change
charge check choose cite clean clear click close comment commit compare confirm contact convert copy correct create cut deactivate default define delete deploy describe disable display divide document double
download draft drop email enable encrypt end ensure enter escalate estimate exclude explain export file fill filter find finish fix flag focus follow format forward generate get give go greet group handle hold
highlight ignore include inform insert install invite keep label launch leave limit list load lock log lower mail maintain make mark measure mention merge mix mock move mute name notify offer open order
organise organize page pass paste pause pay phone pick pin ping place plan point post prefer prefix prepare present press prioritise prioritize print promote propose provide publish pull push put quote raise read
rebase rebuild recommend record redo reduce refer refund reject release reload remember remind remove rename repeat replace reply report request reset resize respond restart restore retry return revert review rewrite roll
rotate round run save say schedule scroll search select send separate set share ship show shut sign skip sort speak specify spell split start state stick stop store structure submit suggest
summarise summarize switch sync tag take talk tell test text throw track translate treat trim try turn type undo unplug update upgrade upload use validate verify wait wash warn water wrap write`);

/**
 * Commands that state a general rule if their object is not a specific thing: "use metric
 * units", "keep answers short".
 */
export const generalVerbs = words(
  "address always answer avoid capitalise capitalize cite default ensure exclude format highlight ignore include keep limit mention prefer prefix prioritise prioritize quote reply respond round speak spell stick structure translate treat use",
);

/**
 * Verbs of everyday instructions. Alone they are too common in conversation to count as a command.
 * Together with "never" or "every day" they count.
 */
const everydayVerbs = words(
  "assume bake breathe bring brush carry cook crush dedupe dial dip divide dose drain drink drive eat empty feed fetch fill hang halt hire kneel knock leave let lift lock mix open park peel pack pour pull refuse ride ring rinse rotate salt shake shout soak spray stamp stay stir stretch sweep swap thaw torque trust turn unlock walk wear weigh whistle wipe work zip",
);

/**
 * Whether a verb counts as a command if another word makes the command lasting: "never", "every
 * day", "until Friday".
 */
export function isImperativeVerb(verb: string): boolean {
  return commandVerbs.has(verb) || everydayVerbs.has(verb);
}

/** Words that may precede the verb of a command. */
export const commandLead =
  /^(?:(?:please|always|never|only|just|kindly|also|first|then|do|do not|don't|make sure to|be sure to|remember to|don't forget to|try to|you should|you must)\s+)*/i;

/** Whether a text begins with the verb of a command. */
export function isCommand(text: string): boolean {
  const words =
    text
      .replace(commandLead, "")
      .toLowerCase()
      .match(/[\p{L}']+/gu) ?? [];
  return (
    words[0] !== undefined &&
    commandVerbs.has(words[0]) &&
    !/^(?:is|are|was|were|of|and|will|has|had|can|have)$/.test(words[1] ?? "")
  );
}
