import { describe, expect, it } from "vitest";
import { quotedPart, stillTrue } from "../../../src/recall/prose/still-true.js";
import { passage, record } from "../pool.js";

const over = (value: string | null, by: string | null = "later") =>
  record({ id: "over", type: "semantic", value, superseded_by: by });

describe("stillTrue()", () => {
  const text =
    "The hall seats 80 people. We rehearse there on Mondays after supper. The rent is 40 euros, and 40 euros only.";

  it("is the whole text where nothing was replaced", () => {
    expect(stillTrue(passage(1, text))).toBe(text);
  });

  it("omits every sentence with the former value", () => {
    expect(stillTrue(passage(1, text, { superseded: [over("40 EUROS")] }))).toBe(
      "The hall seats 80 people. We rehearse there on Mondays after supper. […]",
    );
  });

  it("omits a clause with the former value and quotes the others as they were said", () => {
    const said =
      "I study old harbours and I draw maps of them, I pay 40 euros, and can you check my sources?";
    expect(stillTrue(passage(1, said, { superseded: [over("40 euros")] }))).toBe(
      "I study old harbours and I draw maps of them, […]?",
    );
    const asked = "I pay 40 euros, I study old harbours and I draw maps of them!";
    expect(stillTrue(passage(1, asked, { superseded: [over("40 euros")] }))).toBe(
      "[…], I study old harbours and I draw maps of them!",
    );
  });

  it("is nothing where little is left, or where the former value is not in the text", () => {
    const short = "I live in Graz. Nice town.";
    expect(stillTrue(passage(1, short, { superseded: [over("Graz")] }))).toBeUndefined();
    expect(stillTrue(passage(1, text, { superseded: [over("forty")] }))).toBeUndefined();
    expect(stillTrue(passage(1, text, { superseded: [over(null)] }))).toBeUndefined();
  });

  it("is the whole text where the passage itself says what replaced it", () => {
    const changed = passage(1, "Coverage went from 65 % to 82 %.", {
      records: [record({ id: "new", type: "semantic", value: "82 %" })],
      superseded: [over("65 %", "new")],
    });
    expect(stillTrue(changed)).toBe(changed.text);
  });
});

describe("quotedPart()", () => {
  const said =
    "I improved my quiz score from 70 % to 90 % after twelve exercises on medians, altitudes and angle bisectors.";

  it("quotes a sentence that says more than a former value, and names the value", () => {
    const scored = passage(1, said, { superseded: [over("90 %")] });
    expect(quotedPart(scored)).toEqual({ text: said, former: ["90 %"], isEarlier: false });
    expect(stillTrue(scored)).toBeUndefined();
  });

  it("omits a sentence that says little else", () => {
    const text = "The hall seats 80 people. We rehearse there on Mondays after supper. The rent is 40 euros.";
    expect(quotedPart(passage(1, text, { superseded: [over("40 euros")] }))).toEqual({
      text: "The hall seats 80 people. We rehearse there on Mondays after supper. […]",
      former: [],
      isEarlier: false,
    });
    expect(quotedPart(passage(1, "I live in Graz. Nice town.", { superseded: [over("Graz")] }))).toBe(
      undefined,
    );
  });

  it("quotes a long passage as earlier if it is unknown which part was replaced", () => {
    const long = `${said} My teacher marked them on Sunday.`;
    const unknown = passage(1, long, { superseded: [over(null)] });
    expect(quotedPart(unknown)).toEqual({ text: long, former: [], isEarlier: true });
    expect(quotedPart(passage(1, "I live in Graz.", { superseded: [over(null)] }))).toBeUndefined();
  });

  it("keeps the lines of a text of which nothing is omitted", () => {
    const text = `${said}\n\nIs that good?`;
    expect(quotedPart(passage(1, text, { superseded: [over("90 %")] }))?.text).toBe(text);
  });
});
