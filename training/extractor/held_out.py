"""The table of a training: the results on held-out dialogs."""
import torch

from model.losses import NO_LABEL
from match import same_value
from reader_training import candidate_rows, reader_batch

BATCH = 512
CERTAINTIES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
KEEPS = (0.003, 0.01, 0.05, 0.1, 0.2, 0.5)


def print_table(passages, reader, properties):
    """passages: TaggedPassages of the held-out dialogs."""
    rows = [row for passage in passages for row in candidate_rows(passage)]
    readings = read(reader, rows)
    spans = [(p.example, c.first, c.last, c.certainty) for p in passages for c in p.candidates]
    accepted = [(row.example, row.first, row.last, float(p)) for row, p in zip(rows, readings[3].sigmoid())]
    print_certainties("values by the tagger's certainty", spans, passages)
    print_certainties("values by the span reader's certainty", accepted, passages)
    print_classes(rows, readings, properties)
    print_keep(passages)


@torch.no_grad()
def read(reader, rows):
    """Logits of the span reader for all rows."""
    outputs = [reader(reader_batch(rows[at : at + BATCH])) for at in range(0, len(rows), BATCH)]
    return [torch.cat(part) for part in zip(*outputs)]


def print_certainties(title, found, passages):
    """found: (example, first, last, certainty) of each value."""
    must = sum(not fact.minor for passage in passages for fact in passage.example.facts)
    matched = [(certainty, matches(example, first, last)) for example, first, last, certainty in found]
    print(f"{title} | recall of must facts | precision")
    for least in CERTAINTIES:
        chosen = [facts for certainty, facts in matched if certainty >= least]
        recalled = {id(fact) for facts in chosen for fact in facts if not fact.minor}
        print(f"  {least:.1f} | {percent(len(recalled), must)} | {percent(sum(map(bool, chosen)), len(chosen))}")


def matches(example, first, last):
    """Labelled facts of the passage with this value."""
    value = example.words(first, last)
    return [fact for fact in example.facts if same_value(value, fact.words)]


def print_classes(rows, readings, properties):
    """Prints how often the likeliest class is right, for candidates that are labelled values."""
    labels = torch.tensor([row.classes(properties) for row in rows])
    labelled = labels[:, 0] != NO_LABEL
    wanted, changes, abouts = labels[labelled].unbind(1)
    found, about, change = (part[labelled].argmax(-1) for part in readings[:3])
    print(f"labelled values among the candidates: {len(wanted)}")
    print(f"  property right: {share(found == wanted)}")
    print(f"  property right where it has a class of its own: {share((found == wanted)[wanted > 0])}")
    print(f"  about right: {share(about == abouts)}")
    right = ((change == changes) & (changes > 0)).sum()
    print(f"  changes: {right} right of {(change > 0).sum()} found and {(changes > 0).sum()} labelled")


def print_keep(passages):
    """Prints how many passages are skipped and kept, by the probability that they are worth keeping."""
    worthless = [passage.keep for passage in passages if not passage.example.keep]
    worth = [passage.keep for passage in passages if passage.example.keep]
    print("passages by keep | not worth keeping: skipped | worth keeping: kept")
    for least in KEEPS:
        skipped = sum(keep < least for keep in worthless)
        kept = sum(keep >= least for keep in worth)
        print(f"  {least} | {percent(skipped, len(worthless))} | {percent(kept, len(worth))}")


def percent(part, whole):
    return f"{100 * part / max(1, whole):.1f} %"


def share(flags):
    return percent(int(flags.sum()), len(flags))
