"""Where does a step's time go? Checks the GPU's kernels against the CPU's, then times the parts.

python -m training.profile --config training/configs/main.toml
"""

import statistics

import torch

from training import boards, config as configs, native
from training.arguments import Parser
from training.errors import BadInput, program
from training.learner import Learner
from training.network import Evaluator
from training.selfplay import Pool


def play_out(size, n, plies, seed):
    """Positions of random games at all ages."""
    positions = torch.tensor([boards.words(*boards.start(size))], dtype=torch.int64).repeat(n, 1)
    planes = torch.zeros(n, size[1], size[0], native.OUTPUTS)
    one = torch.ones(n)
    for ply in range(plies):
        moves = native.candidates(size, positions, planes, one, one, seed + ply, 1)[0]
        after = native.children(positions, moves)
        go_on = (torch.arange(n) % plies >= ply) & (moves[:, 0] >= 0)
        positions = torch.where(go_on[:, None], after, positions)
    return positions


def compare(size):
    """Every kernel on both devices, on the same positions."""
    n, k = 200, 32
    cpu = play_out(size, n, size[0] * size[1] * 2 // 3, 1)
    gpu = cpu.cuda()
    torch.manual_seed(1)
    planes = torch.randn(n, size[1], size[0], native.OUTPUTS)
    one = torch.ones(n)
    same = {"features": torch.equal(native.features(size, cpu), native.features(size, gpu).cpu()),
            "bf16": torch.equal(native.features(size, cpu, torch.bfloat16), native.features(size, gpu, torch.bfloat16).cpu()),
            "t1": torch.equal(native.best_t1(size, cpu, 3), native.best_t1(size, gpu, 3).cpu())}
    slow = native.candidates(size, cpu, planes, one, one, 5, k)
    fast = native.candidates(size, gpu, planes.cuda(), one.cuda(), one.cuda(), 5, k)
    same["candidates"] = (slow[0] == fast[0].cpu()).float().mean().item()  # logf differs in the last bit
    same["total"] = torch.equal(slow[4], fast[4].cpu())
    same["children"] = torch.equal(native.children(cpu, slow[0]), native.children(gpu, slow[0].cuda()).cpu())
    same["verdicts"] = all(torch.equal(a, b.cpu()) for a, b in zip(native.verdicts(size, cpu), native.verdicts(size, gpu)))
    targets = torch.softmax(torch.randn(n, k), 1) * (slow[0] >= 0)
    losses = []
    for device in ("cpu", "cuda"):
        p = planes.permute(0, 3, 1, 2).detach().to(device).requires_grad_()
        loss = native.PolicyLoss.apply(p, size, cpu.to(device), slow[0].to(device), targets.to(device))
        (slope,) = torch.autograd.grad(loss.sum(), p)
        losses.append((loss.detach().cpu(), slope.cpu()))
    same["loss"] = (losses[0][0] - losses[1][0]).abs().max().item()
    same["slope"] = (losses[0][1] - losses[1][1]).abs().max().item()
    return same


def timed(function, times=10):
    """Median milliseconds."""
    function(), function()
    out = []
    for _ in range(times):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        function()
        end.record()
        torch.cuda.synchronize()
        out.append(begin.elapsed_time(end))
    return statistics.median(out)


def parts(config, size):
    """Milliseconds of each part of a step of self-play and of learning."""
    device = torch.device("cuda")
    learner = Learner(config, device)
    evaluator = Evaluator(learner.average)
    pool = Pool(config, size, evaluator, device)
    for _ in range(20):
        pool.play()
    positions, n, k = pool.positions, config.games, config.candidates
    one = torch.ones(n, device=device)
    planes = evaluator.planes(size, positions)
    moves = native.candidates(size, positions, planes, one, one, 1, k)[0]
    below = native.children(positions, moves)
    values = timed(lambda: evaluator.values(size, below))
    c, b = config.channels, config.blocks
    flops = 2 * 9 * size[0] * size[1] * (c * native.PLANES + 2 * b * c * c) * len(below)
    times = {
        "planes": timed(lambda: evaluator.planes(size, positions)),
        "candidates": timed(lambda: native.candidates(size, positions, planes, one, one, 1, k)),
        "children": timed(lambda: native.children(positions, moves)),
        "child features": timed(lambda: native.features(size, below, torch.bfloat16)),
        "child values": values,
        "child winners": timed(lambda: native.winners(size, below)),
        "verdicts": timed(lambda: native.verdicts(size, positions)),
        "whole step": timed(pool.play),
        "sample": timed(lambda: pool.sample(config.batch, learner.generator)),
        "learn": timed(lambda: learner.learn(size, pool.sample(config.batch, learner.generator), 0.0)),
    }
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as kernels:
        learner.learn(size, pool.sample(config.batch, learner.generator), 0.0)
        torch.cuda.synchronize()
    print(kernels.key_averages().table(sort_by="cuda_time_total", row_limit=16, max_name_column_width=60))
    return times, flops / values / 1e9


def main():
    parser = Parser(description="Times the parts of a training step on a GPU.")
    parser.add_argument("--config", required=True)
    arguments = parser.parse_args()
    config = configs.load(arguments.config)
    if not torch.cuda.is_available():
        raise BadInput("PyTorch finds no GPU here, and this compares one with the CPU")
    torch.backends.cudnn.benchmark = True
    wrong = []
    for size in config.pools():
        result = compare(size)
        print(f"{size[0]}x{size[1]}", result)
        bad = [name for name, value in result.items() if value is False]
        bad += [name for name in ("loss", "slope") if not result[name] < 1e-4]
        bad += ["candidates"] if result["candidates"] < 0.99 else []
        wrong += [f"{size[0]}x{size[1]} {name}" for name in bad]
    if wrong:
        raise SystemExit(f"GPU and CPU differ: {', '.join(wrong)}")
    size = config.match_board()
    times, rate = parts(config, size)
    print(f"{config.games} games on {size[0]}x{size[1]}, {config.candidates} candidates, ms:")
    for name, value in times.items():
        print(f"  {name:16}{value:8.2f}")
    print(f"  {config.games / times['whole step'] * 1000:.0f} positions/s, child values at {rate:.0f} TFLOP/s")


if __name__ == "__main__":
    program(main)
