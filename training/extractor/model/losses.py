"""Losses that ignore rows without a label."""
import torch.nn.functional as F

NO_LABEL = -100


def labelled_cross_entropy(logits, labels):
    """Mean over the labelled rows; 0 without any, where PyTorch's own mean is NaN."""
    known = labels != NO_LABEL
    return F.cross_entropy(logits[known], labels[known]) if known.any() else 0


def labelled_binary_cross_entropy(logits, labels):
    """The same for labels that are 0 or 1."""
    known = labels != NO_LABEL
    return F.binary_cross_entropy_with_logits(logits[known], labels[known]) if known.any() else 0
