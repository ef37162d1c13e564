/** What the labels of a dialog say is over, and how endings are counted. */
import { expect, test } from "vitest";
import { changesIn } from "../../benchmarks/changes/expected.js";
import { emptyTally, tallyDialog } from "../../benchmarks/changes/tally.js";
import type { LabelledFact, LabelledMessage } from "../../training/extractor/examples/talk-message.js";

const fact = (property: string, value: string, rest: Partial<LabelledFact> = {}): LabelledFact => ({
  entity: "Ana",
  property,
  value,
  subject: null,
  predicate: null,
  change: "none",
  former: null,
  ...rest,
});
const message = (n: number, ...facts: LabelledFact[]): LabelledMessage => ({
  dialog: "d",
  n,
  speaker: "Ana",
  role: "user",
  at: "2026-01-01T00:00:00Z",
  text: facts.map(({ value }) => value).join(" "),
  keep: true,
  facts,
  events: [],
  rules: [],
});
const dialog = [
  message(1, fact("home", "Graz"), fact("vet", "Dr Kern")),
  message(2, fact("home", "Porto", { change: "replaces" })),
  message(3, fact("gym", "Kletterwerk", { change: "ends" })),
];

test("changesIn() finds the earlier value of the property, and none that was not stated", () => {
  const over = changesIn(dialog).map((changes) =>
    changes.map((change) => change.over.map((one) => one.fact.value)),
  );
  expect(over).toEqual([[], [["Graz"]], [[]]]);
});

test("tallyDialog() counts an ending that no label confirms", () => {
  const tally = emptyTally();
  const written = [
    [
      { id: "a", value: "Graz", ended: [] },
      { id: "b", value: "Dr Kern", ended: [] },
    ],
    [{ id: "c", value: "Porto", ended: ["a", "b"] }],
    [],
  ];
  tallyDialog(tally, dialog, written);
  expect(tally).toMatchObject({ changes: 2, repeated: 1, stored: 1, ended: 1, endings: 2, confirmed: 1 });
});
