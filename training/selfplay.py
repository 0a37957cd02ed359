"""Games of one size side by side, and the memory of their positions.

A step plays one move in every game. For each position the network gives a prior over all moves;
`candidates` of them are drawn by prior and Gumbel noise and looked at one ply deep. The memory is
a ring of steps: slot `t % window` holds what step `t` saw. A position can be learned from once its
game has ended: `end` then names the step whose slot holds the result.
"""

import torch

from training import boards, native
from training.errors import BadInput

UNFINISHED = -1
COUNTERS = ("games", "plies")
MEMORY = ("positions", "ply", "random_plies", "seen", "moves", "targets", "values", "weight", "end", "outcome",
          "margin", "squares")


class Search:
    """The one-ply search: candidates with their values, and what follows from them."""

    def __init__(self, config, evaluator, size):
        self.config, self.evaluator, self.size = config, evaluator, size

    def look(self, positions, seed, prior_scale, noise):
        """Moves, their softened priors, noisy scores, thresholds and values for the player to move."""
        c = self.config
        planes = self.evaluator.planes(self.size, positions)
        moves, logits, scores, threshold, total = native.candidates(
            self.size, positions, planes, prior_scale, noise, seed, c.candidates)
        below = native.children(positions, moves)
        outcome, margin = self.evaluator.values(self.size, below)
        known = native.winners(self.size, below)
        value = torch.where(known == 0, torch.tanh(outcome / 2), known.float())
        value = (1 - c.margin_worth) * value + c.margin_worth * torch.tanh(margin)
        return moves, logits / c.softness, scores, threshold, -value.view(moves.shape), total


def improved(config, priors, scores, threshold, values):
    """The policy's target on the candidates: softmax of prior + value.

    Candidates were drawn without replacement. Dividing by the chance that one was drawn makes the
    sum over the candidates an estimate of the sum over all moves; without that, a rare move counts
    in proportion to the square of its prior, and the policy sharpens on its own.
    """
    logits = priors + config.target_scale / config.softness * values
    if config.importance:
        drawn = -torch.expm1(-torch.exp((priors - threshold[:, None]).clamp(max=20.0)))
        logits = logits - torch.log(drawn.clamp(min=1e-12))
    return torch.softmax(logits.masked_fill(priors < -1e20, -1e30), 1)


class Pool:
    def __init__(self, config, size, evaluator, device):
        self.config, self.size, self.device = config, size, device
        self.search = Search(config, evaluator, size)
        n, k = config.games, config.candidates
        self.window = w = config.window_of(size)
        self.starts = boards.start_table(size, config.standard_starts, config.seed).to(device)
        new = lambda *shape, dtype=torch.float32, fill=0: torch.full(shape, fill, dtype=dtype, device=device)
        self.generator = torch.Generator(device=device)
        self.step = self.first = 0  # steps made; the first one that is remembered
        self.games = new(dtype=torch.int64)
        self.plies = new(dtype=torch.int64)
        # The games now.
        self.positions = new(n, 6, dtype=torch.int64)
        self.ply = new(n, dtype=torch.int64)
        self.random_plies = new(n, dtype=torch.int64)
        # The memory.
        self.seen = new(w, n, 6, dtype=torch.int64)
        self.moves = new(w, n, k, dtype=torch.int32)
        self.targets = new(w, n, k, dtype=torch.float16)
        self.values = new(w, n)
        self.weight = new(w, n)
        self.end = new(w, n, dtype=torch.int64, fill=UNFINISHED)
        self.outcome = new(w, n)
        self.margin = new(w, n)
        self.squares = new(w, n, 4, dtype=torch.int64)
        self.restart(torch.ones(n, dtype=torch.bool, device=device))

    def state(self, whole):
        """The counters; and, if `whole`, the games and the memory too."""
        names = COUNTERS + MEMORY if whole else COUNTERS
        return {"step": self.step, "first": self.first} | {name: getattr(self, name) for name in names}

    def load_state(self, state):
        """Goes on exactly if the state is whole; otherwise with new games and an empty memory."""
        for name in state:
            if name in MEMORY and state[name].shape != getattr(self, name).shape:
                raise BadInput("replay.pt was made with other `games`, `candidates` or `window`; resume with the config of the run")
        self.step = state["step"]
        self.first = state["first"] if MEMORY[0] in state else self.step
        for name in state:
            if name not in ("step", "first"):
                getattr(self, name).copy_(state[name])
        if MEMORY[0] not in state:
            self.restart(torch.ones_like(self.ply, dtype=torch.bool))

    def seed(self):
        """A new one for each step; whoever has the counters has the random numbers."""
        return (self.config.seed << 40) + (self.step << 10) + self.size[0] * 32 + self.size[1]

    def ready(self):
        """Are there enough finished games to learn from?"""
        return self.remembered() >= self.config.prefill * self.size[0] * self.size[1]

    def remembered(self):
        return min(self.step - self.first, self.window)

    def restart(self, over):
        """New games where the old ones are over, drawn from a counter so that a run can resume."""
        n = self.config.games
        self.generator.manual_seed(self.seed())
        pick = torch.randint(len(self.starts), (n,), generator=self.generator, device=self.device)
        plies = torch.randint(self.config.random_plies + 1, (n,), generator=self.generator, device=self.device)
        self.positions = torch.where(over[:, None], self.starts[pick], self.positions)
        self.random_plies = torch.where(over, plies, self.random_plies)
        self.ply = torch.where(over, 0, self.ply)

    @torch.no_grad()
    def play(self):
        """One move in every game."""
        c, slot = self.config, self.step % self.window
        at_random = self.ply < self.random_plies
        scale = torch.where(at_random, 0.0, 1.0 / c.softness)
        noise = torch.ones_like(scale)
        moves, priors, scores, threshold, values, _ = self.search.look(self.positions, self.seed(), scale, noise)
        lost = moves[:, 0] < 0  # no move at all: the verdict below sees it too
        target = improved(c, priors, scores, threshold, values)
        noisy = self.ply < c.noisy_plies * self.size[0] * self.size[1]
        worth = torch.where(noisy[:, None], scores, priors) + c.play_scale / c.softness * values
        worth = worth.masked_fill(moves < 0, -1e30)
        choice = torch.where(at_random, 0, worth.argmax(1))[:, None]
        self.seen[slot] = self.positions
        self.moves[slot] = moves
        self.targets[slot] = target.half()
        self.values[slot] = values.gather(1, choice)[:, 0]
        self.weight[slot] = (~(at_random | lost)).float()
        self.end[slot] = UNFINISHED
        after = native.children(self.positions, moves.gather(1, choice))
        winner, separate, own, enemy, squares = native.verdicts(self.size, after)
        over = ((winner != 0) & (separate != 0)) | lost
        # The result is kept as the player to move in the *final* position sees it.
        self.outcome[slot] = winner.float()
        self.margin[slot] = ((own - enemy).float().abs() - 0.5).clamp(min=0.5) * winner.float()
        self.squares[slot] = squares
        self.ply += 1
        self._settle(over)
        self.games += over.sum()
        self.plies += len(over)
        self.positions = after
        self.step += 1
        self.restart(over)

    def _settle(self, over):
        """Tells all positions of finished games where their result is."""
        w = self.window
        back = torch.arange(w, device=self.device)
        steps = self.step - back  # newest first
        mine = over[None, :] & (back[:, None] < self.ply[None, :])
        rows = steps % w
        self.end[rows] = torch.where(mine, self.step, self.end[rows])

    def sample(self, n, generator):
        """`n` positions with their targets, turned at random; unfinished games get weight 0."""
        device = self.device
        row = (self.step - 1 - torch.randint(self.remembered(), (n,), generator=generator, device=device)) % self.window
        game = torch.randint(self.config.games, (n,), generator=generator, device=device)
        end = self.end[row, game]
        age = (self.step - 1 - row) % self.window
        ahead = end - (self.step - 1 - age)  # moves from this position to the final one, less one
        last = end.clamp(min=0) % self.window
        # The final position is `ahead + 1` moves later; an odd number changes the point of view.
        flip = ahead % 2 == 0
        sign = torch.where(flip, -1.0, 1.0)
        squares = self.squares[last, game]
        squares = torch.where(flip[:, None], squares[:, [2, 3, 0, 1]], squares).contiguous()
        positions, moves = self.seen[row, game], self.moves[row, game]
        codes = 8 if self.size[0] == self.size[1] else 4
        code = torch.randint(codes, (n,), generator=generator, device=device, dtype=torch.int32)
        native.turn(self.size, code, positions, moves, squares)
        weight = self.weight[row, game] * (end != UNFINISHED)
        return {
            "positions": positions,
            "moves": moves,
            "targets": self.targets[row, game].float(),
            "weight": weight,
            "outcome": sign * self.outcome[last, game],
            "margin": sign * self.margin[last, game],
            "value": self.values[row, game],
            "squares": squares,
        }
