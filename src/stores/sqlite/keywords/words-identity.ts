/**
 * Which tokenizer made a store's index words. A word can be taken out of a contentless index only by saying it again, so a store whose words another
 * version of `text/words` made is indexed anew when it is opened, before anything could be forgotten only in part.
 */
import { createHash } from "node:crypto";
import { stopWords } from "../../../text/stop-words.js";
import { indexWords } from "../../../text/words.js";

/** Says something of each kind that the tokenizer treats in a way of its own. */
const probe =
  "Ana's cafés weren't relational; Straße ＷＩＤＥ x² 1,234.5 東京タワー 서울에서 กรุงเทพ Москва́ живёт работала больших लड़कियों रहता naïveté l'été 'quoted' a_b-c e-mail@home.org " +
  `\u05D0${"\u0301\u0316".repeat(20)}`;

/** SHA-256, base64url, of the stop words and of what the tokenizer makes of the probe. */
export function wordsIdentity(): string {
  const said = JSON.stringify([[...stopWords], indexWords(probe)]);
  return createHash("sha256").update(said).digest("base64url");
}
