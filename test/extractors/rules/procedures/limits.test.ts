/** Rules about a kind of thing beyond a limit. */
import { describe, expect, it } from "vitest";
import { limitedKind } from "../../../../src/extractors/rules/procedures/limits.js";

describe("limitedKind()", () => {
  it.each([
    ["Invoices above 500 euros need two signatures", "Invoices above 500 euros"],
    ["All orders over £1,000 require approval from the director", "orders over £1,000"],
    ["Emails older than 90 days must be archived", "Emails older than 90 days"],
    ["Parcels over 20 kg go to the back door", "Parcels over 20 kg"],
    ["Children under six need a helmet on the ponies", "Children under six"],
  ])("%s", (text, kind) => expect(limitedKind(text)).toBe(kind));

  it.each([
    "Plants need water",
    "My kids under 12 need new shoes",
    "Babies under six months need a lot of sleep",
    "Games over two hours usually need a break",
    "Do invoices above 500 euros need two signatures?",
    "Temperatures above 30 degrees need care",
  ])("finds no rule in %s", (text) => expect(limitedKind(text)).toBeNull());
});
