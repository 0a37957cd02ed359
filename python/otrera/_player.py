"""The player of whole boards."""

from __future__ import annotations

from typing import Any, Literal

from . import _native
from ._native import Move, Position
from ._answer import Answer, Progress, Said, listener, move_on, moves_on, picture, position_of


class Decision(Answer):
    """A move, and why."""

    __slots__ = ()

    position = Said("The position.", Position)

    @property
    def move(self) -> Move | None:
        """None if there is none: the game is over."""
        return move_on(self.position, self._said["move"])

    winner = Said[Literal["b", "w"] | None]("Who wins for certain.")
    margin = Said[int | None]("By how many moves, if that is known.")
    guess = Said[float | None]("By how many moves the player to move seems to be ahead.")

    @property
    def line(self) -> list[Move]:
        """The play that is expected."""
        return moves_on(self.position, self._said["line"])

    depth = Said[int]("How many moves ahead the player looked.")
    nodes = Said[int]("How many positions the player looked at.")

    def _repr_svg_(self) -> str:
        return picture(self.position, self.move, self._said["move"] or "no move")

    def __repr__(self) -> str:
        return f"<Decision: {self._said['move'] or 'no move'}>"


class Player(_native.Player):
    """A player of whole boards, which keeps what it has found from one move to the next.

    >>> import otrera
    >>> player = otrera.Player("threads=1")
    >>> decision = player.think("6x6", nodes=20)
    >>> print(decision.position.play(decision.move).to_move)
    b

    Its options are those of `otrera genmove --player`: "threads=2,endgames=off,evaluation=network". It uses the endgame tables of the user
    where they are there, unless `tables` is False. Several threads may ask it; it thinks for one after another. Pickled, it keeps its options
    and nothing else.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _player, (type(self), *self._made_with())

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


def _player(kind: type[Player], options: str, tables: bool) -> Player:
    """A player from its pickle."""
    return kind(options, tables=tables)
