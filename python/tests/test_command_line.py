"""Answers are those of the command line, on 500 random positions."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from conftest import random_positions

import otrera

Lines = Callable[..., Callable[[], list[dict[str, Any]]]]
# No answer is to depend on how busy the machine is.
LIMIT = "300s,1G"
POSITIONS = [otrera.Position(text) for text in random_positions(500, empty=7)]


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: it for name, it in answer.items() if name != "seconds"}


def without_witnesses(value: dict[str, Any]) -> dict[str, Any]:
    """Of several games that a move is reversible through one is named, which depends on what was asked before."""
    moves = value["best_moves"] or {"black": [], "white": []}
    shown = {
        player: [(it["value"], it["moves"], it["reversible_through"] is None) for it in moves[player]]
        for player in ("black", "white")
    }
    return {**value, "best_moves": shown}


def test_the_positions_differ() -> None:
    assert len(set(POSITIONS)) > 490


def test_values(lines: Lines) -> None:
    expected = lines(POSITIONS, "value", "--limit", LIMIT)
    answers = otrera.value_batch(POSITIONS, threads=1, limit=LIMIT)
    assert [answer.to_dict() for answer in answers] == expected()
    kinds = {answer.kind for answer in answers}
    assert kinds == {"number", "number+infinitesimal", "hot"}
    # On all cores, on more threads than there are, and one at a time, it is the same.
    some = POSITIONS[:100]
    alone = [otrera.value(it, limit=LIMIT) for it in some[:20]]
    for others in (otrera.value_batch(some, limit=LIMIT), otrera.value_batch(some, threads=7, limit=LIMIT), alone):
        for answer, other in zip(answers, others, strict=False):
            assert without_witnesses(other.to_dict()) == without_witnesses(answer.to_dict())


def test_areas(lines: Lines) -> None:
    expected = lines(POSITIONS, "areas")
    answers = otrera.areas_batch(POSITIONS)
    assert [answer.to_dict() for answer in answers] == expected()
    assert answers[:50] == otrera.areas_batch(POSITIONS[:50], threads=1)
    assert answers[:50] == otrera.areas_batch(POSITIONS[:50], threads=7)
    assert {answer.winner for answer in answers} >= {"b", "w"}


def test_solutions(lines: Lines) -> None:
    arguments = ["--no-tables", "--threads", "1", "--memory", "16M"]
    asked = lines(POSITIONS, "solve", *arguments)
    answers = otrera.solve_batch(POSITIONS, tables=False, threads=1, memory="16M")
    expected = asked()
    assert [timeless(answer.to_dict()) for answer in answers] == [timeless(it) for it in expected]
    # With several threads moves may differ, and winners do not.
    others = otrera.solve_batch(POSITIONS, tables=False, memory="16M")
    assert [answer.winner for answer in others] == [answer["winner"] for answer in expected]
    assert {answer.winner for answer in others} == {"b", "w"}


def test_temperatures(lines: Lines) -> None:
    expected = lines(POSITIONS, "tds", "--limit", LIMIT)
    settled = 0
    for answer, other in zip(otrera.tds_batch(POSITIONS, limit=LIMIT), expected(), strict=True):
        if isinstance(answer, otrera.Error):
            assert str(answer) == other["error"]
        else:
            settled += answer.exact
            assert timeless(answer.to_dict()) == timeless(other)
    assert settled > 100


def test_texts(command: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    for name, ask in (("value", otrera.value), ("areas", otrera.areas)):
        for position in POSITIONS[:5]:
            assert str(ask(position)) == command(name, str(position)).stdout


def test_pictures(command: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    for name, ask in (("value", otrera.value), ("areas", otrera.areas)):
        for position in POSITIONS[:5]:
            command(name, str(position), "--svg", str(picture))
            assert ask(position).svg() == picture.read_text()
    command("show", "5x6", "--play", "B1-B4xD4", "--svg", str(picture))
    start = otrera.Position("5x6")
    move = start.move("B1-B4xD4")
    assert start.play(move).svg(move) == picture.read_text()


def test_proofs(command: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path) -> None:
    solution = otrera.solve("5x4", proof=True, tables=False, threads=1)
    assert solution.proof is not None
    file = tmp_path / "5x4.proof"
    solution.proof.save(file)
    done = command("check", str(file))
    assert done.returncode == 0 and done.stdout.startswith("Accepted: ")
    checked = otrera.check(file)
    assert checked and str(checked).splitlines()[0] == done.stdout.splitlines()[0]
    assert timeless(checked.to_dict()) == timeless(
        json.loads(command("check", str(file), "--json").stdout)
    )
    assert otrera.Proof(file) == solution.proof == otrera.Proof.from_bytes(file.read_bytes())


def test_a_proof_that_is_none(command: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path) -> None:
    """A true proof whose claim is turned round, with its checksums repaired: the first eight bytes of the SHA-256 of the header behind
    it, and the SHA-256 of all at the end."""
    proof = otrera.solve("b.w/...", proof=True).proof
    assert proof is not None
    header, rest = bytes(proof).split(b"\n\n", 1)
    header = header.replace(b"winner w", b"winner b") + b"\n\n"
    forged = header + sha256(header).digest()[:8] + rest[8:-32]
    file = tmp_path / "forged.proof"
    file.write_bytes(forged + sha256(forged).digest())
    checked = otrera.check(file)
    done = command("check", str(file), "--json")
    assert not checked and checked.rejection is not None and done.returncode == 1
    assert timeless(checked.to_dict()) == timeless(json.loads(done.stdout))
    assert repr(checked) == "<REJECTED: Black wins b.w/3 w>"


def test_moves_of_the_player(lines: Lines) -> None:
    positions = POSITIONS[:20]
    arguments = ["--nodes", "50", "--no-tables", "--player", "threads=1"]
    player = otrera.Player("threads=1", tables=False)
    for position, expected in zip(positions, lines(positions, "genmove", *arguments)(), strict=True):
        player.forget()
        assert timeless(player.think(position, nodes=50).to_dict()) == timeless(expected)
