"""Batches: examples of about the same length, as tensors."""
import random
from dataclasses import dataclass

import numpy as np
import torch

from features import ABOUTS, CHANGES, KINDS, MAX_PIECES, reduced
from model.losses import NO_LABEL
from model.network import DIMENSIONS


@dataclass
class TextBatch:
    """A batch of the pretraining."""

    pieces: torch.Tensor  # [batch, tokens, MAX_PIECES]
    piece_mask: torch.Tensor  # the same shape
    rows: torch.Tensor  # [batch, tokens, 5]
    mask: torch.Tensor  # [batch, tokens]
    targets: torch.Tensor  # [batch, tokens]: class of the first piece, 0 for none


@dataclass
class Facts:
    """Labelled facts of a batch, one in each row; first and last count the context's tokens too."""

    row: torch.Tensor
    first: torch.Tensor
    last: torch.Tensor
    property: torch.Tensor
    change: torch.Tensor
    minor: torch.Tensor
    about: torch.Tensor
    pointers: torch.Tensor  # [facts, POINTERS]: tokens, NO_LABEL where there is none


@dataclass
class Batch:
    """A batch of the tagger's training."""

    vectors: torch.Tensor  # [batch, tokens, dimensions]
    rows: torch.Tensor  # [batch, tokens, 5]
    mask: torch.Tensor  # [batch, tokens]: 1 for tokens, 0 for padding
    own: torch.Tensor  # [batch, tokens]: 1 for tokens of the passage, 0 for its context
    marks: torch.Tensor  # [kinds, batch, tokens]: 0 outside, 1 begins, 2 goes on
    keep: torch.Tensor  # [batch]: 1, 0, or NO_LABEL
    facts: Facts  # None where the batch has none


def batches_of(items, size, pool):
    """Shuffles items in place and splits them into batches in random order; each group of `pool` batches is sorted by length."""
    random.shuffle(items)
    batches = []
    for start in range(0, len(items), size * pool):
        alike = sorted(items[start : start + size * pool], key=lambda item: len(item.rows))
        batches += [alike[at : at + size] for at in range(0, len(alike), size)]
    random.shuffle(batches)
    return batches


def text_batch(passages, targets):
    """targets: the class of each piece that is predicted."""
    shape = (len(passages), max(len(p.rows) for p in passages))
    pieces, piece_mask = np.zeros((*shape, MAX_PIECES), np.int64), np.zeros((*shape, MAX_PIECES), np.float32)
    rows, mask, goals = np.zeros((*shape, 5), np.int64), np.zeros(shape, np.float32), np.zeros(shape, np.int64)
    for at, passage in enumerate(passages):
        rows[at, : len(passage.rows)], mask[at, : len(passage.rows)] = reduced(passage.rows), 1
        for token, numbers in enumerate(passage.pieces):
            pieces[at, token, : len(numbers)], piece_mask[at, token, : len(numbers)] = numbers, 1
            goals[at, token] = targets.get(numbers[0], 0) if numbers else 0
    return TextBatch(*map(torch.from_numpy, (pieces, piece_mask, rows, mask, goals)))


def batch_of(examples, properties):
    shape = (len(examples), max(len(e.rows) for e in examples))
    vectors, rows = np.zeros((*shape, DIMENSIONS), np.float32), np.zeros((*shape, 5), np.int64)
    mask, own = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    marks = np.full((len(KINDS), *shape), NO_LABEL, np.int64)
    for at, example in enumerate(examples):
        passage = slice(example.context, len(example.rows))
        vectors[at, : passage.stop], rows[at, : passage.stop] = example.vectors, reduced(example.rows)
        mask[at, : passage.stop], own[at, passage] = 1, 1
        marks[:, at, passage] = marks_of(example)
    keep = np.array([NO_LABEL if example.keep is None else example.keep for example in examples], np.float32)
    return Batch(*map(torch.from_numpy, (vectors, rows, mask, own, marks, keep)), facts_of(examples, properties))


def marks_of(example):
    """
    -> int64 [kinds, tokens of the passage]

    Where spans of a kind overlap, one is marked: must facts before minor ones, then the shorter.
    """
    marks = np.zeros((len(KINDS), len(example.spans)), np.int64)
    for fact in sorted(example.facts, key=lambda fact: (fact.minor, fact.value[1] - fact.value[0])):
        mark(marks[KINDS.index("value")], fact.value)
        mark(marks[KINDS.index("former")], fact.former)
    for rule in example.rules:
        mark(marks[KINDS.index("rule")], rule["span"])
        mark(marks[KINDS.index("trigger")], rule["trigger"])
    return marks


def mark(marks, span):
    if span is None or marks[span[0] : span[1] + 1].any():
        return
    marks[span[0]] = 1
    marks[span[0] + 1 : span[1] + 1] = 2


def facts_of(examples, properties):
    columns = [
        (row, *value_of(fact, example), *classes_of(fact, properties), *pointers_of(fact, example))
        for row, example in enumerate(examples)
        for fact in example.facts
    ]
    if not columns:
        return None
    table = torch.tensor(columns, dtype=torch.long)
    return Facts(*table[:, :7].unbind(1), table[:, 7:])


def value_of(fact, example):
    """First and last token of the value."""
    return fact.value[0] + example.context, fact.value[1] + example.context


def classes_of(fact, properties):
    """Classes of property, change, minor and about."""
    return properties.number(fact.property), CHANGES.index(fact.change), int(fact.minor), ABOUTS.index(fact.about)


def pointers_of(fact, example):
    """First and last token of the subject and of the property's noun."""
    tokens = (*(fact.subject or (None, None)), *(fact.noun or (None, None)))
    return [NO_LABEL if token is None else token + example.context for token in tokens]
