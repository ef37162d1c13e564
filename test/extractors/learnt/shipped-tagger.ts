/**
 * The files of the bundled tagger, and passages read with the grammar's words as the extractor
 * reads them.
 */
import { readFileSync } from "node:fs";
import { readModel, type TaggerModel } from "../../../src/extractors/learnt/model-file.js";
import { Tagger, type Tags } from "../../../src/extractors/learnt/tagger.js";
import { Conversation } from "../../../src/extractors/rules/conversation/conversation.js";
import { loadDateReader } from "../../../src/extractors/rules/events/dates.js";
import { loadGrammar } from "../../../src/extractors/rules/grammar/grammar.js";
import { placedIn, readSentence, wordsIn } from "../../../src/extractors/rules/sentence.js";
import { sentences } from "../../../src/text/sentences.js";
import { WordPiece } from "../../../src/text/word-piece.js";

const assets = new URL("../../../assets/", import.meta.url);

export function shippedModel(): TaggerModel {
  return readModel(readFileSync(new URL("tagger.bin", assets)));
}

/** A new tagger with empty caches. */
export function freshTagger(): Tagger {
  return new Tagger(shippedModel(), new WordPiece(readFileSync(new URL("vocab.txt", assets))));
}

/** Reads a passage of a user. */
export type Read = (tagger: Tagger, text: string, previous?: string) => Tags;

export async function loadReader(): Promise<Read> {
  const reading = { grammar: await loadGrammar(), dates: await loadDateReader() };
  return (tagger, text, previous) => {
    const passage = {
      text,
      message: 0,
      speaker: null,
      role: "user",
      saidAt: "2026-05-01T00:00:00.000Z",
      prompt: null,
    } as const;
    const conversation = new Conversation();
    const read = sentences(text).map((sentence) => readSentence(sentence, passage, reading, conversation));
    return tagger.tag(text, {
      role: "user",
      previous: previous ?? null,
      words: wordsIn(placedIn(text, read)),
    });
  };
}
