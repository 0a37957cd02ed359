"""What several tests need."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

COMMAND = os.environ.get("OTRERA", "otrera")


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command line, with nothing from the user's own folders."""
    environment = {**os.environ, "OTRERA_TABLES": os.devnull + "/none"}
    return subprocess.run(
        [COMMAND, *arguments], input=stdin, capture_output=True, text=True, env=environment, check=False
    )


@pytest.fixture
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    return run


@pytest.fixture
def lines() -> Callable[..., list[dict[str, Any]]]:
    """The objects that a command prints for a batch of positions."""

    def ask(positions: list[Any], *arguments: str) -> list[dict[str, Any]]:
        batch = "".join(f"{position}\n" for position in positions)
        done = run(*arguments, "--batch", "-", "--json", stdin=batch)
        return [json.loads(line) for line in done.stdout.splitlines()]

    return ask


def random_position(dice: random.Random, width: int, height: int, empty: int) -> str:
    """Rows with one or two amazons of each colour and at most so many empty squares; the rest is burnt."""
    squares = width * height
    amazons = [color for color in "bw" for _ in range(dice.randint(1, 2))]
    free = dice.randint(1, min(empty, squares - len(amazons)))
    contents = amazons + ["."] * free + ["x"] * (squares - len(amazons) - free)
    dice.shuffle(contents)
    rows = ["".join(contents[start : start + width]) for start in range(0, squares, width)]
    return f"{'/'.join(rows)} {dice.choice('bw')}"


def random_positions(count: int, empty: int = 8, seed: int = 23) -> list[str]:
    dice = random.Random(seed)
    return [
        random_position(dice, dice.randint(3, 6), dice.randint(2, 5), empty) for _ in range(count)
    ]
