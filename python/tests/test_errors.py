"""Errors say what the command line says."""

from collections.abc import Callable
from typing import Any

import pytest

import otrera


def said(done: Any) -> str:
    assert done.returncode == 2
    message: str = done.stderr.removeprefix("error: ").removesuffix("\n")
    return message


@pytest.mark.parametrize("text", ["b..k/.w.. w", "9x9", "b./b/.. w", "", "(;GM[18]SZ[5:6];W[zz])", "5x6 A1-A2xA1"])
def test_positions(command: Callable[..., Any], text: str) -> None:
    with pytest.raises(otrera.Error) as raised:
        otrera.Position(text)
    if text:
        assert str(raised.value) == said(command("show", text))


def test_places() -> None:
    with pytest.raises(otrera.Error) as raised:
        otrera.Position("b..k/.w.. w")
    assert (raised.value.line, raised.value.column) == (1, 4)
    assert isinstance(raised.value, ValueError)
    with pytest.raises(otrera.Error) as raised:
        otrera.Position("5x6").at("F1")
    assert (raised.value.line, raised.value.column) == (None, None)
    assert str(raised.value) == "found `F1`; expected a square of the 5x6 board, such as A1"


def test_illegal_moves(command: Callable[..., Any]) -> None:
    moves = "B1-B4xD4 B1-C2xC3"
    with pytest.raises(otrera.Error) as raised:
        otrera.Position("5x6").play(moves)
    assert "--play: " + str(raised.value) == said(command("show", "5x6", "--play", moves))
    with pytest.raises(otrera.Error, match="is illegal"):
        otrera.Position("5x6").play(otrera.Position("5x6").move("B1-B2xB1").__class__("A1-A2xA3", 5, 6))


def test_limits() -> None:
    with pytest.raises(otrera.Error, match="limit: found `10`; expected a time"):
        otrera.value("b.w", limit="10")
    with pytest.raises(otrera.Error, match="memory: found `x`; expected a size"):
        otrera.solve("b.w", memory="x")
    with pytest.raises(otrera.Error, match="found `speed`; expected an option of the player"):
        otrera.Player("speed=2")
    with pytest.raises(otrera.Error, match="delta: found `3`; expected a power of two"):
        otrera.tds("b...w", delta="3")


def test_files(command: Callable[..., Any], tmp_path: Any) -> None:
    nothing = str(tmp_path / "nothing.proof")
    with pytest.raises(otrera.Error) as raised:
        otrera.check(nothing)
    assert str(raised.value) == said(command("check", nothing))
    garbage = tmp_path / "garbage.proof"
    garbage.write_bytes(b"no proof")
    with pytest.raises(otrera.Error) as raised:
        otrera.check(garbage)
    assert str(raised.value) == said(command("check", str(garbage)))
    with pytest.raises(otrera.Error) as raised:
        otrera.Network(nothing)
    assert str(raised.value) == said(command("check", nothing))
    with pytest.raises(otrera.Error, match=f"^{garbage}: "):
        otrera.Network(garbage)
    with pytest.raises(otrera.Error, match="^cannot read .*: it is a folder"):
        otrera.Network(tmp_path)
    with pytest.raises(otrera.Error, match="^cannot read /dev/zero: not a regular file"):
        otrera.Network("/dev/zero")
    # Standard input is the program's own.
    with pytest.raises(otrera.Error, match="^found `-`; expected a file or a text"):
        otrera.Game.load("-")
    proof = otrera.solve("4x4", proof=True).proof
    assert proof is not None
    with pytest.raises(otrera.Error, match="no such folder"):
        proof.save(tmp_path / "nowhere" / "a.proof")
    proof.save(tmp_path / "a.proof")
    file = otrera.Proof(tmp_path / "a.proof")
    (tmp_path / "a.proof").unlink()
    with pytest.raises(otrera.Error, match="^no such file: .*a.proof"):
        bytes(file)
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[18]SZ[5:6];W[zz])")
    with pytest.raises(otrera.Error) as raised:
        otrera.Game.load(game)
    assert str(raised.value) == said(command("show", str(game)))


def test_moves_of_other_boards() -> None:
    start, other = otrera.Position("5x6"), otrera.Position("6x6").move("B1-B4xD4")
    game = otrera.Game(start)
    for use in (start.play, start.svg, game.play):
        with pytest.raises(otrera.Error) as raised:
            use(other)
        assert str(raised.value) == "found B1-B4xD4 on a board of 6x6; expected a move on one of 5x6"
    assert len(game) == 0


def test_tables_that_are_not_there(command: Callable[..., Any], tmp_path: Any) -> None:
    nowhere = str(tmp_path / "nowhere")
    words = said(command("tables", "stats", "--tables", nowhere))
    for ask in (otrera.solve, otrera.tds):
        with pytest.raises(otrera.Error) as raised:
            ask("b...w", tables=nowhere)
        assert str(raised.value) == words
    with pytest.raises(otrera.Error, match="^player: network: no such file: nowhere.otrn"):
        otrera.Player("network=nowhere.otrn")


def test_what_cannot_be_called() -> None:
    callback: Any = 5
    with pytest.raises(TypeError, match="^progress: found int; expected something to call"):
        otrera.solve("4x4", progress=callback)


def test_nothing_to_fight_for(command: Callable[..., Any]) -> None:
    with pytest.raises(otrera.Error) as raised:
        otrera.tds("b..xw")
    assert str(raised.value) == said(command("tds", "b..xw"))
    answers = otrera.tds_batch(["b..xw", "b.w"])
    assert isinstance(answers[0], otrera.Error) and isinstance(answers[1], otrera.Temperature)


def test_engines_have_two_names() -> None:
    engine: Any = "alphabeta"
    with pytest.raises(otrera.Error, match="engine: found `alphabeta`; expected dfpn or ab"):
        otrera.solve("4x4", engine=engine)
    with pytest.raises(otrera.Error, match="engine: found `alphabeta`; expected dfpn or ab"):
        otrera.solve_batch(["4x4"], engine=engine)


def test_alpha_beta_has_no_proofs(command: Callable[..., Any], tmp_path: Any) -> None:
    with pytest.raises(otrera.Error) as raised:
        otrera.solve("4x4", engine="ab", proof=True)
    done = command("solve", "4x4", "--engine", "ab", "--proof", str(tmp_path / "4x4.proof"))
    assert said(done) == f"--{raised.value}".replace(": ", " ").replace("use ", "use --engine ")


def test_moves_are_moves_or_texts() -> None:
    no_move: Any = 5
    for it in (otrera.Position("5x5"), otrera.Game(otrera.Position("5x5"))):
        with pytest.raises(TypeError, match="^found int; expected a Move or the text of a move$"):
            it.play(no_move)
