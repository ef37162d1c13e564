"""The properties that are learnt by name: those with enough labels. All others share one class."""
from collections import Counter

from features import OTHER_PROPERTY

LEAST_LABELS = 8


class Properties:
    """names[0] is the class of all others; number(name) is the index of a name, 0 for one that is not learnt."""

    def __init__(self, names):
        self.names = list(names)
        self.numbers = {name: number for number, name in enumerate(self.names)}

    @classmethod
    def of(cls, examples):
        counts = Counter(fact.property for example in examples for fact in example.facts)
        return cls([OTHER_PROPERTY] + [name for name, count in counts.most_common() if count >= LEAST_LABELS])

    def number(self, name):
        return self.numbers.get(name, 0)
