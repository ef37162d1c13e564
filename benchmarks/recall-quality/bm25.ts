/** The baseline: SQLite FTS5's BM25 alone, by turn, Porter stemming, stop words dropped from the question. */
import Database from "better-sqlite3";
import { stopWords } from "../../src/internal/stop-words.js";
import { fold } from "../../src/internal/words.js";
import { type Conversation, turnText } from "./conversations.js";

/** Ranks the turns of one conversation for a question, best first. */
export type TurnRanking = (question: string, limit: number) => string[];

/** Indexes who speaks and what each turn says. */
export function bm25Ranking({ turns }: Conversation): TurnRanking {
  const db = new Database(":memory:");
  db.exec("CREATE VIRTUAL TABLE turn USING fts5(text, tokenize = 'porter unicode61')");
  const insert = db.prepare("INSERT INTO turn (rowid, text) VALUES (?, ?)");
  for (const [index, turn] of turns.entries()) insert.run(index + 1, `${turn.speaker}: ${turnText(turn)}`);
  const select = db
    .prepare<[string, number], number>("SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY rank LIMIT ?")
    .pluck();
  return (question, limit) => {
    const words = wordsOf(question);
    if (words.length === 0) return [];
    return select
      .all(words.map((word) => `"${word}"`).join(" OR "), limit)
      .map((rowid) => turns[rowid - 1]!.id);
  };
}

function wordsOf(question: string): string[] {
  const words = fold(question).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !stopWords.has(word));
}
