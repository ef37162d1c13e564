/** Reports how often estimates are right, and how often `found` is wrong. Pure. */

/** One question, whether the conversation contains its answer, and the result. */
export interface Asked {
  readonly conversation: string;
  /** A question about this conversation, one about another one, or a request about neither. */
  readonly kind: "own" | "foreign" | "unrelated";
  readonly isAnswerable: boolean;
  readonly confidence: "none" | "weak" | "found";
  /** Estimated probability that there is an answer; 0 if nothing was returned. */
  readonly estimate: number;
  /**
   * Whether a typed fact states what the question names: then it is found, whatever the estimate.
   */
  readonly isStated: boolean;
  /** Tokens of the question and the answer together. */
  readonly tokens: number;
}

/** Lower bounds of the bins of estimates. */
const bins = [0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95] as const;
/** Maximum share of unanswerable questions that may be called found. */
const mostWrong = 0.05;
const thresholds = Array.from({ length: 51 }, (_, at) => 0.49 + at / 100);

/** The figures of the benchmark. */
export interface Report {
  readonly estimates: readonly {
    readonly from: number;
    readonly questions: number;
    readonly with_answer: number;
  }[];
  /** Shares of the questions, as the library classifies them. */
  readonly called: Readonly<Record<"answerable" | "unanswerable" | "foreign" | "unrelated", Called>>;
  /** Shares with a threshold that was chosen without the conversation. */
  readonly held_out: {
    readonly answerable: number;
    readonly unanswerable: number;
    readonly thresholds: readonly [number, number];
  };
}

interface Called {
  readonly questions: number;
  readonly found: number;
  readonly weak: number;
  readonly none: number;
  /** Mean. */
  readonly tokens: number;
}

/** Computes the figures of the benchmark. */
export function report(asked: readonly Asked[]): Report {
  const own = asked.filter(({ kind }) => kind === "own");
  const aboutOne = asked.filter(({ kind }) => kind !== "unrelated");
  return {
    estimates: bins.map((from, at) => {
      const within = aboutOne.filter(({ estimate }) => estimate >= from && estimate < (bins[at + 1] ?? 2));
      return {
        from,
        questions: within.length,
        with_answer: share(within, ({ isAnswerable }) => isAnswerable),
      };
    }),
    called: {
      answerable: called(own.filter(({ isAnswerable }) => isAnswerable)),
      unanswerable: called(own.filter(({ isAnswerable }) => !isAnswerable)),
      foreign: called(asked.filter(({ kind }) => kind === "foreign")),
      unrelated: called(asked.filter(({ kind }) => kind === "unrelated")),
    },
    held_out: heldOut(own),
  };
}

function called(asked: readonly Asked[]): Called {
  const of = (confidence: Asked["confidence"]) => share(asked, (one) => one.confidence === confidence);
  const tokens = asked.reduce((sum, one) => sum + one.tokens, 0) / (asked.length || 1);
  return { questions: asked.length, found: of("found"), weak: of("weak"), none: of("none"), tokens };
}

function heldOut(asked: readonly Asked[]): Report["held_out"] {
  const conversations = [...new Set(asked.map(({ conversation }) => conversation))];
  const chosen = conversations.map((left) => thresholdFor(asked.filter((one) => one.conversation !== left)));
  const isFound = (one: Asked) => isAbove(one, chosen[conversations.indexOf(one.conversation)]!);
  return {
    answerable: share(
      asked.filter(({ isAnswerable }) => isAnswerable),
      isFound,
    ),
    unanswerable: share(
      asked.filter(({ isAnswerable }) => !isAnswerable),
      isFound,
    ),
    thresholds: [Math.min(...chosen), Math.max(...chosen)],
  };
}

function thresholdFor(asked: readonly Asked[]): number {
  const unanswerable = asked.filter(({ isAnswerable }) => !isAnswerable);
  return thresholds.find((least) => share(unanswerable, (one) => isAbove(one, least)) <= mostWrong) ?? 1;
}

function isAbove({ confidence, isStated, estimate }: Asked, least: number): boolean {
  return confidence !== "none" && (isStated || estimate >= least);
}

function share(asked: readonly Asked[], test: (one: Asked) => boolean): number {
  return asked.length === 0 ? 0 : asked.filter(test).length / asked.length;
}

/** Renders the report as Markdown. */
export function table({ estimates, called: by, held_out: withheld }: Report): string {
  const percent = (value: number) => (100 * value).toFixed(1);
  const rows = [
    ["estimated from", ...estimates.map(({ from }) => `${from}`)],
    ["---", ...estimates.map(() => "---:")],
    ["questions", ...estimates.map(({ questions }) => `${questions}`)],
    ["with an answer, %", ...estimates.map((one) => percent(one.with_answer))],
  ];
  const calls = Object.entries(by).map(
    ([name, one]) =>
      `${name}: ${one.questions} questions, found ${percent(one.found)}, weak ${percent(one.weak)}, none ${percent(one.none)} %, ${one.tokens.toFixed(0)} tokens`,
  );
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  const [least, most] = withheld.thresholds;
  const fold = `threshold chosen without the conversation (${least.toFixed(2)} to ${most.toFixed(2)}): found ${percent(withheld.answerable)} % of the answerable, ${percent(withheld.unanswerable)} % of the unanswerable`;
  return `${[...lines, "", ...calls, fold].join("\n")}\n`;
}
