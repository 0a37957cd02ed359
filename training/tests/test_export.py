"""The file format: what is written comes back, damage is seen, and FORMAT.md's arithmetic is the network."""

import hashlib
import json
import struct

import numpy
import pytest
import torch

from training import boards, export, native, vectors
from training.errors import BadInput
from training.network import Network
from training.tests.positions import random_games, tensor


@pytest.fixture
def trained(tmp_path):
    """A network with weights everywhere (a fresh one is zero in places), and its file."""
    torch.manual_seed(5)
    network = Network(8, 3, 2)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.normal_(std=0.2)
    path = tmp_path / "network.otrn"
    export.write(path, network, {"why": "test"})
    return network, path


def conv3(x, weight, bias):
    """x: [in, height, width], zero outside."""
    _, height, width = x.shape
    padded = numpy.pad(x, ((0, 0), (1, 1), (1, 1)))
    out = numpy.zeros((weight.shape[0], height, width), dtype=numpy.float32) + bias[:, None, None]
    for dr in range(3):
        for df in range(3):
            out += numpy.einsum("oi,irf->orf", weight[:, :, dr, df], padded[:, dr : dr + height, df : df + width])
    return out


def relu(x):
    return numpy.maximum(x, 0)


def pool(x):
    return numpy.concatenate([x.mean((1, 2)), x.max((1, 2))])


def by_the_book(header, t, planes):
    """The forward pass as FORMAT.md tells it."""
    x = relu(conv3(planes, t["stem.weight"], t["stem.bias"]))
    for i in range(header["blocks"]):
        inner = relu(conv3(x, t[f"tower.{i}.first.weight"], t[f"tower.{i}.first.bias"]))
        total = x + conv3(inner, t[f"tower.{i}.second.weight"], t[f"tower.{i}.second.bias"])
        if i in header["pooled_blocks"]:
            total += (t[f"tower.{i}.pool.weight"] @ pool(inner) + t[f"tower.{i}.pool.bias"])[:, None, None]
        x = relu(total)
    dense = lambda name, x: numpy.einsum("oi,irf->orf", t[name + ".weight"], x) + t[name + ".bias"][:, None, None]
    bias = t["policy_pool.weight"] @ pool(x) + t["policy_pool.bias"]
    policy = dense("policy", relu(dense("policy_hidden", x) + bias[:, None, None]))
    hidden = relu(t["value_layer.weight"] @ pool(relu(dense("value_hidden", x))) + t["value_layer.bias"])
    return t["value.weight"] @ hidden + t["value.bias"], dense("ownership", x)[0], policy


@pytest.mark.parametrize("size", [(5, 5), (6, 5), (5, 11), (10, 10), (11, 11)])
def test_forward_by_the_book(trained, size):
    _, path = trained
    header, tensors = export.read(path)
    arrays = {name: value.numpy() for name, value in tensors.items()}
    network = export.network(path)
    for position in tensor(random_games(size, 2, 20, 1)):
        features = native.features(size, position[None].contiguous())
        answer = network(features)
        value, owners, policy = by_the_book(header, arrays, features[0, : native.PLANES].numpy())
        assert numpy.allclose(value, [answer.outcome.item(), answer.margin.item()], rtol=1e-4, atol=1e-4)
        assert numpy.allclose(owners, answer.ownership[0].numpy(), rtol=1e-3, atol=1e-3)
        assert numpy.allclose(policy, answer.planes[0].numpy(), rtol=1e-3, atol=1e-3)


def test_weights_come_back_rounded(trained):
    network, path = trained
    for name, tensor in export.network(path).state_dict().items():
        want = network.state_dict()[name].half().float()
        if name == "stem.weight":
            want[:, native.PLANES :] = 0
        assert torch.equal(tensor, want), name


def test_damage_is_refused(trained):
    _, path = trained
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)
    with pytest.raises(BadInput, match="damaged"):
        export.read(path)
    nothing = export.MAGIC + struct.pack("<II", export.VERSION, 2) + b"{}"
    path.write_bytes(nothing + hashlib.sha256(nothing).digest())
    with pytest.raises(BadInput, match="its header does not describe what follows"):
        export.read(path)
    path.write_bytes(b"PNG" + bytes(raw))
    with pytest.raises(BadInput, match="not a network file"):
        export.read(path)


@pytest.mark.parametrize("asked,sizes", [([], vectors.SIZES), (["--sizes", "5x11,11x5,7x9"], ["5x11", "11x5", "7x9"]), (["--sizes", "all"], vectors.EVERY)])
def test_vectors(trained, tmp_path, monkeypatch, asked, sizes):
    _, path = trained
    out = tmp_path / "vectors.jsonl"
    monkeypatch.setattr("sys.argv", ["vectors", "--network", str(path), "--out", str(out), "--positions", "2", *asked])
    vectors.main()
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(lines) == 2 * len(sizes)
    for line, text in zip(lines, [text for text in sizes for _ in range(2)]):
        size, position = boards.parse(line["position"])
        assert size == boards.parse_size(text)
        answer = export.network(path)(native.features(size, position))
        assert abs(answer.outcome.item() - line["outcome"]) < 1e-4
        assert len(line["ownership"]) == size[0] * size[1]
