"""A run's settings: one TOML file, every key named here, none unknown."""

import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path

from training import boards, ranges
from training.errors import BadInput, about


@dataclass
class Config:
    name: str
    # Network.
    channels: int = 64
    blocks: int = 6
    pool_every: int = 1  # blocks whose output gets a bias from global mean and maximum: each n-th
    # Self-play.
    sizes: dict = field(default_factory=lambda: {"10x10": 1.0})  # size = share of the steps
    games: int = 2048  # side by side, for each size
    candidates: int = 32  # moves looked at in a position
    softness: float = 1.5  # the prior is divided by this before it is used
    importance: bool = True  # weigh candidates by the chance that they were drawn
    target_scale: float = 8.0  # worth of a value of 1 in the policy's target, in logits
    play_scale: float = 20.0  # the same for the move that is played
    margin_worth: float = 0.1  # how much of the value is the margin
    noisy_plies: float = 1.0  # moves are chosen with noise for so many plies, as a share of the squares; 1: always
    random_plies: int = 3  # at most so many uniformly random moves at the start of a game
    standard_starts: float = 0.75  # the rest of the games start anywhere
    # Learning.
    window: int = 500  # steps of the commonest size that are remembered; of the others in proportion
    prefill: float = 0.6  # steps of a size before it is learned from, as a share of its squares
    batch: int = 2048
    batches: int = 1  # for each step of self-play
    learning_rate: float = 1e-3
    warmup: int = 200  # optimiser steps
    falls_from: float = 2 / 3  # the rate falls between these two shares of the run, in a straight line
    falls_to: float = 1.0
    final_rate: float = 0.1  # what is left of it then
    weight_decay: float = 1e-4
    average: float = 0.998  # decay of the averaged weights
    refresh: int = 1  # steps between copies of the averaged weights to self-play
    outcome_share: float = 0.7  # of the value's target; the rest is the search's value
    value_weight: float = 1.0
    policy_weight: float = 1.0
    ownership_weight: float = 0.5
    margin_weight: float = 0.2
    # The run.
    total_seconds: float = 600.0  # length of the run, all its calls together
    total_games: int = 0  # if set, the run is so many games instead
    steps: int = 0  # if set, the run is so many steps instead
    seed: int = 1
    log_every: float = 10.0  # seconds
    match_every: float = 90.0
    match_games: int = 256
    match_size: str = ""  # if empty: 10x10, or the largest size where that is not played
    opponent: str = ""  # a network file; each match line has a match against it too
    gate: float = 0.52  # win rate against the kept network that replaces it
    checkpoint_every: float = 120.0
    checkpoint_replay: bool = False  # games and replay too: exact, but large

    def pools(self):
        return {boards.parse_size(text): share for text, share in self.sizes.items()}

    def match_board(self):
        """The size on which matches are played."""
        if self.match_size:
            return boards.parse_size(self.match_size)
        return (10, 10) if (10, 10) in self.pools() else max(self.pools(), key=lambda size: size[0] * size[1])

    def window_of(self, size):
        """Steps of a size that are remembered: never less than two games."""
        shares = self.pools()
        return max(2 * size[0] * size[1], round(self.window * shares[size] / max(shares.values())))

    def as_dict(self):
        return asdict(self)


def of_file(header):
    """The settings that a network file was trained with; those that have since gone are left out."""
    values = header.get("training", {}).get("config", {})
    return Config(**{"name": "unknown"} | {key: value for key, value in values.items() if key in Config.__dataclass_fields__})


def load(path):
    try:
        values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a text; expected settings as in training/configs/main.toml") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: not TOML: {error}") from None
    with about(path):
        return checked(Path(path).stem, values)


def checked(name, values):
    """The settings of a file."""
    known = {key: field.type for key, field in Config.__dataclass_fields__.items() if key != "name"}
    for key, value in values.items():
        if key == "name":
            raise BadInput("unknown setting `name`; leave it out, a run has the name of this file")
        if key not in known:
            raise BadInput(f"unknown setting `{key}`; known are {', '.join(known)}")
        ranges.check(key, known[key], value)
    out = Config(name=name, **values)
    if out.falls_to < out.falls_from:
        raise BadInput(f"falls_to: found `{out.falls_to}`; expected at least falls_from, {out.falls_from:.3g}")
    return out
