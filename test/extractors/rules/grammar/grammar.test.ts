import nlp from "compromise/two";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadGrammar } from "../../../../src/extractors/rules/grammar/grammar.js";
import { isLeadingAbbreviation } from "../../../../src/text/sentences.js";

const grammar = await loadGrammar();

/** compromise's own result for a sentence: each word with its tags. */
function ofCompromise(sentence: string): unknown {
  const { document } = nlp
    .tokenize(sentence)
    .compute(["lexicon", "preTagger", "contractionTwo"]) as unknown as {
    document: { pre: string; post: string; normal: string; implicit?: string; tags: Set<string> }[][];
  };
  const terms = document.flat();
  return terms.map(({ pre, post, normal, implicit, tags }, index) => ({
    lower: (implicit || normal).toLowerCase(),
    tags: [...tags],
    before: pre.trim(),
    after: index < terms.length - 1 && isNoBreak(normal, post) ? "" : post.trim(),
  }));
}

/** The hyphen of "sci-fi" is no break, nor is the full stop of "Mr." before a name. */
function isNoBreak(normal: string, post: string): boolean {
  return post === "-" || (post.trim() === "." && isLeadingAbbreviation(normal.replace(/\.$/, "")));
}

function ofGrammar(sentence: string): unknown {
  return grammar(sentence).map(({ lower, tags, before, after }) => ({
    lower,
    tags: [...tags],
    before,
    after,
  }));
}

/**
 * Plain words, contractions, abbreviations, dashes, slashes, numbers, punctuation, links and other
 * scripts.
 */
const parts =
  `I the a Lisbon Ana moved works May hello, world. ok: Tom; wow?! hi!! plz bein gonna dunno cannot NASA we're don't there's Ana's dogs' lookin' 'twas how'd ain't
l'amour e.g. U.S.A. a.m. Mr. F.B.I. y. etc. - — / & ... ! ? ( ) (hi) "quoted" and/or sci-fi re-do 5-9pm 4km 12 1,000 $5 '97 #tag @me _ <3 a.b@c.de http://x.io café Björk's 它 😀`.split(
    /\s+/,
  );

/** The one difference to compromise: "Jean-Luc" is one word. */
const nameWithHyphen = /\p{Lu}[^\s-]*-(?!I\b)\p{Lu}/u;

describe("loadGrammar()", () => {
  it("cuts and tags as compromise itself does", () => {
    const sentence = fc
      .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(" ", " ", " ", " ", "  ", "\n", "")), {
        maxLength: 9,
      })
      .map((written) => written.flat().join(""))
      .filter((text) => !nameWithHyphen.test(text));
    fc.assert(
      fc.property(sentence, (text) => {
        expect(ofGrammar(text)).toEqual(ofCompromise(text));
      }),
      { numRuns: 500, examples: [["I-"], ["NASA-I "]] },
    );
  });

  it("tags the entries of compromise's lexicon as compromise does, those of several words too", () => {
    const { lexicon } = (nlp.model() as unknown as { one: { lexicon: object } }).one;
    const entries = Object.keys(lexicon).filter((entry, at) => at % 20 === 0 || / .* /.test(entry));
    for (const entry of entries) {
      const text = `We ${entry} the rest`;
      expect(ofGrammar(text)).toEqual(ofCompromise(text));
    }
    expect(entries.filter((entry) => entry.includes(" ")).length).toBeGreaterThan(200);
  });

  it("joins the parts of a name with a hyphen, and no pronoun to a name", () => {
    expect(grammar("Jean-Luc met Ana-I was late").map(({ lower }) => lower)).toEqual([
      "jean-luc",
      "met",
      "ana",
      "i",
      "was",
      "late",
    ]);
  });

  it("returns the offsets of each word", () => {
    const text = "Ana’s sister, who moved to St. Gallen, doesn't like sci-fi.";
    for (const { text: word, start, end } of grammar(text))
      expect(text.replaceAll("’", "'").slice(start, end)).toBe(word);
  });
});
