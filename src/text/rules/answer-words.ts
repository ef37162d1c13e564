/**
 * Words for parts of answers and for manners of answering; parts of patterns in lower case. Data for
 * `answer-manner.ts` and `standing-manners.ts`; English.
 */

/** Parts and features that only answers have. */
export const strongParts =
  "answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|suggestions|recommendations|emojis?|emoticons?|smile?ys?|bullet (?:points?|lists?)|bullets?|lists|tables|headings|headlines|markdown|bold(?: text)?|italics|jargon|slang|technical terms|buzzwords|clich[ée]s|disclaimers?|caveats|warnings|apologies|apologi[sz]ing|exclamation (?:marks?|points?)|question marks|capital letters|capitals|all caps|abbreviations|acronyms|paragraphs|spelling|grammar|tone|units|decimals?|decimal (?:point|comma|separator)|thousands separators?|footnotes|citations|hashtags|small talk|filler(?: words)?|fluff|pleasantries|compliments|flattery|praise|puns|formatting|preambles?|introductions|intros|sign-offs?|greetings|metaphors|anglicisms|swear words|swearing|follow-up questions|step-by-step|walls of text|spoilers|ascii art|code blocks|politics";
/** Parts that other things have too. */
export const weakParts =
  "words?|sentences?|sources?|references|examples?|links?|numbers|dates|times|prices|amounts|currenc(?:y|ies)|quotes|jokes|questions?|language|english|german|french|spanish|names?|initials|surname|last name|first name|nickname|pronouns|titles?|code|comments|details?|messages|emails|letters|texts|length|style|format|advice|opinions?|options|ideas|facts|background|context|conclusions?|points?|steps|terms|temperatures|distances|measurements|sizes|weights";
/** All parts of answers. */
export const answerParts = `(?:${strongParts}|${weakParts})`;

/** Manners of somebody who answers. */
export const adjectives =
  "blunt|brief|concise|direct|honest|frank|formal|informal|casual|polite|friendly|serious|strict|specific|precise|critical|short|terse|short and \\p{L}+|to the point|straight(?:forward)?|succinct|clear|gentle|patient|sarcastic|funny|playful|professional|thorough|detailed|verbose|chatty|wordy|dramatic|optimistic|realistic|sceptical|skeptical|consistent";
