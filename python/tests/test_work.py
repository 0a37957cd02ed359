"""Work beside the interpreter: batches on all cores, Ctrl-C, callbacks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import random_positions

import otrera

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

# No small machine solves it in the time of a test.
LARGE = "8x8"
MANY = [otrera.Position("10x10")] * 20_000


def processor_times() -> dict[str, int]:
    """Ticks of the processor that each thread of this process has had."""
    times = {}
    for task in Path("/proc/self/task").iterdir():
        try:
            fields = (task / "stat").read_text().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            continue
        times[task.name] = int(fields[11]) + int(fields[12])
    return times


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_ten_thousand_positions_on_all_cores() -> None:
    positions = [otrera.Position(text) for text in random_positions(10_000, empty=5, seed=1)]
    told: list[tuple[int, int]] = []
    before, last = set(processor_times()), {}

    def progress(state: dict[str, Any]) -> None:
        nonlocal last
        told.append((state["done"], state["of"]))
        if state["done"] < state["of"]:
            last = processor_times()

    answers = otrera.areas_batch(positions, progress=progress)
    assert [answer.position for answer in answers] == positions
    assert told[-1] == (10_000, 10_000) and len(told) >= 100
    # Threads that are new and work: one for each core, as long as there is enough to do, and the work is shared.
    spent = sorted((ticks for task, ticks in last.items() if task not in before), reverse=True)
    enough = min(CORES, sum(spent) // 20)
    workers = [ticks for ticks in spent if ticks >= 5]
    print(f"{CORES} cores, ticks of new threads: {spent}")
    assert 1 < enough <= len(workers) <= CORES or CORES == 1
    assert spent[enough - 1] >= sum(spent) / CORES / 3


def test_batches_of_nothing() -> None:
    for batch in (otrera.value_batch, otrera.areas_batch, otrera.solve_batch, otrera.tds_batch):
        nothing: list[Any] = batch([])
        assert nothing == []
    assert otrera.Network().evaluate_batch([]) == []


@contextmanager
def interrupted(after: float) -> Iterator[None]:
    """Ctrl-C after so many seconds."""
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@pytest.mark.parametrize(
    "work",
    [
        lambda: otrera.solve(LARGE, tables=False, memory="64M"),
        lambda: otrera.solve(LARGE, tables=False, memory="64M", threads=2, engine="ab"),
        lambda: otrera.solve_batch([LARGE, LARGE, "6x6"], tables=False),
        lambda: otrera.value("...../.b.w./...../.....", limit="100s,4G"),
        lambda: otrera.tds("...../.b.w./...../.....", limit="100s,2G"),
        lambda: otrera.Player("threads=1").think("10x10", time=100.0),
        lambda: otrera.areas_batch(MANY, search=10),
        lambda: otrera.areas("8x8", search=10**15),
        lambda: otrera._native.areas_svg(otrera.Position("8x8"), 10**15),
        lambda: otrera.Network().evaluate_batch(MANY),
        lambda: otrera.Position("10x10").perft(9),
        lambda: otrera.Position("10x10").perft(9, threads=1),
        lambda: wait_for_a_busy_player(),
    ],
)
def test_ctrl_c(work: Callable[[], object]) -> None:
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), interrupted(0.3):
        work()
    # Long before it would end by itself; not a measure of speed.
    assert time.monotonic() - began < 60


def wait_for_a_busy_player() -> None:
    """Another thread has him."""
    player = otrera.Player("threads=1", tables=False)
    other = threading.Thread(target=player.think, args=["10x10"], kwargs={"time": 3.0})
    other.start()
    began = time.monotonic()
    try:
        player.think("10x10", time=100.0)
    finally:
        assert time.monotonic() - began < 2 or not other.is_alive()
        other.join()


def test_nothing_is_left_of_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), interrupted(0.1):
        otrera.solve(LARGE, tables=False)
    assert otrera.solve("4x4", tables=False).winner == "b"


def test_other_threads_go_on() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    solution = otrera.solve(LARGE, limit="1s", tables=False, threads=1)
    done.set()
    counter.join()
    assert solution.winner is None and counted > 50


def test_callbacks_are_told_and_may_stop() -> None:
    told: list[dict[str, Any]] = []
    solution = otrera.solve(LARGE, limit="1s", tables=False, progress=told.append)
    assert solution.winner is None and len(told) > 1
    assert all(state["stage"] == "search" for state in told)
    assert [state["nodes"] for state in told] == sorted(state["nodes"] for state in told)

    class Enough(Exception):
        pass

    def stop(state: dict[str, Any]) -> None:
        raise Enough

    with pytest.raises(Enough):
        otrera.solve(LARGE, tables=False, progress=stop)
    thoughts: list[dict[str, Any]] = []
    otrera.Player("threads=1").think("5x5", nodes=50, progress=thoughts.append)
    assert thoughts and thoughts[0]["stage"] == "think"


def test_a_limit_of_memory(lines: Callable[..., Callable[[], list[dict[str, Any]]]]) -> None:
    """It is the size of what the search has, and ends it once that is full, as on the command line."""
    arguments = ["--no-tables", "--threads", "1", "--limit", "1M"]
    (expected,) = lines(["6x6"], "solve", *arguments)()
    (solution,) = otrera.solve_batch(["6x6"], limit="1M", tables=False, threads=1)
    # How full it is is looked at now and then; a memory of another size would be a matter of many times as many.
    assert solution.winner is None and 0.5 < solution.nodes / expected["nodes"] < 2


def test_limits() -> None:
    solution = otrera.solve("6x6", limit="200n", tables=False, threads=1)
    assert solution.winner is None and solution.to_dict()["candidates"]
    value = otrera.value("....../.b..w./....../......", limit="100ms")
    assert value.canonical is None and value.exhausted is not None and value.lower
    assert repr(value).startswith("<Value [-")


def test_a_player_asked_by_its_own_callback() -> None:
    player = otrera.Player("threads=1", tables=False)

    def ask(state: dict[str, Any]) -> None:
        player.think("5x5", nodes=10)

    with pytest.raises(otrera.Error, match="^the player is thinking"):
        player.think("5x5", nodes=50, progress=ask)
    # Then it is free again, and another player may always be asked.
    other = otrera.Player("threads=1", tables=False)
    asked: list[otrera.Decision] = []
    player.think("5x5", nodes=50, progress=lambda _: asked.append(other.think("4x4", nodes=1)))
    assert asked


def test_many_threads_ask_at_once() -> None:
    player = otrera.Player("threads=1", tables=False)
    network = otrera.Network()
    texts = random_positions(8, empty=7, seed=3)
    asks: list[Callable[[str], object]] = [
        otrera.value,
        otrera.areas,
        lambda text: otrera.solve(text, tables=False, threads=1).winner,
        lambda text: player.think(text, nodes=1).position,
        lambda text: round(network.evaluate(text).win, 3),
        lambda text: otrera.Position(text).perft(2),
    ]
    expected = [[ask(text) for text in texts] for ask in asks]
    with ThreadPoolExecutor(12) as threads:
        found = [threads.map(ask, texts) for ask in asks]
        assert [list(answers) for answers in found] == expected


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes(method: str) -> None:
    """Positions, answers, games and errors go there and come back."""
    texts = random_positions(20, empty=6, seed=4)
    positions = [otrera.Position(text) for text in texts]
    expected = otrera.value_batch(positions)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(otrera.value, positions) == expected
        solutions = pool.map(otrera.solve, texts[:4])
        assert [it.winner for it in solutions] == [it.winner for it in expected[:4]]
        with pytest.raises(otrera.Error, match="^position text, line 1, column 1: found ") as raised:
            pool.map(otrera.value, ["??"])
        assert (raised.value.line, raised.value.column) == (1, 1)


def test_a_bad_entry_is_named() -> None:
    good = otrera.Position("b.w")
    many: list[Callable[[list[Any]], object]] = [
        otrera.value_batch,
        otrera.areas_batch,
        otrera.solve_batch,
        otrera.tds_batch,
        otrera.Network().evaluate_batch,
        otrera.planes,
    ]
    for ask in many:
        with pytest.raises(otrera.Error) as raised:
            ask([good, "b.w", "b..k/.w.. w", "9x9"])
        assert str(raised.value).startswith("positions[2]: position text, line 1, column 4: found `k`")
        assert (raised.value.line, raised.value.column) == (1, 4)
        with pytest.raises(TypeError, match=r"^positions\[1\]: found int; expected a Position or its text$"):
            ask([good, 5])
        # A text is something to go through, too, but a list of its letters is not what was meant.
        one: Any = "b.w"
        with pytest.raises(TypeError, match="^positions: found one; expected a list"):
            ask(one)
    with pytest.raises(TypeError, match="^found NoneType; expected a Position or its text$"):
        nothing: Any = None
        otrera.value(nothing)
    with pytest.raises(otrera.Error, match="found boards of 6x6 and 10x10; expected one size"):
        otrera.planes(["6x6", "6x6", "10x10"])


def test_a_check_tells_of_what_there_is() -> None:
    told: list[dict[str, Any]] = []
    assert otrera.check(Path(__file__).parents[2] / "docs" / "proofs" / "5x5.proof", progress=told.append)
    done = [state["done"] for state in told]
    assert done == sorted(set(done)) and done[-1] == told[-1]["of"] and len(told) <= 202
