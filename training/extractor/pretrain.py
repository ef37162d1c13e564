"""
Pretraining: learns the table of word pieces and the convolution from text without labels, by guessing hidden words.

    python3 training/extractor/pretrain.py --features TEXTS.jsonl --features TALK.jsonl --out words.pt

--steps N ends it early; --epochs, --seed and --table have the values of the shipped file as defaults.
"""
import argparse
import random
from collections import Counter

import torch
import torch.nn.functional as F

from batches import batches_of, text_batch
from features import Passage, read_passages
from model.network import MaskedWords
from model.starting_rows import starting_rows

GUESSED_PIECES = 8000
HIDDEN_SHARE = 0.18
SHORTEST = 4
BATCH, POOL = 64, 32
HIGHEST_RATE = 2.5e-3
REPORT_EVERY = 100


def main():
    options = read_options()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    random.seed(options.seed)
    passages = read_texts(options.features)
    targets = guessed_pieces(passages)
    network = MaskedWords(starting_rows(options.table), GUESSED_PIECES)
    steps = options.steps or int(options.epochs * len(passages) / BATCH)
    pretrain(network, passages, targets, steps)
    torch.save({"pieces": network.pieces.weight.detach(), "encoder": network.encoder.state_dict()}, options.out)


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--features", action="append", required=True)
    parser.add_argument("--table", default="assets/model.bin")
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=float, default=6)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def read_texts(paths):
    """Passages that are long enough, in their files' order."""
    passages = [without_repetition(passage) for path in paths for passage in read_passages(path)]
    return [passage for passage in passages if len(passage.rows) >= SHORTEST]


def without_repetition(passage):
    """A later passage of a message without its context, which is the end of the passage before."""
    skipped = passage.context if passage.passage > 0 else 0
    return Passage(passage.passage, passage.context - skipped, passage.pieces[skipped:], passage.rows[skipped:])


def guessed_pieces(passages):
    """Classes, from 1, of the pieces that most often begin words."""
    counts = Counter(pieces[0] for passage in passages for pieces in passage.pieces if pieces)
    return {piece: at + 1 for at, (piece, _) in enumerate(counts.most_common(GUESSED_PIECES - 1))}


def pretrain(network, passages, targets, steps):
    optimizer = torch.optim.Adam(network.parameters(), lr=HIGHEST_RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, HIGHEST_RATE, total_steps=steps + 1, pct_start=0.05)
    recent = 0
    for step, batch in zip(range(1, steps + 1), endless_batches(passages)):
        loss = loss_of(network, text_batch(batch, targets))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        recent += loss.item() / REPORT_EVERY
        if step % REPORT_EVERY == 0:
            print(f"step {step} of {steps}: loss {recent:.3f}", flush=True)
            recent = 0


def endless_batches(passages):
    while True:
        yield from batches_of(passages, BATCH, POOL)


def loss_of(network, batch):
    hidden = (torch.rand(batch.mask.shape) < HIDDEN_SHARE) & (batch.mask > 0)
    return F.cross_entropy(network(batch, hidden), batch.targets[hidden & (batch.targets > 0)])


if __name__ == "__main__":
    main()
