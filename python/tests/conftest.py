"""What several tests need."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

COMMAND = os.environ.get("OTRERA", "otrera")
# Nothing from the user's own folders.
ENVIRONMENT = {**os.environ, "OTRERA_TABLES": os.devnull + "/none"}


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command line."""
    return subprocess.run(
        [COMMAND, *arguments], input=stdin, capture_output=True, text=True, env=ENVIRONMENT, check=False
    )


@pytest.fixture
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    return run


Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines(tmp_path: Path) -> Callable[..., Lines]:
    """The objects that a command prints for a batch of positions. It runs beside the test, which calls for them when it needs them."""

    def ask(positions: list[Any], *arguments: str) -> Lines:
        batch, answers = tmp_path / "batch.txt", tmp_path / "answers.jsonl"
        batch.write_text("".join(f"{position}\n" for position in positions))
        with answers.open("w") as output:
            command = [COMMAND, *arguments, "--batch", str(batch), "--json"]
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, env=ENVIRONMENT)

        def wait() -> list[dict[str, Any]]:
            process.wait()
            return [json.loads(line) for line in answers.read_text().splitlines()]

        return wait

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
