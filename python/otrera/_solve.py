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
    Told,
    listener,
    move_on,
    position_of,
    positions_of,
    told,
)

Tables = bool | str | PathLike[str]
"""Endgame tables: those of the user if they are there (True), none (False), or those of a folder."""


class Solution(Answer):
    """Who wins a position. `winner` is None if a limit was reached first."""

    __slots__ = ("_proof",)

    def __init__(self, text: str, said: str, proof: Proof | None = None) -> None:
        super().__init__(text, said)
        self._proof = proof

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._text, self._proof)

    @property
    def position(self) -> Position:
        return Position(self._said["position"])

    @property
    def winner(self) -> Literal["b", "w"] | None:
        who: Literal["b", "w"] | None = self._said["winner"]
        return who

    @property
    def best_move(self) -> Move | None:
        """A move that wins, if the player to move has one."""
        return move_on(self.position, self._said["best_move"])

    @property
    def line(self) -> list[Move]:
        """Moves to a position that bounds decide."""
        position = self.position
        return [position.move(text) for text in self._said["line"]]

    @property
    def margin(self) -> dict[str, list[int]]:
        """For each player who can still win, how many moves he could give away: [least, most]."""
        margin: dict[str, list[int]] = self._said["margin"]
        return {player: bounds for player, bounds in margin.items() if bounds is not None}

    @property
    def nodes(self) -> int:
        number: int = self._said["nodes"]
        return number

    @property
    def seconds(self) -> float:
        number: float = self._said["seconds"]
        return number

    @property
    def proof(self) -> Proof | None:
        """The proof, if one was asked for and no limit was reached."""
        return self._proof

    def svg(self) -> str:
        """The position, after the best move if there is one."""
        best = self.best_move
        return self.position.svg() if best is None else self.position.play(best).svg(best)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        names = {"b": "Black wins", "w": "White wins", None: "open"}
        return f"<Solution: {names[self.winner]} {self._said['position']}>"


def _solutions(answers: list[Told | Error]) -> list[Solution]:
    return [
        Solution(text, said, None if proof is None else Proof.from_bytes(proof))
        for text, said, proof in told(answers)
    ]


def _folder(tables: Tables) -> str | None:
    return None if isinstance(tables, bool) else fspath(tables)


def _is_alpha_beta(engine: str) -> bool:
    if engine not in ("dfpn", "ab"):
        raise Error(f"engine: found `{engine}`; expected dfpn or ab")
    return engine == "ab"


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
    answers = _native.solve(
        [position_of(position)],
        threads,
        listener(progress),
        False,
        limit,
        memory,
        _is_alpha_beta(engine),
        _folder(tables),
        tables is False,
        proof,
    )
    return _solutions(answers)[0]


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
    answers = _native.solve(
        positions_of(positions),
        threads,
        listener(progress),
        True,
        limit,
        memory,
        _is_alpha_beta(engine),
        _folder(tables),
        tables is False,
        proof,
    )
    return _solutions(answers)
