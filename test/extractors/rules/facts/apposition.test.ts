/** Relations that are stated beside a name. */
import { describe, expect, test } from "vitest";
import { factsIn } from "../../drafts.js";

describe("apposed()", () => {
  test.each([
    ["Mrs Okafor, my landlady, raised the rent.", "Ana: landlady = Mrs Okafor"],
    ["My landlady, Mrs Okafor, raised the rent.", "Ana: landlady = Mrs Okafor"],
    ["I met Wenke, our notary, on Monday.", "Ana: notary = Wenke"],
    ["I called Tom, my brother.", "Ana: brother = Tom"],
    ["Ines (my cousin) came along.", "Ana: cousin = Ines"],
    ["I read Dune, my favourite book, on Monday.", "Ana: favourite book = Dune"],
  ])("reads %s", async (said, fact) => {
    expect(await factsIn(said)).toContain(fact);
  });

  test.each([
    "Honestly, my bad.",
    "Thanks, Tom, my man.",
    "Tom, my idea is great.",
    "On Monday, my day off, I slept.",
    "That is not Tom, my brother.",
  ])("takes nobody from %s", async (said) => {
    expect((await factsIn(said)).filter((fact) => /: (?:bad|man|idea|day off|brother) =/.test(fact))).toEqual(
      [],
    );
  });
});
