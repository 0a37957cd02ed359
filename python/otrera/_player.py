"""The player of whole boards."""

from __future__ import annotations

from typing import Literal

from . import _native
from ._native import Move, Position
from ._answer import Answer, Progress, listener, move_on, position_of


class Decision(Answer):
    """A move, and why."""

    __slots__ = ()

    @property
    def position(self) -> Position:
        return Position(self._said["position"])

    @property
    def move(self) -> Move | None:
        """None if there is none: the game is over."""
        return move_on(self.position, self._said["move"])

    @property
    def winner(self) -> Literal["b", "w"] | None:
        """Who wins for certain."""
        who: Literal["b", "w"] | None = self._said["winner"]
        return who

    @property
    def margin(self) -> int | None:
        """By how many moves, if that is known."""
        moves: int | None = self._said["margin"]
        return moves

    @property
    def guess(self) -> float | None:
        """By how many moves the player to move seems to be ahead."""
        moves: float | None = self._said["guess"]
        return moves

    @property
    def line(self) -> list[Move]:
        """The play that is expected."""
        position = self.position
        return [position.move(text) for text in self._said["line"]]

    @property
    def depth(self) -> int:
        number: int = self._said["depth"]
        return number

    @property
    def nodes(self) -> int:
        number: int = self._said["nodes"]
        return number

    def _repr_svg_(self) -> str:
        move = self.move
        return self.position.svg() if move is None else self.position.play(move).svg(move)

    def __repr__(self) -> str:
        return f"<Decision: {self._said['move'] or 'no move'}>"


class Player(_native.Player):
    """A player of whole boards, which keeps what it has found from one move to the next.

    >>> import otrera
    >>> player = otrera.Player("threads=1")
    >>> decision = player.think("6x6", nodes=200)
    >>> print(decision.position.play(decision.move).to_move)
    b

    Its options are those of `otrera genmove --player`: "threads=2,endgames=off,evaluation=network". It uses the endgame tables of the user
    where they are there, unless `tables` is False.
    """

    def think(
        self,
        position: Position | str,
        *,
        time: float | None = None,
        clock: float | None = None,
        increment: float = 0.0,
        depth: int | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
    ) -> Decision:
        """The move that it plays after so many seconds, or with so many on its clock for all moves to come, at this depth, or after so
        many nodes; whichever comes first. A second, if nothing is said."""
        if time is None and clock is None and depth is None and nodes is None:
            time = 1.0
        text, said, _ = self._think(
            position_of(position), time, clock, increment, depth, nodes, listener(progress)
        )
        return Decision(text, said)
