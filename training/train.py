"""Trains a network: python -m training.train --config training/configs/main.toml --out DIR"""

import copy
import json
import time
from pathlib import Path

import torch

from training import checkpoint, config as configs, device as devices, export
from training.arguments import Parser, read_by, seconds
from training.errors import BadInput, about, program
from training.learner import Learner
from training.match import NetworkPlayer, RandomPlayer, T1Player, match, player
from training.network import Evaluator
from training.selfplay import Pool


class Turns:
    """Gives each size its share of the steps, as evenly as possible."""

    def __init__(self, shares):
        whole = sum(shares.values())
        self.shares = {size: share / whole for size, share in shares.items()}

    def at(self, step):
        """The sizes whose whole part of `share * step` grows with this step: one per step on average."""
        return [size for size, share in self.shares.items() if int(share * (step + 1) + 0.5) > int(share * step + 0.5)]


def fixed(path, device):
    """The player of a network file that all matches of a run are played against."""
    with about("opponent"):
        out = player(path, device)
    out.name = "fixed"
    return out


class Run:
    def __init__(self, config, out, device):
        self.config, self.out, self.device = config, Path(out), device
        self.learner = Learner(config, device)
        self.evaluator = Evaluator(self.learner.average)
        self.meet(config.opponent)
        self.out.mkdir(parents=True, exist_ok=True)
        self.pools = {size: Pool(config, size, self.evaluator, device) for size in config.pools()}
        self.turns = Turns(config.pools())
        self.kept = copy.deepcopy(self.learner.average)
        self.kept_evaluator = Evaluator(self.kept)
        self.keeps = 0
        self.step = 0
        self.games = 0  # as of the last look
        self.before = 0.0  # seconds of earlier calls
        self.since = time.monotonic()
        self.last = dict.fromkeys(("log", "match", "save"), 0.0)
        self.sums, self.summed = {}, 0
        self.mark = (0.0, 0)

    def clock(self):
        return self.before + time.monotonic() - self.since

    def share(self):
        """How much of the run is behind us, earlier calls included."""
        c = self.config
        if c.steps:
            return min(1.0, self.step / c.steps)
        return min(1.0, self.games / c.total_games if c.total_games else self.clock() / c.total_seconds)

    def meet(self, opponent):
        """Chooses whom all matches are played against; `opponent` is a network file, if there is one."""
        self.config.opponent = opponent
        self.others = [RandomPlayer(), T1Player()] + ([fixed(opponent, self.device)] if opponent else [])

    def begin_from(self, path):
        """Starts with the weights of a network file instead of random ones; it is also the first one kept."""
        with about("--from"):
            self.learner.begin_from(export.network(path), path)
        self.kept.load_state_dict(self.learner.average.state_dict())
        self.evaluator.refresh()

    def resume(self, total=None, opponent=None):
        """Goes on with the checkpoint; `total` and `opponent` change those with which the run began."""
        c = self.config
        run, kept = checkpoint.load(self.out, self.learner, self.pools, c.checkpoint_replay)
        self.step, self.before = run["step"], run["clock"]
        c.total_seconds = total or run["total"]
        self.meet(opponent or run["opponent"] or c.opponent)
        self.kept.load_state_dict(kept["weights"])
        self.keeps = kept["keeps"]
        self.evaluator.refresh()
        self.last = dict.fromkeys(self.last, self.before)
        self.mark = (self.before, self.plies())
        self.count_games()

    def count_games(self):
        self.games = sum(int(pool.games) for pool in self.pools.values())

    def plies(self):
        return sum(int(pool.plies) for pool in self.pools.values())

    def advance(self):
        """One turn: a step of self-play, and what is learned from it."""
        c = self.config
        if self.step % c.refresh == 0:
            self.evaluator.refresh()
        for size in self.turns.at(self.step):
            pool = self.pools[size]
            pool.play()
            if not pool.ready():
                continue
            for _ in range(c.batches):
                parts = self.learner.learn(size, pool.sample(c.batch, self.learner.generator), self.share())
                for name, part in parts.items():
                    self.sums[name] = self.sums.get(name, 0) + part
                self.summed += 1
        self.step += 1

    def write(self, line):
        with open(self.out / "log.jsonl", "a") as log:
            log.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)

    def log(self):
        now, plies = self.clock(), self.plies()
        self.count_games()
        line = {"seconds": round(now, 1), "step": self.step, "batches": self.learner.steps,
                "games": self.games, "positions": plies,
                "positions_per_second": round((plies - self.mark[1]) / max(now - self.mark[0], 1e-9)),
                "rate": self.learner.rate(self.share())}
        line |= {name: round(float(part) / max(self.summed, 1), 4) for name, part in self.sums.items()}
        self.sums, self.summed, self.mark = {}, 0, (now, plies)
        self.write(line)

    def matches(self):
        """Against the fixed opponents, and against the kept network, which a better one replaces."""
        c, size = self.config, self.config.match_board()
        self.evaluator.refresh()
        self.kept_evaluator.refresh()
        self.count_games()
        new = NetworkPlayer(c, self.evaluator)
        line = {"seconds": round(self.clock(), 1), "step": self.step, "games": self.games, "size": f"{size[0]}x{size[1]}"}
        if c.opponent:
            line["fixed"] = Path(c.opponent).stem
        for other in (*self.others, NetworkPlayer(c, self.kept_evaluator, "kept")):
            rate, error = match(size, new, other, c.match_games, c.seed + 7919 * (self.step + 1), self.device)
            line[f"against_{other.name}"], line[f"error_{other.name}"] = round(rate, 4), round(error, 4)
        if line["against_kept"] >= c.gate:
            self.kept.load_state_dict(self.learner.average.state_dict())
            self.keeps += 1
            line["kept"] = self.keeps
            export.write(self.out / "network.otrn", self.kept, self.facts(line))
        self.write(line)
        return line

    def facts(self, line):
        """What a network file says of the run; `line` are the matches that the network has just played."""
        return {"config": self.config.as_dict(), "matches": line, "games": self.games, "positions": self.plies(),
                "torch": torch.__version__}

    def save(self):
        c = self.config
        run = {"step": self.step, "clock": self.clock(), "total": c.total_seconds, "opponent": c.opponent}
        kept = {"weights": self.kept.state_dict(), "keeps": self.keeps}
        checkpoint.save(self.out, run, self.learner, self.pools, kept, c.checkpoint_replay)

    def now_and_then(self, what, every, act):
        """Acts when so many seconds have passed since it last ended."""
        if self.clock() - self.last[what] >= every:
            act()
            self.last[what] = self.clock()

    def until(self, seconds, steps):
        """Goes on for `seconds`, or to the end of the schedule, or to step `steps`."""
        c = self.config
        while self.share() < 1 and self.clock() - self.before < seconds and (steps is None or self.step < steps):
            self.advance()
            if self.step % 4 == 0:
                if self.device.type == "cuda":
                    torch.cuda.synchronize()  # the clock should see what was done, not what was asked for
                self.count_games()
            self.now_and_then("log", c.log_every, self.log)
            self.now_and_then("match", c.match_every, self.matches)
            self.now_and_then("save", c.checkpoint_every, self.save)
        ended = self.share() >= 1  # as the learning rate has it: the matches take seconds, too
        self.log()
        line = self.matches()
        if ended:
            export.write(self.out / "average.otrn", self.learner.average, self.facts(line) | {"weights": "average"})
        self.save()


def main():
    parser = Parser(description="Trains a network for the Game of Amazons by self-play.")
    parser.add_argument("--config", required=True, help="a file of training/configs")
    parser.add_argument("--out", required=True, help="folder for checkpoint, log and network")
    parser.add_argument("--seconds", type=seconds, default=float("inf"), help="length of this call (default: the whole schedule)")
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--resume", action="store_true", help="resume from the checkpoint in --out")
    start.add_argument("--from", dest="network", metavar="NETWORK", help="begin with the weights of a .otrn file")
    parser.add_argument("--total", type=seconds, metavar="SECONDS",
                        help="length of the run, all its calls together, instead of the config's total_seconds; "
                             "calls that resume keep it")
    parser.add_argument("--opponent", metavar="FILE",
                        help="a .otrn file for the matches, instead of the config's; calls that resume keep it")
    parser.add_argument("--device", type=read_by(devices.parse), default=devices.default())
    arguments = parser.parse_args()
    config = configs.load(arguments.config)
    if arguments.total and (config.steps or config.total_games):
        raise BadInput(f"--total: {arguments.config} gives the length of the run in steps or games, not in seconds")
    config.total_seconds = arguments.total or config.total_seconds
    config.opponent = arguments.opponent or config.opponent
    begun = checkpoint.complete(arguments.out)
    if arguments.resume and not begun:
        raise BadInput(f"{arguments.out}: no checkpoint in it; to begin a run, leave out --resume")
    if begun and not arguments.resume:
        raise BadInput(f"{arguments.out}: holds a checkpoint; add --resume or choose another folder")
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    run = Run(config, arguments.out, arguments.device)
    if arguments.resume:
        run.resume(arguments.total, arguments.opponent)
    elif arguments.network:
        run.begin_from(arguments.network)
    run.until(arguments.seconds, None)


if __name__ == "__main__":
    program(main)
