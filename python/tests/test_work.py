"""Work beside the interpreter: batches on all cores, Ctrl-C, callbacks."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
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
    positions = [otrera.Position(text) for text in random_positions(10_000, empty=7, seed=1)]
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
    # Threads that are new and work: one for each core, and the work is shared.
    spent = sorted((ticks for task, ticks in last.items() if task not in before), reverse=True)
    workers = [ticks for ticks in spent if ticks >= 5]
    print(f"{CORES} cores, ticks of new threads: {spent}")
    assert len(workers) == CORES
    assert min(workers) >= sum(workers) / CORES / 3


def test_one_thread_answers_the_same() -> None:
    positions = random_positions(200, empty=10, seed=2)
    assert otrera.areas_batch(positions, threads=1) == otrera.areas_batch(positions, threads=7)
    small = random_positions(200, empty=8, seed=2)
    one, three = (
        [value.canonical for value in otrera.value_batch(small, threads=threads, limit="5m")]
        for threads in (1, 3)
    )
    assert one == three
    assert otrera.value_batch([]) == []


def test_answers_can_be_pickled() -> None:
    answers: list[otrera.Answer] = [
        otrera.value("b...w"),
        otrera.areas("b...w", search=10),
        otrera.tds("b...w"),
        otrera.solve("4x4", proof=True),
        otrera.check(otrera.solve("4x4", proof=True).proof or ""),
    ]
    for answer in answers:
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer and hash(again) == hash(answer) and str(again) == str(answer)
    solution = pickle.loads(pickle.dumps(answers[3]))
    assert isinstance(solution, otrera.Solution) and otrera.check(solution.proof or "")
    graph = otrera.value("b...w").thermograph
    assert graph is not None and pickle.loads(pickle.dumps(graph)) == graph
    network = pickle.loads(pickle.dumps(otrera.Network()))
    assert isinstance(network, otrera.Network)


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
        lambda: otrera.Network().evaluate_batch(MANY),
    ],
)
def test_ctrl_c(work: Callable[[], object]) -> None:
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), interrupted(0.3):
        work()
    # Long before it would end by itself; not a measure of speed.
    assert time.monotonic() - began < 60


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
    otrera.Player("threads=1").think("6x6", nodes=500, progress=thoughts.append)
    assert thoughts and thoughts[0]["stage"] == "think"


def test_limits() -> None:
    solution = otrera.solve("6x6", limit="200n", tables=False, threads=1)
    assert solution.winner is None and solution.to_dict()["candidates"]
    value = otrera.value("....../.b..w./....../......", limit="100ms")
    assert value.canonical is None and value.exhausted is not None and value.lower
    assert repr(value).startswith("<Value [-")
