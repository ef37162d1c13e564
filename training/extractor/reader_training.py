"""Trains the span reader on the tagger's candidates and on the labelled values that the tagger missed."""
import random
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from batches import classes_of
from model.clues import clues_of
from model.losses import NO_LABEL, labelled_cross_entropy
from model.network import DIMENSIONS, SpanReader

EPOCHS = 14
BATCH = 128
RATE = 3e-3
# The least overlap (Dice) of a candidate with a labelled value to count as that value.
LEAST_OVERLAP = 0.5
# The weight of a candidate that overlaps a labelled value by less: it is neither right nor quite
# wrong.
UNCLEAR_WEIGHT = 0.5


@dataclass
class ValueRow:
    """A value as input of the span reader, with its labels."""

    example: object
    first: int
    last: int
    clues: list
    around: np.ndarray  # [3 * dimensions]
    states: np.ndarray  # [3 * dimensions]
    fact: object  # the labelled fact, or None
    accept_weight: float  # in the loss of whether it is a fact; 0 for a value that the tagger did not find

    def classes(self, properties):
        """Classes of property, change and about."""
        if self.fact is None:
            return NO_LABEL, NO_LABEL, NO_LABEL
        property_, change, _, about = classes_of(self.fact, properties)
        return property_, change, about


@dataclass
class ReaderBatch:
    clues: torch.Tensor  # [clues of all values]
    offsets: torch.Tensor  # [values]: where each value's clues begin
    around: torch.Tensor  # [values, 3 * dimensions]
    states: torch.Tensor  # [values, 3 * dimensions]


def train_reader(passages, properties, report):
    """passages: TaggedPassages -> a SpanReader that is ready to be used"""
    rows = [row for passage in passages for row in (*candidate_rows(passage), *missed_rows(passage))]
    reader = SpanReader(len(properties.names))
    optimizer = torch.optim.AdamW(reader.parameters(), lr=RATE, weight_decay=0.01)
    reader.train()
    for epoch in range(EPOCHS):
        optimizer.param_groups[0]["lr"] = RATE * (1 - epoch / EPOCHS)
        random.shuffle(rows)
        losses = [learn(reader, rows[at : at + BATCH], properties, optimizer) for at in range(0, len(rows), BATCH)]
        report(f"reader, epoch {epoch + 1} of {EPOCHS}: loss {np.mean(losses):.3f}")
    return reader.eval()


def is_read(example):
    """Whether a passage is used: text of an assistant states no fact, except where it is labelled."""
    return example.role != "assistant" or len(example.facts) > 0


def candidate_rows(passage):
    """Rows for the tagger's candidates. None for text of an assistant without labels."""
    return [row_of_candidate(passage, found) for found in passage.candidates] if is_read(passage.example) else []


def row_of_candidate(passage, found):
    overlaps = [(overlap((found.first, found.last), fact.value), fact) for fact in passage.example.facts]
    most, fact = max(overlaps, key=lambda pair: pair[0], default=(0, None))
    is_fact = most >= LEAST_OVERLAP
    weight = UNCLEAR_WEIGHT if 0 < most < LEAST_OVERLAP else 1.0
    return value_row(passage, (found.first, found.last), fact if is_fact else None, weight)


def missed_rows(passage):
    """Rows for labelled values that are no candidates: they train classes, not whether a value is a fact."""
    if not is_read(passage.example):
        return []
    found = {(row.first, row.last) for row in candidate_rows(passage) if row.fact is not None}
    missed = [fact for fact in passage.example.facts if tuple(fact.value) not in found]
    return [value_row(passage, fact.value, fact, 0.0) for fact in missed]


def overlap(one, other):
    """Dice coefficient of two token spans."""
    common = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return 2 * max(0, common) / (one[1] - one[0] + other[1] - other[0] + 2)


def value_row(passage, span, fact, weight):
    example, (first, last) = passage.example, span
    clues, around = clues_of(example, first, last), around_of(example, first, last)
    return ValueRow(example, first, last, clues, around, passage.states_of(first, last), fact, weight)


def around_of(example, first, last):
    """Means of the vectors of the value, of the four tokens before it and of the three after it, concatenated."""
    vectors = example.vectors[example.context :]
    parts = (vectors[first : last + 1], vectors[max(0, first - 4) : first], vectors[last + 1 : last + 4])
    return np.concatenate([part.mean(0) if len(part) else np.zeros(DIMENSIONS, np.float32) for part in parts])


def reader_batch(rows):
    ends = np.cumsum([0] + [len(row.clues) for row in rows])
    clues = torch.tensor([clue for row in rows for clue in row.clues])
    stack = lambda name: torch.from_numpy(np.stack([getattr(row, name) for row in rows]))
    return ReaderBatch(clues, torch.from_numpy(ends[:-1]), stack("around"), stack("states"))


def learn(reader, rows, properties, optimizer):
    """One step. Returns the loss before it."""
    loss = loss_of(reader, rows, properties)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def loss_of(reader, rows, properties):
    found, about, change, accept = reader(reader_batch(rows))
    wanted, changes, abouts = torch.tensor([row.classes(properties) for row in rows]).unbind(1)
    is_fact = torch.tensor([float(row.fact is not None) for row in rows])
    weights = torch.tensor([row.accept_weight for row in rows])
    accepts = (F.binary_cross_entropy_with_logits(accept, is_fact, reduction="none") * weights).mean()
    others = labelled_cross_entropy(about, abouts) + labelled_cross_entropy(change, changes)
    return labelled_cross_entropy(found, wanted) + 0.5 * others + accepts
