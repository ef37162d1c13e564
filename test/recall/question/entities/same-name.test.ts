import { describe, expect, it } from "vitest";
import { isMisspelt, isShortForm } from "../../../../src/recall/question/entities/same-name.js";

describe("isShortForm()", () => {
  it.each([
    ["mel", "melanie"],
    ["alexander", "alex"],
    ["sam", "samuel"],
  ])("takes %j for %j", (one, other) => {
    expect(isShortForm(one, other)).toBe(true);
  });

  it.each([
    ["carl", "carlos"],
    ["paul", "paula"],
    ["an", "annette"],
    ["ana", "ana"],
    ["ben", "samuel"],
  ])("does not take %j for %j", (one, other) => {
    expect(isShortForm(one, other)).toBe(false);
  });
});

describe("isMisspelt()", () => {
  it.each([
    ["melany", "melanie"],
    ["jon", "john"],
    ["anna", "ana"],
    ["phillip", "filip"],
    ["sarah", "sara"],
    ["erika", "erica"],
    ["carolnie", "caroline"],
    ["robrt", "robert"],
    ["melenie", "melanie"],
  ])("takes %j for %j", (one, other) => {
    expect(isMisspelt(one, other)).toBe(true);
  });

  it.each([
    ["maria", "marta"],
    ["bob", "rob"],
    ["daniel", "daniela"],
    ["julia", "julie"],
    ["tom", "tim"],
  ])("does not take %j for %j", (one, other) => {
    expect(isMisspelt(one, other)).toBe(false);
  });
});
