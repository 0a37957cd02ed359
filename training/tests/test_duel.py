"""Matches between files and fixed players, by the command."""

import json
import sys

from training import duel
from training.tests.test_start import trained  # noqa: F401, a fixture


def said(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["duel", *map(str, arguments), "--device", "cpu"])
    duel.main()
    return capsys.readouterr().out


def test_better_wins(tmp_path, monkeypatch, capsys):
    out = tmp_path / "duels.jsonl"
    line = said(monkeypatch, capsys, "t1", "random", "--size", "6x5", "--games", "39", "--json", out)
    result = json.loads(out.read_text())
    assert line == f"t1 against random on 6x5: {100 * result['rate']:.1f} % +- {100 * result['error']:.1f} of 40 games\n"
    assert result["rate"] > 0.8


def test_a_network_against_itself_wins_half(trained, monkeypatch, capsys):  # noqa: F811
    """Without noise the two games of a pair are the same game with names exchanged."""
    assert ": 50.0 % " in said(monkeypatch, capsys, trained[1], trained[1], "--size", "5", "--games", "24")
