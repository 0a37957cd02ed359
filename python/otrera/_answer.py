"""What all answers have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from ._native import Error, Move, Position

Progress = Callable[[dict[str, Any]], object]
"""What is called while something takes long. Its `stage` says what else is in it: `search` (`nodes`, `depth`, `seconds`, …), `proof`
(`entries`, `waiting`), `batch` and `check` (`done`, `of`), `think` (`depth`, `nodes`, `guess`, …). An exception ends the work."""


Told = tuple[str, str, bytes | None]
"""An answer as JSON and as text, and a proof."""


class Answer:
    """What a command says: as an object, as `str` for people, and by `to_dict` as the command line writes it with `--json`.

    Two answers are equal if they say the same, however long they took.
    """

    __slots__ = ("_json", "_said", "_text")

    def __init__(self, text: str, said: str) -> None:
        self._json = text
        self._text = said
        self._said: dict[str, Any] = json.loads(text)

    def to_dict(self) -> dict[str, Any]:
        """The object that the command prints with `--json`."""
        answer: dict[str, Any] = json.loads(self._json)
        return answer

    def __str__(self) -> str:
        return self._text

    def _timeless(self) -> str:
        return json.dumps({name: it for name, it in self._said.items() if name != "seconds"})

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, Answer):
            return NotImplemented
        return self._timeless() == other._timeless()

    def __hash__(self) -> int:
        return hash(self._timeless())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._text)




def position_of(position: Position | str) -> Position:
    """A position, if need be from its text."""
    return Position(position) if isinstance(position, str) else position


def positions_of(positions: Iterable[Position | str]) -> list[Position]:
    return [position_of(position) for position in positions]


def listener(progress: Progress | None) -> Callable[[str], object] | None:
    """From lines of JSON to what a caller wants to be told."""
    if progress is None:
        return None
    return lambda line: progress(json.loads(line))


def told(answers: list[Told | Error]) -> list[Told]:
    """What was answered; the first error is raised."""
    for answer in answers:
        if isinstance(answer, Error):
            raise answer
    return [answer for answer in answers if not isinstance(answer, Error)]


def exact(number: str | None) -> Fraction | None:
    """An exact number from its text."""
    return None if number is None else Fraction(number)


def move_on(position: Position, text: str | None) -> Move | None:
    return None if text is None else position.move(text)
