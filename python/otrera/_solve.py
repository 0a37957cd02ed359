"""`otrera solve`: who wins."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from typing import Any, Literal

from . import _native
from ._native import Error, Move, Position, Proof
from ._answer import (
    Answer,
    Progress,
    Said,
    listener,
    move_on,
    moves_on,
    picture,
    position_of,
    positions_of,
    told,
)

Tables = bool | str | PathLike[str]
"""Endgame tables: those of the user if they are there (True), none (False), or those of a folder."""


def _margin(said: dict[str, list[int] | None]) -> dict[str, list[int]]:
    return {player: list(bounds) for player, bounds in said.items() if bounds is not None}


class Solution(Answer):
    """Who wins a position. `winner` is None if a limit was reached first."""

    __slots__ = ("_proof",)

    def __init__(self, text: str, said: str, proof: Proof | None = None) -> None:
        super().__init__(text, said)
        self._proof = proof

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._text, self._proof)

    position = Said("The position.", Position)
    winner = Said[Literal["b", "w"] | None]("Who wins.")

    @property
    def best_move(self) -> Move | None:
        """A move that wins, if the player to move has one."""
        return move_on(self.position, self._said["best_move"])

    @property
    def line(self) -> list[Move]:
        """Moves to a position that bounds decide."""
        return moves_on(self.position, self._said["line"])

    margin = Said(
        "For each player who can still win, how many moves he could give away: [least, most].", _margin
    )
    nodes = Said[int]("How many positions were searched.")
    seconds = Said[float]("How long it took.")

    @property
    def proof(self) -> Proof | None:
        """The proof, if one was asked for and no limit was reached."""
        return self._proof

    def svg(self) -> str:
        """The position, after the best move if there is one."""
        return picture(self.position, self.best_move)

    def _verdict(self) -> str:
        return {"b": "Black wins", "w": "White wins", None: "open"}[self.winner]

    def _repr_svg_(self) -> str:
        best = self.best_move
        words = self._verdict() if best is None else f"{self._verdict()}: {best}"
        return picture(self.position, best, words)

    def __repr__(self) -> str:
        return f"<Solution: {self._verdict()} {self._said['position']}>"


def _solutions(
    positions: list[Position],
    batch: bool,
    limit: str | None,
    memory: str,
    threads: int | None,
    engine: str,
    tables: Tables,
    proof: bool,
    progress: Progress | None,
) -> list[Solution]:
    if engine not in ("dfpn", "ab"):
        raise Error(f"engine: found `{engine}`; expected dfpn or ab")
    folder = None if isinstance(tables, bool) else fspath(tables)
    answers = _native.solve(
        positions,
        threads,
        listener(progress),
        batch,
        limit,
        memory,
        engine == "ab",
        folder,
        tables is False,
        proof,
    )
    return [
        Solution(text, said, None if found is None else Proof.from_bytes(found))
        for text, said, found in told(answers)
    ]


def solve(
    position: Position | str,
    *,
    limit: str | None = None,
    memory: str = "256M",
    threads: int | None = None,
    engine: Literal["dfpn", "ab"] = "dfpn",
    tables: Tables = True,
    proof: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """Who wins, and how.

    >>> import otrera
    >>> solution = otrera.solve("4x4", proof=True)
    >>> solution
    <Solution: Black wins .bb./b..b/w..w/.ww. w>
    >>> bool(otrera.check(solution.proof))
    True

    The search has so much `memory` and so many `threads`, all cores unless a number is given; with one thread it counts the same nodes every
    time. `limit` ends it by time, nodes or memory ("10s", "50000n", "5m,2G"). `progress` is called several times a second. Other
    Python threads go on meanwhile, and Ctrl-C ends it.
    """
    only = [position_of(position)]
    return _solutions(only, False, limit, memory, threads, engine, tables, proof, progress)[0]


def solve_batch(
    positions: Iterable[Position | str],
    *,
    limit: str | None = None,
    memory: str = "64M",
    threads: int | None = None,
    engine: Literal["dfpn", "ab"] = "dfpn",
    tables: Tables = True,
    proof: bool = False,
    progress: Progress | None = None,
) -> list[Solution]:
    """Who wins each of many positions, by so many threads, or by one for each core.

    Each thread has a solver of its own with so much memory, and what it finds of one position serves its next. Winners are always the same;
    with several threads moves and counts may differ from one time to the next.

    >>> import otrera
    >>> [solution.winner for solution in otrera.solve_batch(["4x4", "b.w", "b..xw"])]
    ['b', 'w', 'b']
    """
    many = positions_of(positions)
    return _solutions(many, True, limit, memory, threads, engine, tables, proof, progress)
