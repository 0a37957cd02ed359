"""`otrera areas`: who owns what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from . import _native
from ._native import Error, Position
from ._answer import Answer, Progress, Said, Told, listener, position_of, positions_of, told

PATIENCE = 20_000
"""So many positions are bounded at most in the search of an area, unless something else is asked for."""


@dataclass(frozen=True)
class Part:
    """A part of an area, as the improved partition shows it."""

    label: str
    squares: tuple[str, ...]
    kind: Literal["territory", "blocker territory", "active"]
    owner: Literal["b", "w"] | None
    empty: int
    lower: str
    upper: str
    source: str


@dataclass(frozen=True)
class Area:
    """Squares that hang together, with bounds on what they are worth and how these were found."""

    squares: tuple[str, ...]
    kind: Literal["territory", "active"]
    owner: Literal["b", "w"] | None
    empty: int
    lower: str
    upper: str
    left_first: int
    right_first: int
    source: str
    parts: tuple[Part, ...]


class Areas(Answer):
    """The areas of a position."""

    __slots__ = ("_search",)

    def __init__(self, text: str, said: str, search: int = PATIENCE) -> None:
        super().__init__(text, said)
        self._search = search

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._text, self._search)

    position = Said("The position.", Position)

    @property
    def areas(self) -> list[Area]:
        """The areas, and what is known of each."""
        return [_area(area) for area in self._said["areas"]]

    lower = Said[str]("The lower bound on the sum of all.")
    upper = Said[str]("The upper bound.")
    left_first = Said[int]("What Black is sure of if he moves first.")
    right_first = Said[int]("What White concedes at most if she moves first.")
    winner = Said[Literal["b", "w"] | None]("Who wins, if the bounds tell.")

    def svg(self) -> str:
        """The map that `otrera areas --svg` draws."""
        return _native.areas_svg(self.position, self._search)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        count = len(self._said["areas"])
        areas = "1 area" if count == 1 else f"{count} areas"
        return f"<Areas: {areas} worth {self.lower}, {self.upper} in {self._said['position']}>"


def _all(answers: list[Told | Error], search: int) -> list[Areas]:
    return [Areas(text, said, search) for text, said, _ in told(answers)]


def _area(said: dict[str, Any]) -> Area:
    parts = tuple(Part(**_listed(part)) for part in said["parts"])
    return Area(**{**_listed(said), "parts": parts})


def _listed(said: dict[str, Any]) -> dict[str, Any]:
    return {**said, "squares": tuple(said["squares"])}


def areas(position: Position | str, *, search: int = PATIENCE) -> Areas:
    """How a position splits, who owns each area, and who is ahead.

    >>> import otrera
    >>> answer = otrera.areas("..bw... b")
    >>> answer
    <Areas: 1 area worth [-1, -1] in ..bw... b>
    >>> [(part.label, part.owner, part.lower) for part in answer.areas[0].parts]
    [('a', 'b', '[2'), ('c', 'w', '[-3')]
    >>> answer.winner
    'w'

    The search of each area bounds so many positions at most as `search` says.
    """
    return _all(_native.areas([position_of(position)], 1, None, search), search)[0]


def areas_batch(
    positions: Iterable[Position | str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    search: int = PATIENCE,
) -> list[Areas]:
    """The areas of many positions, by so many threads, or by one for each core.

    >>> import otrera
    >>> [answer.winner for answer in otrera.areas_batch(["b.w", "b..xw", "bxw.."])]
    ['w', 'b', 'w']
    """
    many = positions_of(positions)
    return _all(_native.areas(many, threads, listener(progress), search), search)
