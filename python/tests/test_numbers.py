"""Numbers that no option takes are refused in the words of the command line, whatever their size and kind."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import otrera

Command = Callable[..., Any]
NETWORK = otrera.Network()
PLAYER = otrera.Player("threads=1", tables=False)
PROOF = otrera.solve("4x4", proof=True, tables=False, threads=1).proof
assert PROOF is not None
START = otrera.Position("4x4")

# For each option: what asks for it in Python, numbers that it does not take, and the command that has it.
ASKED: list[tuple[str, Callable[[Any], object], list[int], list[str]]] = [
    ("threads", ask, [-1, 0, 1025, 2**31, 2**64, 10**30], ["solve", "4x4", "--threads={}"])
    for ask in (
        lambda n: otrera.solve("4x4", threads=n),
        lambda n: otrera.solve_batch(["4x4"], threads=n),
        lambda n: otrera.value_batch(["b.w"], threads=n),
        lambda n: otrera.areas_batch(["b.w"], threads=n),
        lambda n: otrera.tds_batch(["b.w"], threads=n),
        lambda n: otrera.check(PROOF, threads=n),
        lambda n: NETWORK.evaluate_batch(["5x5"], threads=n),
        lambda n: START.perft(2, threads=n),
    )
]
ASKED += [
    ("search", lambda n: otrera.areas("b.w", search=n), [-1, 2**64, 10**30], ["areas", "b.w", "--search={}"]),
    ("search", lambda n: otrera.areas_batch(["b.w"], search=n), [-1], ["areas", "b.w", "--search={}"]),
    ("depth", lambda n: otrera.tds("b...w", depth=n), [-1, 0, 1001, 2**32], ["tds", "b...w", "--depth={}"]),
    ("depth", lambda n: PLAYER.think("4x4", depth=n), [-1, 2**32], ["genmove", "4x4", "--depth={}"]),
    ("nodes", lambda n: PLAYER.think("4x4", nodes=n), [-1, 2**64], ["genmove", "4x4", "--nodes={}"]),
]


@pytest.mark.parametrize("name, ask, numbers, arguments", ASKED)
def test_whole_numbers(
    command: Command, name: str, ask: Callable[[Any], object], numbers: list[int], arguments: list[str]
) -> None:
    for number in numbers:
        with pytest.raises(otrera.Error) as raised:
            ask(number)
        done = command(*(it.format(number) for it in arguments))
        assert done.returncode == 2
        words = done.stderr.splitlines()[0].split(": ", 2)[2]
        assert str(raised.value) == f"{name}: {words}"
    # What is more than Python itself writes is no other kind of error.
    with pytest.raises(otrera.Error, match=f"^{name}: found `0x1000"):
        ask(16**5000)
    for wrong in (1.0, "1", math.nan, [1]):
        with pytest.raises(TypeError):
            ask(wrong)


def test_numbers_of_other_libraries() -> None:
    assert otrera.areas("b.w", search=np.int64(5)) == otrera.areas("b.w", search=5)
    assert START.perft(np.uint8(2), threads=np.int32(1)) == START.perft(2)
    assert PLAYER.think("4x4", time=np.float32(0.01), nodes=np.int16(5)).move is not None


def test_depths_of_perft(command: Command) -> None:
    for depth in (-1, 2**32):
        with pytest.raises(otrera.Error) as raised:
            START.perft(depth)
        words = command("perft", "4x4", "--", str(depth)).stderr.splitlines()[0].split(": ", 2)[2]
        assert f"{raised.value}: otrera perft POSITION 3" == f"depth: {words}"
    assert START.perft(0) == 1


def test_boards_of_moves(command: Command) -> None:
    for width, height in ((0, 5), (200, 3), (2**64, 1)):
        with pytest.raises(otrera.Error) as raised:
            otrera.Move("A1-A2xA3", width, height)
        words = command("show", f"{width}x{height}").stderr.splitlines()[0].split(": ", 2)[2]
        assert str(raised.value) == words
    with pytest.raises(otrera.Error, match="^found the board `-1x5`; expected width and height"):
        otrera.Move("A1-A2xA3", -1, 5)
    assert not otrera.Network.knows(-1, 10) and not otrera.Network.knows(2**70, 10)


@pytest.mark.parametrize("name", ["time", "clock", "increment"])
def test_seconds(command: Command, name: str) -> None:
    longest = command("genmove", "4x4", "--time=18446744073709551615s").stderr.splitlines()[0]
    for number, found in (
        (3.7e7, "37000000"),
        (1e300, None),
        (math.inf, "inf"),
        (10**400, "inf"),
    ):
        with pytest.raises(otrera.Error) as raised:
            PLAYER.think("4x4", **{name: number})
        assert str(raised.value).startswith(f"{name}: found `{found or ''}")
        assert str(raised.value).split("; ")[1] == longest.split("; ")[1] == "expected at most 10000h"
    for number, found in ((-1, "-1"), (-0.5, "-0.5"), (math.nan, "NaN"), (-math.inf, "-inf"), (-(10**400), "-inf")):
        with pytest.raises(otrera.Error) as raised:
            PLAYER.think("4x4", **{name: number})
        assert str(raised.value) == f"{name}: found `{found}`; expected a time in seconds, zero or more"
    with pytest.raises(TypeError):
        PLAYER.think("4x4", **{name: "1s"})


def test_limits_that_are_texts(command: Command) -> None:
    for limit in ("-1", "-1s", "1e3s", "nan", ""):
        with pytest.raises(otrera.Error) as raised:
            otrera.solve("4x4", limit=limit)
        words = command("solve", "4x4", f"--limit={limit}").stderr.splitlines()[0].split(": ", 2)[2]
        assert str(raised.value) == f"limit: {words}"
        with pytest.raises(otrera.Error, match="^limit: found"):
            otrera.solve_batch(["4x4", "b.w"], limit=limit)
    number: Any = -1
    with pytest.raises(TypeError, match="limit"):
        otrera.solve("4x4", limit=number)
