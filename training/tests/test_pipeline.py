"""The whole pipeline as a newcomer runs it: train on 5x5, pass the gate, export, read back, play."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from training import checkpoint, config as configs, export, native
from training.network import Network
from training.tests.test_export import by_the_book
from training.tests.positions import random_games, tensor

ROOT = Path(__file__).parents[2]
CONFIG = Path(__file__).parents[1] / "configs" / "tiny.toml"


def run(module, *arguments):
    command = [sys.executable, "-m", f"training.{module}", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a run of tiny.toml, and a network that has learned nothing, as a file."""
    folder = tmp_path_factory.mktemp("pipeline")
    config = configs.load(CONFIG)
    torch.manual_seed(11)
    export.write(folder / "random.otrn", Network(config.channels, config.blocks, config.pool_every), {"config": config.as_dict()})
    run("train", "--config", CONFIG, "--out", folder / "run", "--device", "cpu", "--opponent", folder / "random.otrn")
    return folder


@pytest.mark.slow
def test_the_log_shows_that_it_learned(trained):
    lines = [json.loads(line) for line in (trained / "run" / "log.jsonl").read_text().splitlines()]
    losses, matches = [line for line in lines if "policy" in line], [line for line in lines if "against_kept" in line]
    assert losses[-1]["value"] < 0.6 < losses[0]["value"] and losses[-1]["policy"] < losses[0]["policy"]
    assert any("kept" in line for line in matches), "no network passed the gate"
    assert matches[-1]["fixed"] == "random" and matches[-1]["against_random"] > 0.9 and matches[-1]["against_fixed"] > 0.75
    table = run("curve", "--log", trained / "run" / "log.jsonl", "--table", "--svg", trained / "curve.svg")
    assert table.count("\n") == 2 + len(matches) and (trained / "curve.svg").read_text().startswith("<svg")


@pytest.mark.slow
def test_the_file_is_the_network_that_was_kept(trained):
    path = trained / "run" / "network.otrn"
    header, tensors = export.read(path)
    assert header["training"]["config"]["name"] == "tiny" and header["training"]["games"] > 500
    kept = checkpoint.read(checkpoint.newest(trained / "run"), "kept", "cpu")["kept"]["weights"]
    network = export.network(path)
    for name, value in network.state_dict().items():
        assert torch.equal(value, kept[name].half().float()) or name == "stem.weight", name
    arrays = {name: value.numpy() for name, value in tensors.items()}
    for position in tensor(random_games((5, 5), 4, 12, 1)):
        features = native.features((5, 5), position[None].contiguous())
        value, _, _ = by_the_book(header, arrays, features[0, : native.PLANES].numpy())
        assert abs(value[0] - network(features).outcome.item()) < 1e-3


@pytest.mark.slow
def test_the_averaged_weights_are_left_too(trained):
    """As a file like that of the network kept, and as `export` makes it of the checkpoint."""
    header, tensors = export.read(trained / "run" / "average.otrn")
    other, _ = export.read(trained / "run" / "network.otrn")
    assert header["training"].keys() == other["training"].keys() | {"weights"} and header["training"]["weights"] == "average"
    last = json.loads((trained / "run" / "log.jsonl").read_text().splitlines()[-1])
    assert header["training"]["matches"] == last and header["training"]["games"] == last["games"]
    run("export", "--checkpoint", trained / "run", "--config", CONFIG, "--weights", "average", "--out", trained / "exported.otrn")
    _, exported = export.read(trained / "exported.otrn")
    assert tensors.keys() == exported.keys() and all(torch.equal(tensors[name], exported[name]) for name in tensors)


@pytest.mark.slow
def test_it_wins_clearly_against_a_network_that_learned_nothing(trained):
    said = run("duel", trained / "run" / "network.otrn", trained / "random.otrn", "--size", "5", "--games", "200", "--device", "cpu",
               "--json", trained / "duel.jsonl")
    assert re.fullmatch(r"network against random on 5x5: [\d.]+ % \+- [\d.]+ of 200 games\n", said)
    result = json.loads((trained / "duel.jsonl").read_text())
    assert result["rate"] - 4 * result["error"] > 0.6, said


@pytest.mark.slow
def test_training_goes_on_from_the_file(trained):
    """A warm start is not worse at once than what it started from."""
    text = CONFIG.read_text().replace("steps = 400", "steps = 30").replace("match_games = 200", "match_games = 100")
    (trained / "more.toml").write_text(text)
    run("train", "--config", trained / "more.toml", "--out", trained / "more", "--device", "cpu", "--from", trained / "run" / "network.otrn")
    last = json.loads((trained / "more" / "log.jsonl").read_text().splitlines()[-1])
    assert last["against_random"] > 0.85 and last["against_kept"] > 0.3
