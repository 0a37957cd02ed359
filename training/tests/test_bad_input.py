"""What the programs say of bad input: one line, and status 2."""

import runpy
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import torch

from training import config as configs, export, ranges
from training.network import Network

CONFIGS = Path(__file__).parents[1] / "configs"
TINY = (CONFIGS / "tiny.toml").read_text()

pytestmark = pytest.mark.filterwarnings("ignore:.*found in sys.modules")


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """Runs a program in an empty folder and returns the line that it ends with."""
    monkeypatch.chdir(tmp_path)

    def run(module, line):
        monkeypatch.setattr(sys, "argv", [module, *line.split()])
        with pytest.raises(SystemExit) as end:
            runpy.run_module(f"training.{module}", run_name="__main__")
        out, error = capsys.readouterr()
        assert end.value.code == 2 and out == "" and error.count("\n") == 1, error
        return error.rstrip()

    return run


BAD_CONFIGS = {
    "channels =": "not TOML: Invalid value",
    "channels = 8\nchannels = 8": "not TOML: Cannot overwrite a value",
    "chanels = 8": "unknown setting `chanels`; known are channels, blocks,",
    "name = 'x'": "unknown setting `name`; leave it out, a run has the name of this file",
    "channels = 'a'": 'channels: found `"a"`; expected a whole number above 0',
    "channels = 8.5": "channels: found `8.5`; expected a whole number above 0",
    "channels = true": "channels: found `true`; expected a whole number above 0",
    "games = -3": "games: found `-3`; expected a whole number above 0",
    "blocks = 0": "blocks: found `0`; expected a whole number above 0",
    "steps = -1": "steps: found `-1`; expected a whole number of at least 0",
    "match_games = 1": "match_games: found `1`; expected a whole number of at least 2",
    "gate = 52": "gate: found `52`; expected a number from 0 to 1",
    "learning_rate = nan": "learning_rate: found `NaN`; expected a number above 0",
    "total_seconds = 0": "total_seconds: found `0`; expected a number above 0",
    "total_seconds = 2026-01-01": 'total_seconds: found `"2026-01-01"`; expected a number above 0',
    "importance = 1": "importance: found `1`; expected true or false",
    "opponent = 1": "opponent: found `1`; expected a text in quotation marks",
    "falls_to = 0.5": "falls_to: found `0.5`; expected at least falls_from, 0.667",
    "match_size = '3x3'": "match_size: found the size `3x3`; expected width and height from 4 to 11, such as 10x10",
    "sizes = 10": 'sizes: found `10`; expected sizes and their shares, such as { "10x10" = 0.9, "8x8" = 0.1 }',
    "sizes = {}": 'sizes: found `{}`; expected sizes and their shares, such as { "10x10" = 0.9, "8x8" = 0.1 }',
    "sizes = { '10' = 1 }": "sizes: found the size `10`; expected width and height from 4 to 11, such as 10x10",
    "sizes = { 10x10x10 = 1 }": "sizes: found the size `10x10x10`; expected width and height from 4 to 11, such as 10x10",
    "sizes = { 12x12 = 1 }": "sizes: found the size `12x12`; expected width and height from 4 to 11, such as 10x10",
    "sizes = { 5x5 = 0 }": "sizes: found `0` as the share of 5x5; expected a number above 0",
    "sizes = { 5x5 = 'all' }": 'sizes: found `"all"` as the share of 5x5; expected a number above 0',
    "sizes = { 5x5 = inf }": "sizes: found `Infinity` as the share of 5x5; expected a number above 0",
}


@pytest.mark.parametrize("text", BAD_CONFIGS)
def test_bad_configs(said, text):
    Path("x.toml").write_text(text)
    assert said("train", "--config x.toml --out run").startswith(f"x.toml: {BAD_CONFIGS[text]}")
    assert not Path("run").exists()


def test_files_that_are_no_configs(said):
    Path("folder").mkdir()
    Path("picture").write_bytes(b"\x89PNG\r\n")
    for name, why in (("missing.toml", "No such file or directory"), ("folder", "Is a directory"),
                      ("picture", "not a text; expected settings as in training/configs/main.toml")):
        assert said("train", f"--config {name} --out run") == f"{name}: {why}"


def test_ranges_fit_the_settings():
    """Names in ranges.py are those of numbers among the settings; defaults and kept configs lie within."""
    kinds = {field.name: field.type for field in fields(configs.Config)}
    named = [*ranges.ABOVE_0, *ranges.SHARES, *ranges.BETWEEN]
    assert len(set(named)) == len(named) and all(kinds[name] in (int, float) for name in named)
    default = configs.Config(name="x")
    for name, kind in kinds.items():
        ranges.check(name, kind, getattr(default, name))
    for path in CONFIGS.glob("*.toml"):
        assert configs.load(path).name == path.stem


@pytest.fixture
def files(tmp_path):
    """A network file; damaged ones; logs; a config."""
    network = tmp_path / "net.otrn"
    export.write(network, Network(8, 1, 1), {})
    (tmp_path / "cut.otrn").write_bytes(network.read_bytes()[:-1])
    (tmp_path / "text.otrn").write_text("a text")
    (tmp_path / "log").write_text('{"seconds": 1, "step": 1, "games": 1, "against_kept": 0.5}\n')
    (tmp_path / "empty").write_text("")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "tiny.toml").write_text(TINY)


TINY_RUN = "--config tiny.toml --device cpu --out"
BAD_LINES = [
    ("curve", "--log missing", "missing: No such file or directory"),
    ("curve", "--log .", ".: Is a directory"),
    ("curve", "--log empty", "empty: no matches in it yet"),
    ("curve", "--log binary", "binary:1: not a line of a training log"),
    ("curve", "--log log --svg nowhere/x.svg --table", "nowhere/x.svg: No such file or directory"),
    ("curve", "", "the following arguments are required: --log (see --help)"),
    ("duel", "missing.otrn t1 --size 5", "missing.otrn: No such file or directory"),
    ("duel", "t1 cut.otrn --size 5", "cut.otrn: checksum does not match; the file is damaged"),
    ("duel", "text.otrn t1 --size 5", "text.otrn: not a network file (it does not start with OTRN)"),
    ("duel", "t1 random --size 12", "argument --size: found the size `12x12`; expected width and height from 4 to 11, such as 10x10 (see --help)"),
    ("duel", "t1 random --size 5x", "argument --size: found the size `5x`; expected width and height from 4 to 11, such as 10x10 (see --help)"),
    ("duel", "t1 random --games 0", "argument --games: found `0`; expected a whole number of at least 1 (see --help)"),
    ("duel", "t1 random --games many", "argument --games: found `many`; expected a whole number of at least 1 (see --help)"),
    ("duel", "t1 random --openings -1", "argument --openings: found `-1`; expected a whole number of at least 0 (see --help)"),
    ("duel", "t1 random --device gpu", "argument --device: found `gpu`; expected cpu, or cuda where PyTorch finds a GPU (see --help)"),
    ("duel", "t1 random --config missing.toml", "missing.toml: No such file or directory"),
    ("match", "--one t1 --two missing.otrn", "missing.otrn: No such file or directory"),
    ("match", "--one t1 --two random --size 3x3", "argument --size: found the size `3x3`; expected width and height from 4 to 11, such as 10x10 (see --help)"),
    ("vectors", "--network missing.otrn --out x", "missing.otrn: No such file or directory"),
    ("vectors", "--network cut.otrn --out x", "cut.otrn: checksum does not match; the file is damaged"),
    ("vectors", "--network net.otrn --out nowhere/x", "nowhere/x: No such file or directory"),
    ("vectors", "--network net.otrn --out x --sizes 5x5,12x5", "argument --sizes: found the size `12x5`; expected width and height from 4 to 11, such as 10x10 (see --help)"),
    ("vectors", "--network net.otrn --out x --positions 0", "argument --positions: found `0`; expected a whole number of at least 1 (see --help)"),
    ("export", "--checkpoint missing --config tiny.toml --out x.otrn", "missing: no checkpoint in it"),
    ("export", "--checkpoint . --config missing.toml --out x.otrn", "missing.toml: No such file or directory"),
    ("profile", "--config missing.toml", "missing.toml: No such file or directory"),
    ("train", f"{TINY_RUN} run --resume", "run: no checkpoint in it; to begin a run, leave out --resume"),
    ("train", f"{TINY_RUN} run --total 0", "argument --total: found `0`; expected a number of seconds above 0 (see --help)"),
    ("train", f"{TINY_RUN} run --total -5", "argument --total: found `-5`; expected a number of seconds above 0 (see --help)"),
    ("train", f"{TINY_RUN} run --total 60", "--total: tiny.toml gives the length of the run in steps or games, not in seconds"),
    ("train", f"{TINY_RUN} run --seconds soon", "argument --seconds: found `soon`; expected a number of seconds above 0 (see --help)"),
    ("train", f"{TINY_RUN} run --opponent missing.otrn", "opponent: missing.otrn: No such file or directory"),
    ("train", f"{TINY_RUN} run --from missing.otrn", "--from: missing.otrn: No such file or directory"),
    ("train", f"{TINY_RUN} run --from net.otrn", "--from: net.otrn: a network of channels 8, blocks 1, pool_every 1; the config asks for channels 16, blocks 2, pool_every 1"),
    ("train", f"{TINY_RUN} log", "log: File exists"),
    ("train", f"{TINY_RUN} run --resume --from net.otrn", "argument --from: not allowed with argument --resume (see --help)"),
]


@pytest.mark.parametrize("module,line,why", BAD_LINES)
def test_bad_command_lines(said, files, module, line, why):
    assert said(module, line) == why
    assert not Path("x").exists() and not list(Path(".").glob("x.*"))


def test_a_checkpoint_of_another_run(said, files):
    from training.train import Run

    Run(configs.load("tiny.toml"), "run", torch.device("cpu")).save()
    Path("shape.toml").write_text(TINY.replace("blocks = 2", "blocks = 3"))
    Path("games.toml").write_text(TINY.replace("games = 64", "games = 32"))
    shapes = "run/checkpoint-1: a network of channels 16, blocks 2, pool_every 1; the config asks for channels 16, blocks 3, pool_every 1"
    for module, line, why in (
        ("train", f"{TINY_RUN} run", "run: holds a checkpoint; add --resume or choose another folder"),
        ("train", "--config shape.toml --device cpu --out run --resume", shapes),
        ("train", "--config games.toml --device cpu --out run --resume",
         "run/checkpoint-1: replay.pt was made with other `games`, `candidates` or `window`; resume with the config of the run"),
        ("export", "--checkpoint run --config shape.toml --out x.otrn", shapes),
        ("export", "--checkpoint run --config tiny.toml --out nowhere/x.otrn", "nowhere/x.part: No such file or directory"),
    ):
        assert said(module, line) == why
