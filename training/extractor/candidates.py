"""Candidates: the spans that the tagger marks as values, split as in src/extractors/learnt/tagger.ts."""
from dataclasses import dataclass

import numpy as np
import torch

from batches import batch_of
from features import KINDS

# A little below the tagger's own threshold, so that the span reader also learns from spans that are
# nearly marked.
LOWEST_PROBABILITY = 0.15
STEADINESS = 0.5
BATCH = 64


@dataclass
class Candidate:
    """Tokens first to last of the passage, with the tagger's probability and states [3 * dimensions]."""

    first: int
    last: int
    certainty: float
    states: np.ndarray


@dataclass
class TaggedPassage:
    """The result of the tagger for an example."""

    example: object
    keep: float
    candidates: list
    states: np.ndarray  # [tokens of the passage, dimensions]

    def states_of(self, first, last):
        """States of the first and the last token and the mean, concatenated."""
        return np.concatenate([self.states[first], self.states[last], self.states[first : last + 1].mean(0)])


@torch.no_grad()
def tag(tagger, examples, properties):
    """-> a TaggedPassage for each example, in order"""
    starts = range(0, len(examples), BATCH)
    return [found for start in starts for found in tag_batch(tagger, examples[start : start + BATCH], properties)]


def tag_batch(tagger, examples, properties):
    batch = batch_of(examples, properties)
    states = tagger.states(batch)
    marks = tagger.mark_logits(states)[:, :, KINDS.index("value")].softmax(-1).numpy()
    keep = tagger.keep_logits(states, batch.own).sigmoid().tolist()
    for row, example in enumerate(examples):
        own = slice(example.context, len(example.rows))
        tagged = TaggedPassage(example, keep[row], [], states[row, own].numpy().copy())
        tagged.candidates = [
            Candidate(first, last, certainty, tagged.states_of(first, last))
            for first, last, certainty in runs_of(marks[row, own])
        ]
        yield tagged


def runs_of(marks):
    """Consecutive tokens that are part of a value. marks [tokens, 3] -> (first, last, certainty) for each"""
    inside, token = 1 - marks[:, 0], 0
    while token < len(marks):
        if inside[token] < LOWEST_PROBABILITY:
            token += 1
            continue
        last = end_of_run(marks, inside, token)
        yield token, last, float(inside[token : last + 1].max())
        token = last + 1


def end_of_run(marks, inside, first):
    last = first
    while last + 1 < len(marks) and marks[last + 1, 1] < marks[last + 1, 2]:
        if inside[last + 1] < max(LOWEST_PROBABILITY, STEADINESS * inside[first : last + 1].max()):
            break
        last += 1
    return last
