"""
The networks, as src/extractors/learnt/network.ts and span-reader.ts run them, with the heads that only training uses.
"""
import torch
import torch.nn.functional as F
from torch import nn

from model.clues import CLUE_ROWS
from features import ABOUTS, CHANGES, ENDINGS, KINDS, PARTS, PLACES, SHAPES, WORDS

DIMENSIONS = 96
DILATIONS = (1, 2, 4, 8)
POINTERS = 4
POINTER_WIDTH = 32
POINTER_SCALE = 5.6  # about the root of the width
READER_WIDTH = 48
FAR = 1e4  # taken off the score of what may not be chosen


def identity(values):
    return values


def table(rows):
    embedding = nn.Embedding(rows, DIMENSIONS)
    nn.init.normal_(embedding.weight, std=0.1)
    return embedding


class Encoder(nn.Module):
    """Tables of hashed features, and a dilated convolution. The pretraining creates it; the tagger's training continues with it."""

    def __init__(self):
        super().__init__()
        self.words, self.endings, self.shapes, self.places = map(table, (WORDS, ENDINGS, SHAPES, PLACES))
        self.layers = nn.ModuleList([nn.Linear(3 * DIMENSIONS, DIMENSIONS) for _ in DILATIONS])

    def convolve(self, states, mask, dropout=identity):
        """states [batch, tokens, dimensions], mask [batch, tokens] -> states of the same shape."""
        mask = mask.unsqueeze(-1)
        tokens = states.shape[1]
        for dilation, layer in zip(DILATIONS, self.layers):
            wide = F.pad(states, (0, 0, dilation, dilation))
            neighbours = torch.cat([wide[:, :tokens], states, wide[:, 2 * dilation :]], -1)
            states = (states + dropout(F.relu(layer(neighbours)))) * mask
        return states


class MaskedWords(nn.Module):
    """Predicts the first word piece of hidden tokens from the tokens around them."""

    def __init__(self, piece_rows, targets):
        """piece_rows float [vocabulary, dimensions]; targets: classes, 0 for a piece that is not guessed."""
        super().__init__()
        self.pieces = nn.Embedding.from_pretrained(piece_rows, freeze=False)
        self.encoder = Encoder()
        self.middle = nn.Linear(DIMENSIONS, DIMENSIONS)
        self.out = nn.Linear(DIMENSIONS, targets)

    def forward(self, batch, hidden):
        """hidden bool [batch, tokens] -> logits [hidden tokens with a target, targets]"""
        rows, encoder = batch.rows, self.encoder
        vectors = (self.pieces(batch.pieces) * batch.piece_mask.unsqueeze(-1)).sum(2)
        vectors = vectors / batch.piece_mask.sum(2, keepdim=True).clamp(min=1)
        seen = vectors + encoder.words(rows[..., 0]) + encoder.endings(rows[..., 1]) + encoder.shapes(rows[..., 2])
        summed = seen * (~hidden).unsqueeze(-1) + encoder.places(rows[..., 3])
        states = encoder.convolve(F.relu(summed) * batch.mask.unsqueeze(-1), batch.mask)
        return self.out(F.relu(self.middle(states[hidden & (batch.targets > 0)])))


class Tagger(nn.Module):
    """Marks tokens as parts of values, rules, triggers and former values."""

    # Shares of tokens whose pieces, word, ending, shape or part of speech is hidden in training,
    # each by itself, and of tokens of which all but the part of speech and the place is hidden, as
    # in the pretraining.
    HIDDEN = (0.125, 0.375, 0.25, 0, 0.25)
    HIDDEN_TOKENS = 0.1
    DROPOUT = 0.2

    def __init__(self, properties):
        super().__init__()
        d = DIMENSIONS
        self.encoder = Encoder()
        self.parts = table(PARTS)
        self.dropout = nn.Dropout(self.DROPOUT)
        self.marks = nn.Linear(d, 3 * len(KINDS))
        self.keep = nn.Linear(2 * d, 1)
        self.span = nn.Linear(3 * d, d)
        self.asks = nn.Linear(d, POINTERS * POINTER_WIDTH)
        self.answers = nn.Linear(d, POINTERS * POINTER_WIDTH)
        # Trained together with the rest, because they improve the states. They are not in the file:
        # the span reader predicts the same better.
        self.properties, self.changes = nn.Linear(d, properties), nn.Linear(d, len(CHANGES))
        self.abouts, self.minor = nn.Linear(d, len(ABOUTS)), nn.Linear(d, 1)

    def states(self, batch):
        """-> [batch, tokens, dimensions]"""
        rows, encoder = batch.rows, self.encoder
        looked_up = (encoder.words(rows[..., 0]), encoder.endings(rows[..., 1]), encoder.shapes(rows[..., 2]))
        inputs = [batch.vectors, *looked_up, self.parts(rows[..., 4])]
        if self.training:
            inputs = self.with_hidden(inputs)
        summed = self.dropout(F.relu(sum(inputs) + encoder.places(rows[..., 3])))
        return encoder.convolve(summed * batch.mask.unsqueeze(-1), batch.mask, self.dropout)

    def with_hidden(self, inputs):
        shown = [values * kept_tokens(values, share) for values, share in zip(inputs, self.HIDDEN)]
        whole = kept_tokens(inputs[0], self.HIDDEN_TOKENS)
        return [values * whole for values in shown[:4]] + shown[4:]

    def mark_logits(self, states):
        """-> [batch, tokens, kinds, 3]: outside, begins, goes on"""
        return self.marks(states).view(*states.shape[:2], len(KINDS), 3)

    def keep_logits(self, states, own):
        """own [batch, tokens]: 1 for tokens of the passage itself -> [batch]"""
        own = own.unsqueeze(-1)
        highest = (states - FAR * (1 - own)).max(1).values
        mean = (states * own).sum(1) / own.sum(1).clamp(min=1)
        return self.keep(torch.cat([highest, mean], -1)).squeeze(-1)

    def spans(self, states, row, first, last):
        """Spans of the rows of a batch, each [spans] -> [spans, dimensions]"""
        sums = F.pad(states.cumsum(1), (0, 0, 1, 0))
        mean = (sums[row, last + 1] - sums[row, first]) / (last - first + 1).unsqueeze(-1)
        return self.dropout(F.relu(self.span(torch.cat([states[row, first], states[row, last], mean], -1))))

    def pointer_logits(self, spans, states, row, own):
        """-> [spans, pointers, tokens]"""
        asks = self.asks(spans).view(-1, POINTERS, POINTER_WIDTH)
        answers = self.answers(states)[row].view(len(row), states.shape[1], POINTERS, POINTER_WIDTH)
        # network.ts does not divide: the best token is the same, but its probabilities are sharper
        # than those learnt.
        scores = torch.einsum("npw,ntpw->npt", asks, answers) / POINTER_SCALE
        return scores - FAR * (1 - own[row]).unsqueeze(1)


def kept_tokens(values, share):
    """0 for a share of the tokens, drawn at random, and 1 for the others: [batch, tokens, 1]"""
    return (torch.rand(values.shape[:2]) > share).float().unsqueeze(-1)


class SpanReader(nn.Module):
    """Classifies a value: its property, who it is about, what it changes, and whether it is a fact."""

    CLUE_DROPOUT = 0.4

    def __init__(self, properties):
        super().__init__()
        k = READER_WIDTH
        self.clues = nn.EmbeddingBag(CLUE_ROWS, k, mode="sum")
        nn.init.normal_(self.clues.weight, std=0.05)
        self.around, self.states = nn.Linear(3 * DIMENSIONS, k), nn.Linear(3 * DIMENSIONS, k)
        self.hidden, self.sure = nn.Linear(k, k), nn.Linear(k, k)
        self.properties, self.abouts = nn.Linear(k, properties), nn.Linear(k, len(ABOUTS))
        self.changes, self.accepts = nn.Linear(k, len(CHANGES)), nn.Linear(k, 1)

    def forward(self, batch):
        """-> logits [values, properties], [values, abouts], [values, changes], [values]"""
        drop = lambda values, share=0.3: F.dropout(values, share, self.training)
        first = self.sum_of_clues(batch) + self.around(drop(batch.around, 0.2))
        state = drop(F.relu(first))
        state = state + drop(F.relu(self.hidden(state)))
        sure = drop(F.relu(self.sure(F.relu(first)) + self.states(drop(batch.states))))
        return self.properties(state), self.abouts(state), self.changes(state), self.accepts(sure).squeeze(-1)

    def sum_of_clues(self, batch):
        if not self.training:
            return self.clues(batch.clues, batch.offsets)
        kept = (torch.rand(len(batch.clues)) > self.CLUE_DROPOUT).float() / (1 - self.CLUE_DROPOUT)
        return F.embedding_bag(batch.clues, self.clues.weight, batch.offsets, mode="sum", per_sample_weights=kept)
