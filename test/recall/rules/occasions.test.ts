import { describe, expect, it } from "vitest";
import type { LaidDownRule } from "../../../src/contract/record.js";
import { limitFit, onlySetsTask } from "../../../src/recall/rules/occasions.js";

describe("limitFit()", () => {
  it.each([
    ["an order is over 5,000 euros", "Buy the milling machine for 12,000.", 1],
    ["it's below zero", "The forecast says minus four.", 1],
    ["blood pressure is above 160", "It says 175 over 95.", 1],
    ["patients under twelve", "Find a time for a girl of seven.", 1],
    ["an order is over 5,000 euros", "Buy a stapler for 18.50.", -1],
    ["groups over ten", "We are four.", -1],
    ["groups over ten", "We are coming on Sunday.", 0],
    ["a guest arrives late", "Room 4 is here.", 0],
  ])("of %j and %j is %j", (condition, request, fit) => expect(limitFit(condition, request)).toBe(fit));
});

describe("onlySetsTask()", () => {
  const rule = (text: string, trigger: string): LaidDownRule => ({
    record_id: "",
    text,
    trigger,
    standing: false,
    said_by: null,
    said_at: "2026-01-01T00:00:00.000Z",
  });
  const alarm = rule("If the alarm goes off, close valve B.", "the alarm goes off");

  it("is true for a task, where something must happen first", () => {
    expect(onlySetsTask(alarm, "Please write a poem about autumn.")).toBe(true);
  });

  it.each([
    [alarm, "The siren is howling."],
    [alarm, "Can you tell me what to do?"],
    [rule("When I write code, use tabs.", "I write code"), "Write a function."],
    [rule("For emails, sign with my full name.", "emails"), "Write to Ana."],
  ])("is false for %j and %j", (one, request) => expect(onlySetsTask(one, request)).toBe(false));
});
