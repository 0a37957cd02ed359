"""The one-pass layers against plain PyTorch, values and gradients."""

import torch

from training.fused import add_bias, pooled


def agree(function, *shapes):
    torch.manual_seed(1)
    exact = [torch.randn(shape).bfloat16().float().requires_grad_() for shape in shapes]
    short = [t.detach().bfloat16().requires_grad_() for t in exact]
    want, got = function(*exact), function(*short)
    assert got.dtype == torch.bfloat16
    assert torch.allclose(got.float(), want, rtol=0.01, atol=0.01)
    slope = torch.randn_like(want).bfloat16()
    for w, g in zip(torch.autograd.grad(want, exact, slope.float()), torch.autograd.grad(got, short, slope)):
        assert torch.allclose(g.float(), w, rtol=0.01, atol=0.02)


def test_pooled():
    agree(pooled, (3, 8, 5, 6))


def test_add_bias():
    agree(add_bias, (3, 8, 5, 6), (3, 8))
