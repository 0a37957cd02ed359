"""What all answers have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Generic, NoReturn, TypeVar, overload

from ._native import Error, Move, Position

T = TypeVar("T")

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


class Said(Generic[T]):
    """An attribute of an answer that stands in its JSON under the same name, perhaps as something that has to be read first."""

    def __init__(self, doc: str, read: Callable[[Any], T] | None = None) -> None:
        self.__doc__ = doc
        self._read = read
        self._name = ""

    def __set_name__(self, owner: type[Answer], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, answer: None, owner: type[Answer]) -> Said[T]: ...

    @overload
    def __get__(self, answer: Answer, owner: type[Answer]) -> T: ...

    def __get__(self, answer: Answer | None, owner: type[Answer]) -> Said[T] | T:
        if answer is None:
            return self
        said = answer._said[self._name]
        it: T = said if self._read is None else self._read(said)
        return it

    def __set__(self, answer: Answer, value: NoReturn) -> None:
        raise AttributeError(f"what an answer says cannot be changed: {self._name}")


def position_of(position: Position | str) -> Position:
    """A position, if need be from its text."""
    if isinstance(position, Position):
        return position
    if isinstance(position, str):
        return Position(position)
    raise TypeError(f"found {type(position).__name__}; expected a Position or its text")


def positions_of(positions: Iterable[Position | str]) -> list[Position]:
    """Positions, if need be from their texts. What is wrong with one is said with its place in the list."""
    if isinstance(positions, (Position, str)):
        raise TypeError("positions: found one; expected a list of them, or something else to go through")
    found = []
    for n, position in enumerate(positions):
        try:
            found.append(position_of(position))
        except Error as error:
            raise _placed(n, error) from None
        except TypeError as error:
            raise TypeError(f"positions[{n}]: {error}") from None
    return found


def _placed(n: int, error: Error) -> Error:
    """The error of one of several positions."""
    placed = Error(f"positions[{n}]: {error}")
    placed.line, placed.column = error.line, error.column
    return placed


def listener(progress: Progress | None) -> Callable[[str], object] | None:
    """From lines of JSON to what a caller wants to be told."""
    if progress is None:
        return None
    if not callable(progress):
        raise TypeError(f"progress: found {type(progress).__name__}; expected something to call")
    return lambda line: progress(json.loads(line))


def told(answers: list[Told | Error]) -> list[Told]:
    """What was answered; the first error is raised, of several positions with its place in the list."""
    found: list[Told] = []
    for n, answer in enumerate(answers):
        if isinstance(answer, Error):
            raise answer if len(answers) == 1 else _placed(n, answer)
        found.append(answer)
    return found


def fraction(number: str | None) -> Fraction | None:
    """An exact number from its text."""
    return None if number is None else Fraction(number)


def move_on(position: Position, text: str | None) -> Move | None:
    """A move, if there is one."""
    return None if text is None else position.move(text)


def moves_on(position: Position, texts: list[str]) -> list[Move]:
    """The moves of a line; each is on the same board."""
    return [position.move(text) for text in texts]


def picture(position: Position, move: Move | None, words: str | None = None) -> str:
    """A position after a move, if there is one, with words below."""
    return position.play(move).svg(move, words) if move is not None else position.svg(words=words)
