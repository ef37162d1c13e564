"""Reads the files of main.ts: passages as numbers, and their labels as token positions."""
import json
from dataclasses import dataclass

import numpy as np

# Values of a label, in the order of src/extractors/learnt/network.ts and span-reader.ts.
KINDS = ("value", "rule", "trigger", "former")
CHANGES = ("none", "replaces", "ends", "corrects", "adds")
ABOUTS = ("speaker", "named", "implied")

# Rows of the tables, as in src/extractors/learnt/features.ts.
WORDS, ENDINGS, SHAPES, PLACES, PARTS = 4096, 2048, 256, 4, 44
MAX_PIECES = 4

# Names of properties that the labels use for the same thing: the model learns the name to the
# right.
SAME_PROPERTY = {
    "plan": "goal",
    "flatmate": "roommate",
    "studies": "field of study",
    "cost": "price",
    "progress": "status",
    "role": "occupation",
    "workplace": "employer",
    "grandchild": "relative",
    "bought": "owns",
}
OTHER_PROPERTY = "<other>"


@dataclass
class Fact:
    """A labelled fact. Spans are (first, last) tokens of the passage, both included, or None."""

    value: tuple
    words: str
    property: str
    about: str
    subject: tuple
    noun: tuple
    change: str
    former: tuple
    minor: bool


@dataclass
class Passage:
    """Features of the context's tokens and then of the passage's: n in all."""

    passage: int
    context: int
    pieces: list
    rows: np.ndarray  # int64 [n, 5]: word (32 bits), ending, shape, place, part of speech


@dataclass
class Example(Passage):
    """A passage with its labels."""

    dialog: str
    role: str
    text: str
    spans: list
    keep: bool  # None where nobody has said it
    facts: list
    rules: list
    vectors: np.ndarray = None  # float32 [n, dimensions]: means of the pieces' rows, once the table is known

    def words(self, first, last):
        """The text of these tokens. Offsets count UTF-16 units, as they do in JavaScript."""
        start, end = self.spans[first][0], self.spans[last][1]
        return self.text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def read_passages(path):
    """Passages of a file that main.ts wrote, with or without labels."""
    return [Passage(d["passage"], d["context"], d["pieces"], rows_of(d)) for d in read_lines(path)]


def read_examples(path):
    """Labelled passages of a file that main.ts wrote."""
    return [example_of(line) for line in read_lines(path)]


def example_of(line):
    facts = [Fact(**{**fact, "property": canonical(fact["property"])}) for fact in line["facts"]]
    return Example(**{**line, "rows": rows_of(line), "facts": facts})


def rows_of(line):
    return np.array(line["rows"], np.int64).reshape(-1, 5)


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def canonical(name):
    return SAME_PROPERTY.get(name, name)


def add_vectors(examples, table):
    """Sets each example's vectors from a table of pieces, float32 [vocabulary, dimensions]."""
    nothing = np.zeros(table.shape[1], np.float32)
    for example in examples:
        example.vectors = np.stack([table[p].mean(0) if p else nothing for p in example.pieces])


def reduced(rows):
    """Rows with the word's hash reduced to a row of its table."""
    rows = rows.copy()
    rows[:, 0] %= WORDS
    return rows
