"""
Reads a file that pack.py wrote, so that its span reader can be trained anew on its tagger:

    python3 training/extractor/unpack.py --file assets/tagger.bin --pretrained words.pt --trained tagger.pt

Writes both files, which pack.py turns into the same bytes. Word pieces without a row get one of zeros, and the heads
that only training uses start anew.
"""
import argparse
import json
import struct

import numpy as np
import torch

from model.network import SpanReader, Tagger
from pack import READER_LAYERS, TABLES, TAGGER_LAYERS


def main():
    options = read_options()
    with open(options.file, "rb") as file:
        properties, tensors = tensors_of(file.read())
    torch.manual_seed(0)
    tagger, reader = Tagger(len(properties)).state_dict(), SpanReader(len(properties)).state_dict()
    for name, target in TABLES.items():
        tagger[f"{target}.weight"] = tensors[name]
    for name, target in TAGGER_LAYERS.items():
        put_layer(tagger, target, name, tensors)
    reader["clues.weight"] = tensors["clues"]
    for name in READER_LAYERS:
        put_layer(reader, name, f"reader.{name}", tensors)
    torch.save({"properties": properties, "tagger": tagger, "reader": reader}, options.trained)
    torch.save({"pieces": piece_rows(tensors), "encoder": encoder_of(tagger)}, options.pretrained)


def read_options():
    parser = argparse.ArgumentParser()
    for name in ("file", "pretrained", "trained"):
        parser.add_argument(f"--{name}", required=True)
    return parser.parse_args()


def tensors_of(packed):
    """-> properties, and float tensors [rows, columns] by name"""
    length = struct.unpack("<I", packed[8:12])[0]
    header, data = json.loads(packed[12 : 12 + length]), packed[12 + length :]
    read = {place["name"]: torch.tensor(DECODERS[place["type"]](data, place)) for place in header["tensors"]}
    return header["properties"], read


def put_layer(state, target, name, tensors):
    """A linear layer, from inputs x outputs."""
    state[f"{target}.weight"], state[f"{target}.bias"] = tensors[f"{name}.weight"].T, tensors[f"{name}.bias"][0]


def piece_rows(tensors):
    """A row for each piece of the vocabulary."""
    index = tensors["index"][0].long()
    return torch.cat([torch.zeros(1, tensors["pieces"].shape[1]), tensors["pieces"]])[index]


def encoder_of(tagger):
    start = "encoder."
    return {name[len(start) :]: values for name, values in tagger.items() if name.startswith(start)}


def rows_of(data, type_, place, at):
    rows, columns = place["rows"], place["columns"]
    return np.frombuffer(data, type_, rows * columns, at).reshape(rows, columns).astype(np.float32)


def scaled_rows(data, place):
    scales = np.frombuffer(data, "<f4", place["rows"], place["at"])
    return rows_of(data, np.int8, place, place["at"] + 4 * place["rows"]) * scales[:, None]


DECODERS = {
    "int8": scaled_rows,
    "u16": lambda data, place: rows_of(data, "<u2", place, place["at"]),
    "f32": lambda data, place: rows_of(data, "<f4", place, place["at"]),
}


if __name__ == "__main__":
    main()
