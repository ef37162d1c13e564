"""The initial table of word pieces: the bundled embedding table, reduced to the network's width."""
import numpy as np
import torch

from model.network import DIMENSIONS

# The reduction is computed without the rare pieces at the end of the vocabulary.
FREQUENT = 20_000
LENGTH, SCALE = 3.0, 0.35


def starting_rows(path):
    """Rows of a model.bin (assets/README.md), projected: float32 [vocabulary, DIMENSIONS]."""
    with open(path, "rb") as file:
        data = file.read()
    count, width = np.frombuffer(data[8:16], "<u4")
    rows = np.frombuffer(data[16 + 4 * count + 4 * width :], np.int8).reshape(count, width).astype(np.float32)
    unit = rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6)
    rows = torch.from_numpy(unit * LENGTH)
    directions = torch.pca_lowrank(rows[:FREQUENT], q=DIMENSIONS)[2]
    return (rows @ directions) * SCALE
