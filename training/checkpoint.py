"""Saving a run and resuming it.

A checkpoint is a folder, `checkpoint-N` for the N-th save: `weights.pt` (trained and averaged weights, counters, random
states), `optimizer.pt`, `kept.pt` (the network that the gate kept) and, where the config asks for it, `replay.pt`
(running games and all remembered positions). A folder has that name only while all of it is on the disk, and the one
before goes only then: whenever a run is killed, the newest is whole.
"""

import os
import pickle
import re
import shutil
import zipfile
from pathlib import Path

import torch

from training.errors import BadInput, about
from training.network import same_shape


def complete(folder):
    """The checkpoints of a run, the newest last."""
    found = {path: re.fullmatch("checkpoint-([0-9]+)", path.name) for path in Path(folder).glob("checkpoint-*")}
    return sorted((path for path in found if found[path]), key=lambda path: int(found[path][1]))


def newest(folder):
    found = complete(folder)
    if not found:
        raise BadInput(f"{folder}: no checkpoint in it")
    return found[-1]


def flush(path):
    """Waits until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def discard(path, partial):
    """The folder loses its name first: a half-empty one never looks whole."""
    os.rename(path, partial)
    shutil.rmtree(partial)


def write(folder, parts):
    """The folder's new checkpoint. At no time are there more than two."""
    partial, before = Path(folder) / "checkpoint.part", complete(folder)
    if partial.exists():
        shutil.rmtree(partial)
    for path in before[:-1]:  # a kill came before it could go
        discard(path, partial)
    partial.mkdir()
    for name, part in parts.items():
        torch.save(part, partial / f"{name}.pt")
        flush(partial / f"{name}.pt")
    flush(partial)
    number = int(before[-1].name.removeprefix("checkpoint-")) + 1 if before else 1
    os.rename(partial, Path(folder) / f"checkpoint-{number}")
    flush(folder)
    for path in before[-1:]:
        discard(path, partial)


def save(folder, run, learner, pools, kept, whole):
    """`run` is what a call that resumes has to know: step, clock, total, opponent."""
    state = learner.state()
    common = {"step": run["step"], "shape": learner.network.shape}
    parts = {
        "optimizer": common | {"optimizer": state.pop("optimizer")},
        "weights": common | {"run": run, "learner": state, "pools": {size: pool.state(False) for size, pool in pools.items()}},
        "kept": common | {"kept": kept},
    }
    if whole:
        parts["replay"] = common | {"pools": {size: pool.state(True) for size, pool in pools.items()}}
    write(folder, parts)


def read(path, name, device):
    """One part of a checkpoint."""
    path = path / f"{name}.pt"
    with open(path, "rb") as file:
        ends_well = zipfile.is_zipfile(file)
    try:
        part = torch.load(path, map_location=device, weights_only=True) if ends_well else {}
    except (pickle.UnpicklingError, RuntimeError):
        part = {}
    if not isinstance(part, dict) or not {"step", "shape"} <= part.keys():
        raise BadInput(f"{path}: not a part of a checkpoint, or damaged")
    return part


def load(folder, learner, pools, whole):
    """Takes over the newest checkpoint; returns what `save` was told of the run, and the kept weights."""
    path = newest(folder)
    names = ["weights", "optimizer", "kept"] + ["replay"] * whole
    for name in names:
        if not (path / f"{name}.pt").exists():
            raise BadInput(f"{path}: without {name}.pt; a checkpoint of this run is {', '.join(n + '.pt' for n in names)}")
    parts = {name: read(path, name, learner.device) for name in names}
    if len({part["step"] for part in parts.values()}) > 1:
        steps = ", ".join(f"{name} {part['step']}" for name, part in parts.items())
        raise BadInput(f"{path}: parts of different steps ({steps}); take all files from one save")
    weights = parts["weights"]
    same_shape(weights["shape"], learner.network.shape, path)
    learner.load_state(weights["learner"] | {"optimizer": parts["optimizer"]["optimizer"]})
    with about(path):
        for size, state in (parts["replay"] if whole else weights)["pools"].items():
            if size in pools:
                pools[size].load_state(state)
    return weights["run"], parts["kept"]["kept"]
