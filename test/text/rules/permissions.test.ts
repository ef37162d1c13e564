import { describe, expect, it } from "vitest";
import { permitsFromNowOn } from "../../../src/text/rules/permissions.js";

describe("permitsFromNowOn()", () => {
  it.each([
    "You may give me two steps now",
    "you can write normally again",
    "You can explain first these days",
  ])("accepts %j", (clause) => expect(permitsFromNowOn(clause)).toBe(true));

  it.each([
    "You can give me the file now",
    "You can go now",
    "You may talk now",
    "I can write normally again",
  ])("refuses %j", (clause) => expect(permitsFromNowOn(clause)).toBe(false));
});
