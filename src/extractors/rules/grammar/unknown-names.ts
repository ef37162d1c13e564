/**
 * Names that the tagger does not know, at the start of a sentence, where every word has a capital.
 */

import { isOrdinaryWord } from "../../../text/ordinary-words.js";
import type { Word } from "./grammar.js";

/**
 * What one speaks of in general and in the singular; as the first word it looks like a name. Data.
 */
const massNouns = new Set(
  "yoga pilates meditation pizza coffee tea wine beer water chocolate sugar caffeine alcohol music art math maths science history nature exercise sleep stress money love hope faith trust honesty kindness patience respect humor humour laughter freedom peace truth death life fear anger joy pain grief luck karma rain snow winter summer sunshine traffic fashion tennis football soccer golf chess cricket hockey karate judo poetry prose fiction jazz rock rap dance theatre cinema television software hardware code data python java docker linux bitcoin research advice feedback progress success failure practice teamwork therapy medicine cancer asthma diabetes depression".split(
    " ",
  ),
);

/**
 * A word that opens a sentence is a name where it is no word otherwise known, and not made like an
 * abstract noun.
 */
export function looksLikeName({ text: written, lower, tags }: Word): boolean {
  return (
    tags.has("Noun") &&
    [...tags].every((tag) => tag === "Noun" || tag === "Singular") &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(written) &&
    !isOrdinaryWord(lower) &&
    !massNouns.has(lower) &&
    !/(?:tion|sion|ness|ment|ity|ship|ance|ence|ism|phy|logy|hood|dom|ware|day|ture|age|work|ball)$/.test(
      lower,
    )
  );
}
