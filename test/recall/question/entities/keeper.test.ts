import { describe, expect, it } from "vitest";
import { keepersAmong } from "../../../../src/recall/question/entities/keeper.js";
import type { Speaker } from "../../../../src/stores/store.js";

const said = (name: string | null, role: Speaker["role"] = "user"): Speaker => ({ speaker: name, role });
const keepers = (...passages: readonly (readonly [number, Speaker])[]) => [
  ...keepersAmong(
    passages.map(([source]) => source),
    passages.map(([, speaker]) => speaker),
  ),
];
const chat = (source: number, ...names: readonly string[]) =>
  names.map((name) => [source, said(name)] as const);

describe("keepersAmong()", () => {
  it("returns the person who takes part in every chat", () => {
    expect(keepers(...chat(1, "Noor", "Ben"), ...chat(2, "Cem", "Noor"), [3, said(null)])).toEqual(["noor"]);
  });

  it("returns nobody where two people only talk to each other", () => {
    expect(keepers(...chat(1, "Noor", "Ben"), ...chat(2, "Ben", "Noor"))).toEqual([]);
  });

  it("returns nobody where some chats are among others", () => {
    expect(keepers(...chat(1, "Noor", "Ben"), ...chat(2, "Noor", "Cem"), ...chat(3, "Ben", "Cem"))).toEqual(
      [],
    );
  });

  it("does not conclude from one chat, from messages of one person, or from an assistant's name", () => {
    expect(keepers(...chat(1, "Noor", "Ben"), ...chat(2, "Noor"))).toEqual([]);
    expect(
      keepers(...chat(1, "Noor"), [1, said("Helper", "assistant")], ...chat(2, "Noor"), [
        2,
        said("Other", "assistant"),
      ]),
    ).toEqual([]);
  });

  it("takes passages whose source is not known for no chat", () => {
    expect(keepers(...chat(0, "Noor", "Ben"), ...chat(1, "Cem", "Noor"))).toEqual([]);
  });
});
