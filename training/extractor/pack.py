r"""
Writes the file that src/extractors/learnt/model-file.ts reads:

    python3 training/extractor/pack.py --features TEXTS.jsonl --features TALK.jsonl \
        --pretrained words.pt --trained tagger.pt --out assets/tagger.bin

The features are those that were trained on: only rows of word pieces that occur in them are written.
"""
import argparse
import json
import struct

import numpy as np
import torch

from features import read_lines
from model.network import DILATIONS, DIMENSIONS

TABLES = {"words": "encoder.words", "endings": "encoder.endings", "shapes": "encoder.shapes",
          "places": "encoder.places", "parts": "parts"}
TAGGER_LAYERS = {f"layer{at}": f"encoder.layers.{at}" for at in range(len(DILATIONS))}
TAGGER_LAYERS |= {name: name for name in ("marks", "keep", "span", "asks", "answers")}
READER_LAYERS = ("around", "states", "hidden", "sure", "properties", "abouts", "changes", "accepts")


def main():
    options = read_options()
    pretrained, trained = torch.load(options.pretrained), torch.load(options.trained)
    packed = packed_file(trained, pretrained["pieces"], seen_pieces(options.features))
    with open(options.out, "wb") as file:
        file.write(packed)
    print(f"wrote {len(packed)} bytes to {options.out}")


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--features", action="append", required=True)
    for name in ("pretrained", "trained", "out"):
        parser.add_argument(f"--{name}", required=True)
    return parser.parse_args()


def seen_pieces(paths):
    """Numbers of the pieces that occur, in order."""
    lines = (line for path in paths for line in read_lines(path))
    return sorted({piece for line in lines for token in line["pieces"] for piece in token})


def packed_file(trained, pieces, seen):
    """trained: what train.py wrote; pieces float [vocabulary, dimensions] -> bytes"""
    data = Tensors()
    index = np.zeros(len(pieces), np.uint16)
    index[seen] = np.arange(1, len(seen) + 1)
    data.put("index", index[None], "u16")
    data.put("pieces", pieces.numpy()[seen], "int8")
    tagger, reader = trained["tagger"], trained["reader"]
    for name, source in TABLES.items():
        data.put(name, tagger[f"{source}.weight"].numpy(), "int8")
    for name, source in TAGGER_LAYERS.items():
        data.put_layer(name, tagger, source)
    data.put("clues", reader["clues.weight"].numpy(), "int8")
    for name in READER_LAYERS:
        data.put_layer(f"reader.{name}", reader, name)
    return file_of(data, trained["properties"])


def file_of(data, properties):
    header = {"dimensions": DIMENSIONS, "dilations": DILATIONS, "properties": properties, "tensors": data.places}
    encoded = json.dumps(header).encode()
    encoded += b" " * (-len(encoded) % 4)
    return b"KTAG" + struct.pack("<II", 1, len(encoded)) + encoded + bytes(data.bytes)


class Tensors:
    """The file's data, with the place of each tensor in it: a multiple of 4."""

    def __init__(self):
        self.places = []
        self.bytes = bytearray()

    def put_layer(self, name, state, source):
        """A linear layer, as inputs x outputs."""
        self.put(f"{name}.weight", state[f"{source}.weight"].numpy().T, "int8")
        self.put(f"{name}.bias", state[f"{source}.bias"].numpy()[None], "f32")

    def put(self, name, values, type_):
        """values [rows, columns]"""
        self.bytes.extend(bytes(-len(self.bytes) % 4))
        rows, columns = values.shape
        self.places.append({"name": name, "rows": rows, "columns": columns, "type": type_, "at": len(self.bytes)})
        self.bytes.extend(ENCODERS[type_](values))


def int8_bytes(values):
    """A scale for each row, which makes its largest number 127, then the rows in 8 bits."""
    scales = (np.abs(values).max(1) / 127).astype(np.float32)
    rows = np.rint(values / np.maximum(scales, 1e-12)[:, None]).clip(-127, 127).astype(np.int8)
    return scales.astype("<f4").tobytes() + rows.tobytes()


ENCODERS = {
    "int8": int8_bytes,
    "u16": lambda values: values.astype("<u2").tobytes(),
    "f32": lambda values: values.astype("<f4").tobytes(),
}


if __name__ == "__main__":
    main()
