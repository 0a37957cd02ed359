"""One optimiser step: losses, AdamW, and the averaged weights that play and are exported."""

import copy

import torch
import torch.nn.functional as F

from training import native
from training.network import Network, same_shape


class Learner:
    def __init__(self, config, device):
        self.config, self.device = config, device
        torch.manual_seed(config.seed)
        self.network = Network(config.channels, config.blocks, config.pool_every).to(device)
        if device.type == "cuda":
            self.network = self.network.to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).requires_grad_(False)
        self.steps = 0
        self.warm = False  # did it begin with trained weights?
        heavy = [p for p in self.network.parameters() if p.dim() > 1]
        light = [p for p in self.network.parameters() if p.dim() <= 1]
        groups = [{"params": heavy, "weight_decay": config.weight_decay}, {"params": light, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=config.learning_rate, betas=(0.9, 0.99), fused=device.type == "cuda")
        self.generator = torch.Generator(device=device).manual_seed(config.seed)

    def state(self):
        return {"network": self.network.state_dict(), "average": self.average.state_dict(),
                "optimizer": self.optimizer.state_dict(), "steps": self.steps, "warm": self.warm,
                "generator": self.generator.get_state()}

    def begin_from(self, network, path):
        """Takes over trained weights. The optimiser starts afresh, and with it the warm-up of the rate."""
        same_shape(network.shape, self.network.shape, path)
        for own in (self.network, self.average):
            own.load_state_dict(network.state_dict())
        self.warm = True

    def load_state(self, state):
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps, self.warm = state["steps"], state.get("warm", False)
        self.generator.set_state(state["generator"].cpu())

    def rate(self, share):
        """The learning rate after `share` of the run: warm-up, level, then down to the final rate."""
        c = self.config
        fall = min(max((share - c.falls_from) / max(c.falls_to - c.falls_from, 1e-9), 0.0), 1.0)
        return c.learning_rate * min(1.0, (self.steps + 1) / c.warmup) * (1 + fall * (c.final_rate - 1))

    def losses(self, size, sample):
        c = self.config
        bf16 = self.device.type == "cuda"
        features = native.features(size, sample["positions"], torch.bfloat16 if bf16 else torch.float32)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=bf16):
            answer = self.network(features)
        weight = sample["weight"] / sample["weight"].sum().clamp(min=1.0)
        policy = native.PolicyLoss.apply(answer.planes, size, sample["positions"], sample["moves"],
                                         sample["targets"] * weight[:, None])
        targets = sample["targets"].clamp(min=1e-8)
        entropy = -(targets * targets.log()).sum(1)
        goal = 0.5 + 0.5 * (c.outcome_share * sample["outcome"] + (1 - c.outcome_share) * sample["value"].clamp(-1, 1))
        value = F.binary_cross_entropy_with_logits(answer.outcome, goal, reduction="none")
        margin = F.smooth_l1_loss(answer.margin, sample["margin"] / 10, reduction="none", beta=0.5)
        owners = native.ownership(size, sample["squares"])
        owning = F.binary_cross_entropy_with_logits(answer.ownership, owners, reduction="none").mean((1, 2))
        parts = {
            "policy": policy.sum(),
            "value": (value * weight).sum(),
            "margin": (margin * weight).sum(),
            "ownership": (owning * weight).sum(),
        }
        whole = sum(getattr(c, name + "_weight") * part for name, part in parts.items())
        parts["target_entropy"] = (entropy * weight).sum()
        parts["right"] = (((answer.outcome > 0) == (sample["outcome"] > 0)) * weight).sum()
        return whole, {name: part.detach() for name, part in parts.items()}

    def learn(self, size, sample, share):
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate(share)
        whole, parts = self.losses(size, sample)
        self.optimizer.zero_grad(set_to_none=True)
        whole.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.steps += 1
        # Random weights should be forgotten soon, trained ones not.
        decay = self.config.average if self.warm else min(self.config.average, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.parameters()), list(self.network.parameters()), 1 - decay)
        return parts
