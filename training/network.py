"""The network: a residual tower without normalisation, and its heads.

Every size is a batch of its own, so statistics over a batch would differ from size to size; the
tower does without them. The second convolution of a block starts at zero, so that the block starts
as the identity. What is trained is what is exported: nothing has to be folded.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from training import native
from training.errors import BadInput
from training.fused import add_bias, conv_relu, pooled

POLICY_HIDDEN = 64
VALUE_HIDDEN = 32
VALUE_LAYER = 64


class Block(nn.Module):
    def __init__(self, channels, pools):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.pool = nn.Linear(2 * channels, channels) if pools else None
        nn.init.kaiming_normal_(self.first.weight, nonlinearity="relu")
        nn.init.zeros_(self.first.bias)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)
        if pools:
            nn.init.zeros_(self.pool.weight)
            nn.init.zeros_(self.pool.bias)

    def forward(self, x):
        inner = conv_relu(x, self.first)
        if self.pool is not None:
            x = add_bias(x, self.pool(pooled(inner)))
        return conv_relu(inner, self.second, x)


@dataclass
class Answer:
    """What the network says, for the player to move."""

    outcome: torch.Tensor  # logit of winning, [n]
    margin: torch.Tensor  # moves left over, in tens, [n]
    ownership: torch.Tensor = None  # logit of owning each square, [n, height, width]
    planes: torch.Tensor = None  # [n, 160, height, width]


class Network(nn.Module):
    def __init__(self, channels, blocks, pool_every):
        super().__init__()
        self.shape = {"channels": channels, "blocks": blocks, "pool_every": pool_every}
        self.stem = nn.Conv2d(native.PADDED, channels, 3, padding=1)
        self.tower = nn.ModuleList(Block(channels, i % pool_every == pool_every - 1) for i in range(blocks))
        self.policy_hidden = nn.Conv2d(channels, POLICY_HIDDEN, 1)
        self.policy_pool = nn.Linear(2 * channels, POLICY_HIDDEN)
        self.policy = nn.Conv2d(POLICY_HIDDEN, native.OUTPUTS, 1)
        self.value_hidden = nn.Conv2d(channels, VALUE_HIDDEN, 1)
        self.value_layer = nn.Linear(2 * VALUE_HIDDEN, VALUE_LAYER)
        self.value = nn.Linear(VALUE_LAYER, 2)
        self.ownership = nn.Conv2d(channels, 1, 1)
        for layer in (self.policy, self.value, self.ownership):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)
        with torch.no_grad():
            self.stem.weight[:, native.PLANES :] = 0

    def trunk(self, features):
        x = conv_relu(features, self.stem)
        for block in self.tower:
            x = block(x)
        return x

    def policy_head(self, x):
        return self.policy(F.relu(add_bias(self.policy_hidden(x), self.policy_pool(pooled(x)))))

    def value_head(self, x):
        hidden = F.relu(self.value_layer(pooled(F.relu(self.value_hidden(x)))))
        out = self.value(hidden).float()
        return out[:, 0], out[:, 1]

    def forward(self, features):
        x = self.trunk(features)
        outcome, margin = self.value_head(x)
        return Answer(outcome, margin, self.ownership(x)[:, 0].float(), self.policy_head(x))


def same_shape(found, wanted, place):
    """Raises the difference between the shape of a network in a file and that of a config."""
    say = lambda shape: ", ".join(f"{name} {number}" for name, number in shape.items())
    if found != wanted:
        raise BadInput(f"{place}: a network of {say(found)}; the config asks for {say(wanted)}")


class Evaluator:
    """A network for self-play: half precision on a GPU, no gradients, positions in pieces.

    A piece is small enough that its activations stay in the GPU's cache. Its kernels are short, so
    each is recorded once as a CUDA graph and replayed.
    """

    def __init__(self, network, piece=8192):
        self.source = network
        self.device = next(network.parameters()).device
        self.cuda = self.device.type == "cuda"
        self.dtype = torch.bfloat16 if self.cuda else torch.float32
        self.piece = piece
        self.copy = Network(**network.shape).to(self.device, self.dtype).requires_grad_(False)
        if self.cuda:
            self.copy = self.copy.to(memory_format=torch.channels_last)
        self.graphs = {}
        self.refresh()

    @torch.no_grad()
    def refresh(self):
        """Takes over the source's weights, in place: graphs see them too."""
        torch._foreach_copy_(list(self.copy.parameters()), list(self.source.parameters()))

    def _values(self, size, positions):
        return torch.stack(self.copy.value_head(self.copy.trunk(native.features(size, positions, self.dtype))))

    def _planes(self, size, positions):
        planes = self.copy.policy_head(self.copy.trunk(native.features(size, positions, self.dtype)))
        return planes.permute(0, 2, 3, 1).float().contiguous()

    def _replay(self, function, size, positions):
        if not self.cuda:
            return function(size, positions)
        key = (function.__name__, size, len(positions))
        if key not in self.graphs:
            given = positions.clone()
            for _ in range(2):  # chooses algorithms before the recording
                function(size, given)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                answer = function(size, given)
            self.graphs[key] = (graph, given, answer)
        graph, given, answer = self.graphs[key]
        given.copy_(positions)
        graph.replay()
        return answer.clone()

    @torch.no_grad()
    def values(self, size, positions):
        """Outcome logit and margin of each position."""
        return torch.cat([self._replay(self._values, size, piece) for piece in positions.split(self.piece)], 1)

    @torch.no_grad()
    def planes(self, size, positions):
        """Policy planes, float32, `[n, height, width, 160]`."""
        return torch.cat([self._replay(self._planes, size, piece) for piece in positions.split(self.piece)])

