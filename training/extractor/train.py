"""
Trains the tagger, then the span reader, on labelled talk and judged messages, and prints the table of the dialogs that
were kept out:

    python3 training/extractor/train.py --features TALK.jsonl --judged JUDGED.jsonl --pretrained words.pt --out tagger.pt [--fold N]

No judged message is kept out. One dialog in eight is kept out: those whose names' character codes sum to the fold's number modulo 8.
"""
import argparse
import random

import torch

from candidates import tag
from features import add_vectors, read_examples
from held_out import print_table
from properties import Properties
from reader_training import train_reader
from tagger_training import train_tagger

FOLDS = 8


def main():
    options = read_options()
    torch.set_num_threads(1)
    pretrained = torch.load(options.pretrained)
    examples = read_examples(options.features)
    add_vectors(examples, pretrained["pieces"].numpy())
    properties = Properties.of(examples)
    taught = [example for example in examples if fold_of(example.dialog) != options.fold]
    held_out = [example for example in examples if fold_of(example.dialog) == options.fold]
    report(f"{len(taught)} passages to learn from, {len(held_out)} kept out, {len(properties.names)} properties")
    seed(options.seed)
    tagger = train_tagger(taught, properties, pretrained["encoder"], report)
    seed(options.seed)
    reader = train_reader(tag(tagger, taught, properties), properties, report)
    trained = {"properties": properties.names, "tagger": tagger.state_dict(), "reader": reader.state_dict()}
    torch.save(trained, options.out)
    print_table(tag(tagger, held_out, properties), reader, properties)


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--features", required=True)
    parser.add_argument("--pretrained", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--fold", type=int, choices=range(FOLDS), default=0)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def fold_of(dialog):
    return sum(map(ord, dialog)) % FOLDS


def seed(number):
    torch.manual_seed(number)
    random.seed(number)


def report(line):
    print(line, flush=True)


if __name__ == "__main__":
    main()
