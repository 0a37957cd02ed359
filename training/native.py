"""The rules as tensor functions: compiles `kernels/` once and calls it on torch tensors.

Positions are int64 tensors `[n, 6]`: own, enemy and empty squares as 128-bit sets, low word
first, seen by the player to move. Moves are int32, `from | to << 8 | arrow << 16`, -1 for none.
A tensor on a GPU runs the CUDA build on torch's current stream, any other the CPU build.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import torch

PLANES = 11
PADDED = 16
OUTPUTS = 160
KERNELS = Path(__file__).parent / "kernels"
_libraries = {}


def _compiler(cuda):
    if not cuda:
        return [os.environ.get("CXX", "g++"), "-O3", "-std=c++17", "-shared", "-fPIC", "-x", "c++"]
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    major, minor = torch.cuda.get_device_capability()
    return [nvcc, "-O3", "-std=c++17", f"-arch=sm_{major}{minor}", "-shared", "-Xcompiler", "-fPIC"]


def _library(cuda):
    if cuda in _libraries:
        return _libraries[cuda]
    command = _compiler(cuda)
    digest = hashlib.sha256(" ".join(command).encode())
    for source in sorted(KERNELS.iterdir()):
        digest.update(source.read_bytes())
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "otrera-training"
    target = cache / f"kernels-{digest.hexdigest()[:16]}.so"
    if not target.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            built = Path(folder) / "kernels.so"
            subprocess.run([*command, "-o", str(built), str(KERNELS / "kernels.cu")], check=True)
            os.replace(built, target)
    _libraries[cuda] = ctypes.CDLL(str(target))
    return _libraries[cuda]


def call(name, device, *arguments):
    """Calls a function of kernels.cu; tensors become pointers."""
    cuda = device.type == "cuda"
    converted = []
    for argument in arguments:
        if isinstance(argument, torch.Tensor):
            if not argument.is_contiguous() or argument.device.type != device.type:
                raise ValueError(f"{name}: a tensor is not contiguous or lies on {argument.device}, not on {device}")
            converted.append(ctypes.c_void_p(argument.data_ptr()))
        elif isinstance(argument, ctypes.c_uint64):
            converted.append(argument)
        else:
            converted.append(ctypes.c_int(argument))
    stream = ctypes.c_void_p(torch.cuda.current_stream(device).cuda_stream if cuda else 0)
    error = getattr(_library(cuda), name)(*converted, stream)
    if error:
        raise RuntimeError(f"{name}: CUDA error {error}")


def _check(positions):
    if positions.dtype != torch.int64 or positions.dim() != 2 or positions.shape[1] != 6:
        raise ValueError(f"positions must be int64 of shape [n, 6], not {positions.dtype} {tuple(positions.shape)}")


def features(size, positions, dtype=torch.float32):
    """The network's input `[n, PADDED, height, width]`, channels last in memory."""
    _check(positions)
    (w, h), n = size, len(positions)
    out = torch.empty(n, h, w, PADDED, dtype=dtype, device=positions.device)
    if dtype == torch.float32:
        call("features_f32", positions.device, w, h, n, positions, out)
    else:
        one = {torch.bfloat16: 0x3F80, torch.float16: 0x3C00}[dtype]
        call("features_16", positions.device, w, h, n, positions, one, out)
    return out.permute(0, 3, 1, 2)


def candidates(size, positions, planes, scale, noise, seed, k):
    """Draws `k` moves a position by `scale * logit + noise * Gumbel`, best first.

    Returns moves, logits and noisy scores `[n, k]`, the score of the move that just missed, and
    the number of all moves.
    """
    _check(positions)
    (w, h), n, device = size, len(positions), positions.device
    moves = torch.empty(n, k, dtype=torch.int32, device=device)
    logits = torch.empty(n, k, device=device)
    scores = torch.empty(n, k, device=device)
    threshold = torch.empty(n, device=device)
    total = torch.empty(n, dtype=torch.int32, device=device)
    call("candidates", device, w, h, n, positions, planes, scale, noise, ctypes.c_uint64(seed), k,
          moves, logits, scores, threshold, total)
    return moves, logits, scores, threshold, total


def best_t1(size, positions, seed):
    """The best move of a full-width search one ply deep with Lieberum's t1."""
    _check(positions)
    moves = torch.empty(len(positions), dtype=torch.int32, device=positions.device)
    call("best_t1", positions.device, *size, len(positions), positions, ctypes.c_uint64(seed), moves)
    return moves


def children(positions, moves):
    """The positions after `moves` `[n, k]`, as `[n * k, 6]`, seen by the other player."""
    _check(positions)
    n, k = moves.shape
    out = torch.empty(n * k, 6, dtype=torch.int64, device=positions.device)
    call("children", positions.device, n, positions, moves, k, out)
    return out


def winners(size, positions):
    """1 where the player to move has provably won, -1 where the other has, else 0."""
    _check(positions)
    out = torch.empty(len(positions), dtype=torch.int32, device=positions.device)
    call("winners", positions.device, *size, len(positions), positions, out)
    return out


def verdicts(size, positions):
    """Winner, whether the sides are separate, both fillings, and both sides' squares `[n, 4]`."""
    _check(positions)
    n, device = len(positions), positions.device
    winner, separate, own, enemy = (torch.empty(n, dtype=torch.int32, device=device) for _ in range(4))
    squares = torch.empty(n, 4, dtype=torch.int64, device=device)
    call("verdicts", device, *size, n, positions, winner, separate, own, enemy, squares)
    return winner, separate, own, enemy, squares


def turn(size, code, positions, moves, squares):
    """Turns samples in place by the symmetries `code` (0 to 7; 0 to 3 unless the board is square)."""
    _check(positions)
    call("turn", positions.device, *size, len(positions), moves.shape[1], code, positions, moves, squares)


def ownership(size, squares):
    """1 for own squares, 0 for the enemy's, 0.5 for nobody's: `[n, height, width]`."""
    (w, h), n = size, len(squares)
    out = torch.empty(n, h, w, device=squares.device)
    call("ownership", squares.device, w * h, n, squares, out)
    return out


class PolicyLoss(torch.autograd.Function):
    """Cross entropy of each position's policy over all legal moves against targets on some of them."""

    @staticmethod
    def forward(ctx, planes, size, positions, moves, targets):
        # Each position's 160 numbers a square lie together: [n, height, width, 160].
        flat = planes.permute(0, 2, 3, 1).float().contiguous()
        loss = torch.empty(len(positions), device=planes.device)
        gradient = torch.zeros_like(flat)
        call("policy_loss", planes.device, *size, len(positions), positions, flat, moves, targets,
              moves.shape[1], loss, gradient)
        ctx.save_for_backward(gradient)
        ctx.dtype = planes.dtype
        return loss

    @staticmethod
    def backward(ctx, slope):
        (gradient,) = ctx.saved_tensors
        whole = (gradient * slope[:, None, None, None]).to(ctx.dtype)
        return whole.permute(0, 3, 1, 2), None, None, None, None
