"""Solves, values and plays the Game of the Amazons.

>>> import otrera
>>> position = otrera.Position("x.xw/b..x")
>>> print(position.play("D2-C1xD2"))
x.xx/b.wx b
>>> otrera.value(position).mean
Fraction(3, 4)
>>> otrera.solve(position).winner
'w'

Positions, moves and games can be compared, hashed and pickled, and notebooks show them as pictures. Answers have the names of
`otrera … --json`; `str(answer)` is what the command prints, `answer.to_dict()` what it prints with `--json`. Exact numbers are
fractions. Errors say what the command line says.
"""

from ._native import Error, Game, Move, Position, Proof, __version__
from ._answer import Answer, Progress
from ._areas import Area, Areas, Part, areas, areas_batch
from ._check import Checked, check
from ._network import Evaluation, Network, planes
from ._player import Decision, Player
from ._solve import Solution, solve, solve_batch
from ._tds import Temperature, tds, tds_batch
from ._thermograph import Thermograph
from ._value import Value, value, value_batch

__all__ = [
    "Answer",
    "Area",
    "Areas",
    "Checked",
    "Decision",
    "Error",
    "Evaluation",
    "Game",
    "Move",
    "Network",
    "Part",
    "Player",
    "Position",
    "Progress",
    "Proof",
    "Solution",
    "Temperature",
    "Thermograph",
    "Value",
    "__version__",
    "areas",
    "areas_batch",
    "check",
    "planes",
    "solve",
    "solve_batch",
    "tds",
    "tds_batch",
    "value",
    "value_batch",
]
