"""Rows for the words in and around a value: the same hashes as src/extractors/learnt/span-reader.ts, to the bit."""

CLUE_ROWS = 16384
VERBS = {9, 11, 12, 13, 14, 15, 16, 17}
PRONOUN = 1
STOPS = {".", "!", "?", ";"}
MASK = 0xFFFFFFFF


def clues_of(example, first, last):
    """Row numbers for the value from token first to last; each is a hash of a position and the word there."""
    rows = example.rows[example.context :].tolist()
    clues = [*inside(rows, first, last), *before(rows, first), *after(rows, last)]
    clues += [mixed(52, word) for word in last_before(example, rows, first, 12, VERBS.__contains__)]
    clues += [mixed(53, word) for word in last_before(example, rows, first, 14, PRONOUN.__eq__)]
    clues.append(mixed(54, rows[0][3]))
    clues += [mixed(55, row[0]) for row in rows[max(0, first - 12) : first]]
    return clues


def inside(rows, first, last):
    for word, ending, *_ in rows[first : min(last + 1, first + 8)]:
        yield mixed(1, word)
        yield mixed(2, ending)
    yield mixed(3, rows[last][0])
    yield mixed(4, rows[first][0])
    yield mixed(5, min(last - first, 6))
    for row in rows[first : min(last + 1, first + 6)]:
        yield mixed(6, row[4])


def before(rows, first):
    for distance in range(1, 6):
        if first - distance < 0:
            yield mixed(10 + distance, 0)
            continue
        word, part = rows[first - distance][0], rows[first - distance][4]
        yield from (mixed(10 + distance, word), mixed(16, word), mixed(20 + distance, part))
    if first > 1:
        yield mixed(50, joined(rows[first - 2][0], rows[first - 1][0]))
    if first > 2:
        yield mixed(51, joined(joined(rows[first - 3][0], rows[first - 2][0]), rows[first - 1][0]))


def after(rows, last):
    for distance in range(1, 5):
        if last + distance >= len(rows):
            yield mixed(30 + distance, 0)
            continue
        word, part = rows[last + distance][0], rows[last + distance][4]
        yield from (mixed(30 + distance, word), mixed(36, word), mixed(40 + distance, part))


def last_before(example, rows, first, reach, is_wanted):
    """A list with the word of the last token of a wanted class in the same sentence, or an empty list."""
    for token in range(first - 1, max(-1, first - reach), -1):
        if is_stop(example.words(token, token)):
            return []
        if is_wanted(rows[token][4]):
            return [rows[token][0]]
    return []


def is_stop(token):
    return token in STOPS or token.startswith("\n")


def joined(one, other):
    return (one * 31 + other) & MASK


def mixed(place, what):
    """The final mix of Murmur3 (Appleby 2011), 32 bits, reduced to a row."""
    value = ((what ^ (place * 0x9E3779B1 & MASK)) * 0x85EBCA6B) & MASK
    value ^= value >> 13
    value = (value * 0xC2B2AE35) & MASK
    value ^= value >> 16
    return value & (CLUE_ROWS - 1)
