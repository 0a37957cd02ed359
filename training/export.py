"""One file with all that a player needs: FORMAT.md describes it.

python -m training.export --checkpoint DIR --config FILE --out network.otrn [--weights kept|average]
"""

import hashlib
import json
import os
import struct
from pathlib import Path

import torch

from training import checkpoint, config as configs, native
from training.arguments import Parser
from training.errors import BadInput, program
from training.network import Network, same_shape

MAGIC = b"OTRN"
VERSION = 1


def write(path, network, facts):
    """Writes a network in half precision and returns the checksum at the file's end."""
    tensors, data = [], b""
    for name, tensor in network.state_dict().items():
        tensor = tensor.detach().cpu().float()
        if name == "stem.weight":
            tensor = tensor[:, : native.PLANES]
        if tensor.dim() == 4 and tensor.shape[2] == 1:
            tensor = tensor[:, :, 0, 0]
        raw = tensor.contiguous().half().numpy().astype("<f2").tobytes()
        tensors.append({"name": name, "shape": list(tensor.shape), "dtype": "f16", "offset": len(data), "bytes": len(raw)})
        data += raw
    header = {
        "channels": network.shape["channels"], "blocks": network.shape["blocks"],
        "pooled_blocks": [i for i, block in enumerate(network.tower) if block.pool is not None],
        "input_planes": native.PLANES, "policy_planes": native.OUTPUTS, "tensors": tensors, "training": facts,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(len(text) + 12) % 16)  # tensors start at a multiple of 16
    body = MAGIC + struct.pack("<II", VERSION, len(text)) + text + data
    digest = hashlib.sha256(body)
    beside = Path(path).with_suffix(".part")
    beside.write_bytes(body + digest.digest())
    os.replace(beside, path)
    return digest.hexdigest()


def read(path):
    """Header and float32 tensors of a file, its checksum checked."""
    raw = Path(path).read_bytes()
    if raw[:4] != MAGIC:
        raise BadInput(f"{path}: not a network file (it does not start with OTRN)")
    if len(raw) < 12 + 32:
        raise BadInput(f"{path}: only {len(raw)} bytes; the file is damaged")
    version, length = struct.unpack("<II", raw[4:12])
    if version != VERSION:
        raise BadInput(f"{path}: version {version}; this program reads version {VERSION}")
    if hashlib.sha256(raw[:-32]).digest() != raw[-32:]:
        raise BadInput(f"{path}: checksum does not match; the file is damaged")
    try:
        header = json.loads(raw[12 : 12 + length])
        return header, tensors_of(header, raw[12 + length : -32])
    except (ValueError, LookupError, TypeError, RuntimeError):
        raise BadInput(f"{path}: its header does not describe what follows; the file is damaged") from None


def tensors_of(header, data):
    tensors = {}
    for entry in header["tensors"]:
        values = torch.frombuffer(bytearray(data[entry["offset"] : entry["offset"] + entry["bytes"]]), dtype=torch.float16)
        tensors[entry["name"]] = values.float().reshape(entry["shape"])
    return tensors


def network(path):
    """The network of a file, in float32 with the file's rounded weights."""
    header, tensors = read(path)
    pools = header["pooled_blocks"]
    out = Network(header["channels"], header["blocks"], pools[0] + 1 if pools else header["blocks"] + 1)
    state = out.state_dict()
    if state.keys() != tensors.keys():
        odd = ", ".join(sorted(state.keys() ^ tensors.keys()))
        raise BadInput(f"{path}: its tensors are not those of such a network ({odd})")
    for name, tensor in tensors.items():
        if name == "stem.weight":
            padded = torch.zeros(state[name].shape)
            padded[:, : native.PLANES] = tensor
            tensor = padded
        state[name] = tensor.reshape(state[name].shape)
    out.load_state_dict(state)
    return out.requires_grad_(False)


def main():
    parser = Parser(description="Writes the network of a checkpoint as one file.")
    parser.add_argument("--checkpoint", required=True, help="folder that training wrote")
    parser.add_argument("--config", required=True, help="the run's config file")
    parser.add_argument("--out", required=True)
    parser.add_argument("--weights", choices=["kept", "average"], default="kept",
                        help="the network that passed the gate last, or the averaged weights as they are")
    arguments = parser.parse_args()
    config = configs.load(arguments.config)
    out = Network(config.channels, config.blocks, config.pool_every)
    folder = checkpoint.newest(arguments.checkpoint)
    part = checkpoint.read(folder, "kept" if arguments.weights == "kept" else "weights", "cpu")
    same_shape(part["shape"], out.shape, folder)
    out.load_state_dict(part["kept"]["weights"] if arguments.weights == "kept" else part["learner"]["average"])
    print(write(arguments.out, out, {"config": config.as_dict(), "weights": arguments.weights}))


if __name__ == "__main__":
    program(main)
