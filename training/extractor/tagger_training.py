"""Trains the tagger on labelled passages."""
import math

import torch
import torch.nn.functional as F

from batches import batch_of, batches_of
from model.losses import labelled_binary_cross_entropy, labelled_cross_entropy
from model.network import Tagger

EPOCHS = 9
BATCH, POOL = 64, 16
RATE = 3e-3
# The pretrained tables of words, endings and shapes change more slowly than the rest.
TABLE_RATE = RATE / 4
MARK_WEIGHTS = (1, 0.7, 0.5, 0.3)


def train_tagger(examples, properties, encoder, report):
    """encoder: state of the pretrained Encoder -> a Tagger that is ready to be used"""
    tagger = Tagger(len(properties.names))
    tagger.encoder.load_state_dict(encoder)
    examples = list(examples)
    optimizer, schedule = optimizer_of(tagger, EPOCHS * math.ceil(len(examples) / BATCH))
    tagger.train()
    for epoch in range(EPOCHS):
        batches = batches_of(examples, BATCH, POOL)
        total = sum(learn(tagger, batch_of(batch, properties), optimizer, schedule) for batch in batches)
        report(f"tagger, epoch {epoch + 1} of {EPOCHS}: loss {total / len(batches):.3f}")
    return tagger.eval()


def optimizer_of(tagger, steps):
    slow = [parameter for name, parameter in tagger.named_parameters() if is_pretrained_table(name)]
    fast = [parameter for name, parameter in tagger.named_parameters() if not is_pretrained_table(name)]
    groups = [{"params": slow, "lr": TABLE_RATE}, {"params": fast, "lr": RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.02)
    rates = [TABLE_RATE, RATE]
    return optimizer, torch.optim.lr_scheduler.OneCycleLR(optimizer, rates, total_steps=steps + 1, pct_start=0.1)


def is_pretrained_table(name):
    return name.startswith(("encoder.words", "encoder.endings", "encoder.shapes"))


def learn(tagger, batch, optimizer, schedule):
    """One step. Returns the loss before it."""
    loss = loss_of(tagger, batch)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(tagger.parameters(), 1.0)
    optimizer.step()
    schedule.step()
    return loss.item()


def loss_of(tagger, batch):
    states = tagger.states(batch)
    logits = tagger.mark_logits(states)
    marks = sum(
        weight * labelled_cross_entropy(logits[:, :, kind], batch.marks[kind])
        for kind, weight in enumerate(MARK_WEIGHTS)
    )
    keep = labelled_binary_cross_entropy(tagger.keep_logits(states, batch.own), batch.keep)
    facts = 0 if batch.facts is None else fact_loss(tagger, states, batch)
    return marks + 0.3 * keep + facts


def fact_loss(tagger, states, batch):
    facts = batch.facts
    spans = tagger.spans(states, facts.row, facts.first, facts.last)
    classes = (
        F.cross_entropy(tagger.properties(spans), facts.property)
        + F.cross_entropy(tagger.changes(spans), facts.change)
        + F.cross_entropy(tagger.abouts(spans), facts.about)
        + F.binary_cross_entropy_with_logits(tagger.minor(spans).squeeze(-1), facts.minor.float())
    )
    pointers = tagger.pointer_logits(spans, states, facts.row, batch.own)
    pointed = zip(pointers.unbind(1), facts.pointers.unbind(1))
    return 0.3 * classes + 0.15 * sum(labelled_cross_entropy(scores, tokens) for scores, tokens in pointed)
