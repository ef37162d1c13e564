/**
 * Messages and questions whose evidence is known: the talk and the questions that this project
 * wrote (`training/extractor/talk`, `training/ranker/questions`), with made-up messages between
 * them where more are wanted.
 */
import {
  type CompiledConversation,
  compileQuestions,
  readDialogs,
  readQuestionFile,
} from "../../../training/ranker/questions/question-file.js";
import { MadeUpConversation, type Message } from "../../latency/conversation.js";
import { sessionsOf } from "../../recall-quality/sessions.js";

/** A message. Its place among all messages is its number. */
export interface Said {
  readonly speaker: string;
  readonly text: string;
  readonly at: string;
}

/** A question, and the numbers of the messages that answer it. */
export interface Evidenced {
  readonly text: string;
  readonly evidence: readonly number[];
}

/** What is stored, and what is asked. */
export interface Corpus {
  /** Messages in order, by the session in which they were said. */
  readonly sessions: readonly (readonly Said[])[];
  /** Messages to write one by one, which no question is about. */
  readonly alone: readonly Said[];
  readonly questions: readonly Evidenced[];
}

const files = ["assistant-life", "assistant", "friends-2", "friends-3", "friends-4", "notes", "work"];
/** Messages of a made-up session. */
const sessionLength = 20;

/**
 * Takes whole conversations while they fit, and spreads made-up sessions among theirs until there
 * are `records` messages. Questions are spread evenly over the conversations.
 */
export function corpusOf(
  records: number,
  { asked, alone }: { readonly asked: number; readonly alone: number },
): Corpus {
  const conversations = fitting(records);
  const filler = new MadeUpConversation(5);
  const madeUp = (count: number, first: number) =>
    Array.from({ length: count }, (_, at) => saidIn(filler.message(first + at)));
  const talk = conversations.flatMap(({ turns }) =>
    sessionsOf({ turns: [...turns] }).map((session) => session.turns),
  );
  const sessions: (readonly Said[])[] = [];
  const numberOf = new Map<string, number>();
  const missing = records - talk.reduce((sum, turns) => sum + turns.length, 0);
  let [count, made] = [0, 0];
  for (const [at, turns] of talk.entries()) {
    for (const [place, { id }] of turns.entries()) numberOf.set(id, count + place);
    const due = Math.floor((missing * (at + 1)) / talk.length) - made;
    const added = chunks(madeUp(due, made));
    sessions.push(
      turns.map(({ speaker, text, at: time }) => ({ speaker, text, at: time })),
      ...added,
    );
    made += due;
    count += turns.length + due;
  }
  const asking = conversations.flatMap(({ questions }) =>
    questions.filter(({ evidence }) => evidence.length > 0),
  );
  const step = Math.max(1, asking.length / asked);
  const questions = Array.from({ length: Math.min(asked, asking.length) }, (_, at) => {
    const { question, evidence } = asking[Math.floor(at * step)]!;
    return { text: question, evidence: evidence.map((id) => numberOf.get(id)!) };
  });
  return { sessions, alone: madeUp(alone, records), questions };
}

function fitting(records: number): CompiledConversation[] {
  const folder = new URL("../../../training/ranker/questions/", import.meta.url);
  const groups = files.flatMap((name) => readQuestionFile(new URL(`${name}.jsonl`, folder).pathname));
  let left = records;
  return compileQuestions(groups, readDialogs()).filter(({ turns }) => {
    if (turns.length > left) return false;
    left -= turns.length;
    return true;
  });
}

function saidIn({ name, content, at }: Message): Said {
  return { speaker: name, text: content, at };
}

function chunks(messages: readonly Said[]): Said[][] {
  const count = Math.ceil(messages.length / sessionLength);
  return Array.from({ length: count }, (_, at) =>
    messages.slice(at * sessionLength, (at + 1) * sessionLength),
  );
}
