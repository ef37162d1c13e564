"""Compares a found value with a labelled one by their words, as benchmarks/understanding/match.ts does."""
import re
import unicodedata

DROPPED = set(
    "a an the my our your his her their its of to at in on for and with some this that as is are was be i me".split()
)


def words_of(text):
    """The significant words of a text, each reduced to its stem."""
    folded = re.sub(r"['’]s\b", "", unicodedata.normalize("NFKD", text).lower())
    return {stem(word) for word in re.findall(r"[^\W_]+", folded) if word not in DROPPED}


def stem(word):
    if len(word) <= 4:
        return re.sub(r"s$", "", word)
    return re.sub(r"(?:ing|ed|es|s)$", "", re.sub(r"(?:ies|y)$", "i", word))


def same_value(made, labelled):
    """Whether the F1 of the words is at least 0.6, or one value has all words of the other and is not much longer."""
    one, other = words_of(made), words_of(labelled)
    if not one or not other:
        return False
    common = len(one & other)
    is_wider = common == len(other) and len(one) <= 2 * len(other) + 2
    is_narrower = common == len(one) and 3 * len(one) >= len(other)
    return 2 * common / (len(one) + len(other)) >= 0.6 or is_wider or is_narrower
