"""Layers that do in one pass over memory what PyTorch does in several, with their gradients.

They work on bfloat16 tensors with channels last. In float32 the same functions are plain PyTorch:
that is what the CPU runs, and what the tests compare with.
"""

import torch
import torch.nn.functional as F

from training import native

ONE = (1, 1)
LAST = torch.channels_last


def _empty(n, like):
    _, channels, height, width = like.shape
    return torch.empty(n, channels, height, width, dtype=like.dtype, device=like.device, memory_format=LAST)


class _Pool(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x = x.contiguous(memory_format=LAST)
        n, channels, height, width = x.shape
        out = torch.empty(n, 2 * channels, dtype=x.dtype, device=x.device)
        where = torch.empty(n, channels, dtype=torch.uint8, device=x.device)
        native.call("pool", x.device, n, height * width, channels, x.permute(0, 2, 3, 1), out, where)
        ctx.save_for_backward(where)
        ctx.size = x.shape
        return out

    @staticmethod
    def backward(ctx, slope):
        (where,) = ctx.saved_tensors
        n, channels, height, width = ctx.size
        out = torch.empty(ctx.size, dtype=slope.dtype, device=slope.device, memory_format=LAST)
        native.call("pool_slope", slope.device, n, height * width, channels, slope.contiguous(), where, out.permute(0, 2, 3, 1))
        return out


class _AddBias(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, bias):
        x = x.contiguous(memory_format=LAST)
        n, channels, height, width = x.shape
        out = _empty(n, x)
        native.call("add_bias", x.device, n, height * width, channels, x.permute(0, 2, 3, 1), bias.contiguous(),
                    out.permute(0, 2, 3, 1))
        return out

    @staticmethod
    def backward(ctx, slope):
        slope = slope.contiguous(memory_format=LAST)
        n, channels, height, width = slope.shape
        bias = torch.empty(n, channels, dtype=slope.dtype, device=slope.device)
        native.call("sum_squares", slope.device, n, height * width, channels, slope.permute(0, 2, 3, 1), bias)
        return slope, bias


class _ConvRelu(torch.autograd.Function):
    """relu(conv(x) + bias + residual), the residual optional."""

    @staticmethod
    def forward(ctx, x, weight, bias, residual):
        if residual is None:
            out = torch.cudnn_convolution_relu(x, weight, bias, ONE, ONE, ONE, 1)
        else:
            out = torch.cudnn_convolution_add_relu(x, weight, residual, 1.0, bias, ONE, ONE, ONE, 1)
        ctx.save_for_backward(x, weight, out)
        ctx.adds = residual is not None
        return out

    @staticmethod
    def backward(ctx, slope):
        x, weight, out = ctx.saved_tensors
        slope = torch.ops.aten.threshold_backward(slope.contiguous(memory_format=LAST), out, 0)
        wanted = [ctx.needs_input_grad[0], True, True]
        down, weights, bias = torch.ops.aten.convolution_backward(
            slope, x, weight, [weight.shape[0]], ONE, ONE, ONE, False, (0, 0), 1, wanted)
        return down, weights, bias, slope if ctx.adds else None


def pooled(x):
    """Mean and maximum of each channel over the board: `[n, 2 * channels]`."""
    if x.dtype == torch.bfloat16:
        return _Pool.apply(x)
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


def add_bias(x, bias):
    """Adds a number for each position and channel."""
    if x.dtype == torch.bfloat16:
        return _AddBias.apply(x, bias.to(x.dtype))
    return x + bias[:, :, None, None]


def conv_relu(x, conv, residual=None):
    """A 3x3 convolution with padding 1, its bias, a residual if given, and ReLU."""
    if x.dtype == torch.bfloat16 and x.is_cuda:
        return _ConvRelu.apply(x, conv.weight.to(x.dtype), conv.bias.to(x.dtype), residual)
    out = conv(x)
    return F.relu(out if residual is None else out + residual)
