import { describe, expect, it } from "vitest";
import type { Ranked } from "../../../src/recall/ranking/rank.js";
import { restOfShortSources } from "../../../src/recall/selection/short-sources.js";
import type { Criteria, ReadRequest, Snapshot, StoredPassage } from "../../../src/stores/store.js";
import { layoutOf, passage } from "../pool.js";

const entry = ["Calendar: Boat inspection.", "Bring the papers.", "10:00 to 11:30."].map((text, at) =>
  passage(1 + at, text, { sourceId: "entry" }),
);
const talk = Array.from({ length: 80 }, (_, at) =>
  passage(4 + at, "We talked about the boat.", { sourceId: "talk" }),
);
const passages = [...entry, ...talk];

function ranked(one: StoredPassage): Ranked {
  return { passage: one, probability: 0.5, touches: true, signals: () => ({}) };
}

/** Finds some passages, and returns the rest that is read, with the numbers of all requests. */
async function restOf(
  found: readonly StoredPassage[],
  over: { readonly isAbout?: (one: StoredPassage) => boolean; readonly scope?: Partial<Criteria> } = {},
) {
  const requests: ReadRequest[] = [];
  const answer = (one: ReadRequest) => {
    requests.push(one);
    if (one.of === "layout") return layoutOf(passages);
    return one.of === "passages" ? passages.filter(({ id }) => one.numbers.includes(id)) : [];
  };
  const store = { read: async (all: readonly ReadRequest[]) => all.map(answer) };
  const rest = await restOfShortSources(
    { relevant: found.map(ranked), all: found.map(ranked), isAbout: over.isAbout ?? (() => true) },
    { now: "2026-06-10T12:00:00.000Z", ...over.scope },
    store as unknown as Pick<Snapshot, "read">,
  );
  return { rest: rest.map((one) => one.passage.id), requests };
}

describe("restOfShortSources()", () => {
  it("reads the passages of a short source that were not found, each once", async () => {
    expect((await restOf([entry[1]!])).rest).toEqual([1, 3]);
    expect((await restOf([entry[0]!, entry[2]!])).rest).toEqual([2]);
  });

  it("reads no passage of a conversation, nor of a source that was found whole", async () => {
    const { rest, requests } = await restOf([talk[3]!, ...entry]);
    expect(rest).toEqual([]);
    expect(requests.map((one) => one.of)).toEqual(["layout"]);
  });

  it("leaves out what is about others than the question asks about", async () => {
    expect((await restOf([entry[1]!], { isAbout: ({ id }) => id !== 3 })).rest).toEqual([1]);
  });

  it("reads nothing if nothing was found, or if only files are asked for", async () => {
    expect((await restOf([])).requests).toEqual([]);
    expect((await restOf([entry[1]!], { scope: { types: ["file"] } })).requests).toEqual([]);
  });
});
