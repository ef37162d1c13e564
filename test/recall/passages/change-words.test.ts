import { describe, expect, it } from "vitest";
import { saysChange } from "../../../src/recall/passages/change-words.js";

describe("saysChange()", () => {
  it.each([
    "From April I work full time.",
    "I live in Porto now.",
    "I have a new boss.",
    "Our new classes begin at nine.",
    "New address: 5 Mill Lane.",
    "New hours, from the 3rd of May on.",
    "Starting Monday the canteen closes at two.",
    "Den Golf habe ich verkauft.",
    "Marc se ha mudado a Gijón.",
    "Il n'est plus facteur.",
    "Agora trabalho de noite.",
    "Ci siamo trasferiti a Parma.",
    "We zijn verhuisd.",
    "Мы переехали в Тверь.",
    "先週引っ越しました。",
  ])("%s", (text) => expect(saysChange(text)).toBe(true));

  it.each([
    "The desk is staffed from Monday to Friday.",
    "From May to July the pass is open.",
    "The photo is from Monday's walk.",
    "I met some new people.",
    "Learning something new is fun.",
    "What's new?",
    "Not much is new other than the screenplay.",
    "Show me the list now!",
    "We need to book this now.",
    "Are you kidding me right now?",
    "Now let's go on with the next chapter.",
    "Ich wohne in Bremen.",
    "Vivo en Gijón.",
  ])("no change: %s", (text) => expect(saysChange(text)).toBe(false));
});
