"""The device that a program computes on."""

import torch

from training.errors import BadInput


def default():
    return "cuda" if torch.cuda.is_available() else "cpu"


def parse(text):
    try:
        device = torch.device(text)
        if device.type in ("cpu", "cuda"):
            torch.zeros(1, device=device)  # is it there?
            return device
    except (RuntimeError, AssertionError):
        pass
    raise BadInput(f"found `{text}`; expected cpu, or cuda where PyTorch finds a GPU")
