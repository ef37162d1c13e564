/** Which capitalised words are ordinary English words that only open a sentence, and not names. */
import { stopWords } from "./stop-words.js";

/** Words that often open an English sentence, in addition to the stop words. */
const openers = new Set(
  `whenever wherever whatever whoever although absolutely actually additionally afterwards again agreed ah alright also although always amazing another anyone anything anyway apparently around ask awesome aww bad basically
beautiful because besides best big both breathtaking bring build buy call can certainly check choose clearly combine come compare congrats congratulations consider cool create cute
currently dear definitely depending describe despite did don't done each eat either else email enjoy ensure especially even eventually every everyone everything exactly excellent except excited exciting
exploring fantastic feel feeling finally find first follow following format four fun funny furthermore generally get getting give glad go going good got great guess guys had happy hard have
having hear help here hey hmm hold hopefully how however i'm identify implement important in include including incredible indeed install instead interesting is it's just keep knowing last lately later learn learning let
let's like likewise literally living long look looking looks lots love loved loving luckily make making many maybe me mind moreover most mostly move much music my myself naturally near never new next nice nobody none nope nothing
now obviously often oh okay old once one only open otherwise overall people perfect perhaps personally please plus pretty probably provide put quick quite rather read reading ready really recently regarding
remember review right rock run sadly same saw say see seeing seems send set several share should show similarly simply since so some somebody someone something sometimes soon sorry sounds specifically
start starting still stop such super support sure surely swamped take taking tell test thank thanks that's then there there's these they things think this though thought three thus today together tomorrow tonight too totally tried true truly try trying
turn twice two ugh unfortunately unless until update use using usually very wait walking want was watch well went were what what's when where which while whoa why will wish with without wonderful woohoo wow write yay yeah yep yes
yesterday yet you'll you're yup yum spending working playing painting writing cooking running hiking swimming family friends friend kids children dogs cats life time work school home day week year morning night weekend lunch dinner breakfast coffee food step note key example code data user users file files table error errors`.split(
    /\s+/,
  ),
);

/**
 * Whether a lower-case word often opens a sentence, or is a stop word, so that it may look like a
 * name of one word.
 */
export function isListedWord(lower: string): boolean {
  return openers.has(lower) || stopWords.has(lower.replace(/['’]/g, ""));
}

/** Whether a lower-case word is an ordinary English word. */
export function isOrdinaryWord(lower: string): boolean {
  const plain = lower.replace(/['’]/g, "");
  return isListedWord(lower) || (/(?:ing|ly|ed)$/.test(plain) && plain.length > 4);
}
