"""Saving a run and going on with it.

`weights.pt` (trained and averaged weights, counters, random states), `optimizer.pt`, `kept.pt` (the
network that the gate kept) and, where the config asks for it, `replay.pt` (running games and all
remembered positions). The parts carry the step at which they were written and must agree.
"""

import os
from pathlib import Path

import torch

from training.errors import BadInput


def save_file(value, path):
    """Written beside and renamed, so that no half file is ever seen."""
    beside = path.with_suffix(path.suffix + ".part")
    torch.save(value, beside)
    os.replace(beside, path)


def save(folder, step, clock, total, learner, pools, kept, whole):
    folder = Path(folder)
    state = learner.state()
    optimizer = state.pop("optimizer")
    counters = {size: pool.state(False) for size, pool in pools.items()}
    save_file({"step": step, "clock": clock, "total": total, "learner": state, "pools": counters}, folder / "weights.pt")
    save_file({"step": step, "optimizer": optimizer}, folder / "optimizer.pt")
    save_file({"step": step, "kept": kept}, folder / "kept.pt")
    if whole:
        save_file({"step": step, "pools": {size: pool.state(True) for size, pool in pools.items()}}, folder / "replay.pt")


def load(folder, learner, pools, whole):
    """Step, clock, length and kept weights of a saved run."""
    folder = Path(folder)
    names = ["weights", "optimizer", "kept"] + (["replay"] if whole else [])
    parts = {}
    for name in names:
        path = folder / f"{name}.pt"
        if not path.exists():
            raise BadInput(f"{path}: missing; a checkpoint of this run is {', '.join(n + '.pt' for n in names)}")
        parts[name] = torch.load(path, map_location=learner.device, weights_only=False)
    if len({part["step"] for part in parts.values()}) > 1:
        steps = ", ".join(f"{name} {part['step']}" for name, part in parts.items())
        raise BadInput(f"{folder}: parts of different steps ({steps}); take all files from one save")
    weights = parts["weights"]
    learner.load_state(weights["learner"] | {"optimizer": parts["optimizer"]["optimizer"]})
    for size, state in (parts["replay"] if whole else weights)["pools"].items():
        if size in pools:
            pools[size].load_state(state)
    return weights["step"], weights["clock"], weights.get("total"), parts["kept"]["kept"]
