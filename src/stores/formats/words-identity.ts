/**
 * Identifies the tokenizer that made a store's index words. Removing a passage from a contentless
 * index requires the words that it was added with. So a store whose words came from another version
 * of `text/words` is indexed again when it is opened: otherwise an erasure could miss some words.
 */
import { createHash } from "node:crypto";
import { stopWords } from "../../text/stop-words.js";
import { indexWords } from "../../text/words.js";

/** Contains an example of everything that the tokenizer treats specially. */
const probe =
  "Ana's cafés weren't relational; Straße ＷＩＤＥ x² 1,234.5 東京タワー 서울에서 กรุงเทพ Москва́ живёт работала больших लड़कियों रहता naïveté l'été 'quoted' a_b-c e-mail@home.org ㎬ 𝗝ohn ℝunning " +
  `\u05D0${"\u0301\u0316".repeat(20)}`;

/** Returns the SHA-256, in base64url, of the stop words and of the index words of the probe. */
export function wordsIdentity(): string {
  const said = JSON.stringify([[...stopWords], indexWords(probe)]);
  return createHash("sha256").update(said).digest("base64url");
}
