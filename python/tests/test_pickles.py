"""What is pickled or copied is the same thing afterwards, by every protocol and for every class."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import otrera

DOCS = Path(__file__).resolve().parents[2] / "docs"

WAYS: dict[str, Callable[[Any], Any]] = {
    **{
        f"protocol {protocol}": lambda it, protocol=protocol: pickle.loads(pickle.dumps(it, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def game_with_all_sorts_of_things() -> otrera.Game:
    """Variations, remarks with brackets, backslashes and line breaks, and a header of two values."""
    (game,) = otrera.Game.read(
        "(;GM[18]SZ[5:6]PB[A\\]nn \\\\]C[one\ntwo]AN[x][y];W[bfbcdc]N[first];B[ebedcd]"
        "(;W[aeafae])(;W[aeadae]C[a variation]))"
    )
    return game


def long_game() -> otrera.Game:
    """On a board that SGF cannot hold."""
    game = otrera.Game(otrera.Position("b57/57w w"))
    game.add_header("PB", "An]n\\")
    game.play("BF1-BE1xBD1 A2-B2xC2")
    return game


def things() -> dict[str, Any]:
    start = otrera.Position("5x6")
    value = otrera.value("x.xw/b..x")
    areas = otrera.areas("..bw... b", search=10)
    solution = otrera.solve("4x4", proof=True, tables=False, threads=1)
    assert solution.proof is not None
    try:
        otrera.Position("b..k/.w.. w")
    except otrera.Error as raised:
        error = raised
    return {
        "position": start,
        "long position": otrera.Position("b127"),
        "move": start.move("B1-B4xD4"),
        "game": game_with_all_sorts_of_things(),
        "game of a file": otrera.Game.load(DOCS / "games" / "greedy.sgf")[0],
        "long game": long_game(),
        "empty game": otrera.Game(start),
        "proof": solution.proof,
        "proof of a file": otrera.Proof(DOCS / "proofs" / "4x5.proof"),
        "value": value,
        "thermograph": value.thermograph,
        "areas": areas,
        "area": areas.areas[0],
        "part": areas.areas[0].parts[0],
        "temperature": otrera.tds("b...w"),
        "solution": solution,
        "checked": otrera.check(solution.proof),
        "decision": otrera.Player("threads=1", tables=False).think("4x4", nodes=10),
        "evaluation": otrera.Network().evaluate("5x5"),
        "network": otrera.Network(),
        "error": error,
    }


THINGS = things()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", THINGS)
def test_all_ways(name: str, way: str) -> None:
    thing = THINGS[name]
    again = WAYS[way](thing)
    assert type(again) is type(thing) and repr(again) == repr(thing) and str(again) == str(thing)
    if isinstance(thing, otrera.Error):
        assert (again.args, again.line, again.column) == (thing.args, thing.line, thing.column)
        return
    assert again == thing
    if isinstance(thing, otrera.Game):
        # Games change, and so have no hash.
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)
        assert again.text() == thing.text() if "long" not in name else again.moves == thing.moves
        assert again.headers == thing.headers
    else:
        assert hash(again) == hash(thing)


@pytest.mark.parametrize("way", WAYS)
def test_what_belongs_to_it(way: str, tmp_path: Path) -> None:
    solution = WAYS[way](THINGS["solution"])
    assert otrera.check(solution.proof)
    assert bytes(WAYS[way](THINGS["proof of a file"])) == (DOCS / "proofs" / "4x5.proof").read_bytes()
    assert WAYS[way](THINGS["areas"]).svg() == THINGS["areas"].svg()
    # A player forgets, and keeps its options.
    player = otrera.Player("threads=1,endgames=off", tables=False)
    again = WAYS[way](player)
    assert type(again) is otrera.Player and repr(again) == "Player('threads=1,endgames=off', tables=False)"
    assert again.think("5x5", nodes=5) == player.think("5x5", nodes=5)
    # A network is the same, wherever its file has gone to.
    file = tmp_path / "a.otrn"
    file.write_bytes((DOCS.parent / "crates" / "otrera-player" / "networks" / "otrera.otrn").read_bytes())
    network = otrera.Network(file)
    assert network == otrera.Network() and hash(network) == hash(otrera.Network())
    pickled = WAYS[way](network)
    file.unlink()
    assert type(pickled) is otrera.Network and pickled == network and repr(pickled) == repr(network)
    assert pickled.evaluate("5x5") == network.evaluate("5x5")
    assert otrera.Network(data=pickle.loads(pickle.dumps(network))._source()[1]) == network


def test_copies_of_games_are_games_of_their_own() -> None:
    game = THINGS["game"]
    for way in WAYS.values():
        again = way(game)
        again.add_header("PW", "Bo")
        assert again != game and "PW" not in game.headers


def test_every_public_class_is_here() -> None:
    classes = {it for it in vars(otrera).values() if isinstance(it, type)}
    tried = {type(thing) for thing in THINGS.values()} | {otrera.Player, otrera.Answer}
    assert classes <= tried, classes - tried
