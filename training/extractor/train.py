"""
Trains the tagger, then the span reader, on labelled talk, and prints the table of the dialogs that were kept out:

    python3 training/extractor/train.py --features TALK.jsonl --pretrained words.pt --out tagger.pt [--fold N]
        [--judged JUDGED.jsonl] [--tagger TRAINED.pt]

With --judged, the span reader also learns from these messages, all of them. With --tagger, only the span reader is
trained, for the tagger of that file. One dialog in eight is kept out: those whose names' character codes sum to the
fold's number modulo 8.
"""
import argparse
import random

import torch

from candidates import tag
from features import add_vectors, read_examples
from held_out import print_table
from model.network import Tagger
from properties import Properties
from reader_training import train_reader
from tagger_training import train_tagger

FOLDS = 8


def main():
    options = read_options()
    torch.set_num_threads(1)
    pretrained = torch.load(options.pretrained)
    examples, judged = read_examples(options.features), read_judged(options.judged)
    add_vectors([*examples, *judged], pretrained["pieces"].numpy())
    former = None if options.tagger is None else torch.load(options.tagger)
    properties = Properties.of(examples) if former is None else Properties(former["properties"])
    taught = [example for example in examples if fold_of(example.dialog) != options.fold]
    held_out = [example for example in examples if fold_of(example.dialog) == options.fold]
    report(f"{len(taught)} passages to learn from, {len(held_out)} kept out, {len(properties.names)} properties")
    seed(options.seed)
    if former is None:
        tagger = train_tagger(taught, properties, pretrained["encoder"], report)
    else:
        tagger = tagger_of(former)
    seed(options.seed)
    reader = train_reader(tag(tagger, taught + judged, properties), properties, report)
    trained = {"properties": properties.names, "tagger": tagger.state_dict(), "reader": reader.state_dict()}
    torch.save(trained, options.out)
    print_table(tag(tagger, held_out, properties), reader, properties)


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--features", required=True)
    parser.add_argument("--judged")
    parser.add_argument("--tagger")
    parser.add_argument("--pretrained", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--fold", type=int, choices=range(FOLDS), default=0)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def tagger_of(trained):
    """The tagger of a file that train.py or unpack.py wrote."""
    tagger = Tagger(len(trained["properties"]))
    tagger.load_state_dict(trained["tagger"])
    return tagger.eval()


def read_judged(path):
    return [] if path is None else read_examples(path)


def fold_of(dialog):
    return sum(map(ord, dialog)) % FOLDS


def seed(number):
    torch.manual_seed(number)
    random.seed(number)


def report(line):
    print(line, flush=True)


if __name__ == "__main__":
    main()
