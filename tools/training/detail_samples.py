"""Samples for the detail network: the box around what the first look found, with its matte."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import torch
import torch.nn.functional as F

from data import subject_box
from losses import least, most
from reuse import light

# Share of the box that is added on each side; the product adds 0.35.
MIN_CONTEXT, MAX_CONTEXT = 0.2, 0.5
# Share of first mattes that are made from the truth: gaps filled, thin things lost, a part missing, blurred.
MADE_UP = 0.35
WIDEST = 25


class FirstLook:
    """The shipped first network, as the product runs it. rgb: normalised float [N, 3, S, S]; gives alpha [N, 1, S, S]."""

    def __init__(self, file: Path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self.side = self.session.get_inputs()[0].shape[-1]

    def __call__(self, rgb: torch.Tensor) -> torch.Tensor:
        small = F.interpolate(rgb, size=(self.side, self.side), mode="bilinear", antialias=True)
        mattes = [self.session.run(None, {"image": each[None].contiguous().numpy()})[0] for each in small]
        return F.interpolate(torch.from_numpy(np.concatenate(mattes)), size=rgb.shape[-2:], mode="bilinear")


def made_up(alpha: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """A wrong first matte of the truth. alpha, result: float [1, 1, S, S] in 0..1."""
    kind, where, across, down = torch.rand(4, generator=generator).tolist()
    window = 2 * int(torch.randint(1, WIDEST // 2 + 1, (1,), generator=generator)) + 1
    if kind < 0.45:
        alpha = least(most(alpha, window), window)
    elif kind < 0.75:
        alpha = most(least(alpha, window), window)
    elif kind < 0.9:
        side = alpha.shape[-1]
        x, y = int(across * side * 0.8), int(down * side * 0.8)
        alpha = alpha.clone()
        alpha[..., y : y + side // 4, x : x + side // 4] = where if where < 0.5 else 0
    small = F.avg_pool2d(alpha, 2) if where < 0.5 else F.avg_pool2d(alpha, 4)
    return F.interpolate(small, size=alpha.shape[-2:], mode="bilinear")


def box_around(matte: torch.Tensor) -> tuple[float, float, float, float] | None:
    """(left, top, right, bottom) of everything at least half opaque, in shares of the sides. matte: [S, S]."""
    box = subject_box((matte.numpy() * 255).astype(np.uint8))
    return tuple(at / matte.shape[-1] for at in box) if any(box) else None


def close_up(rgb: torch.Tensor, alpha: torch.Tensor, found: torch.Tensor, size: int, seed: int):
    """The batch's boxes at `size`, mirrored and in another light: (rgb, alpha, first matte).

    rgb: uint8 [N, 3, S, S]; alpha: uint8 [N, 1, S, S]; found: the first look's alpha, float [N, 1, S, S].
    """
    generator = torch.Generator().manual_seed(seed)
    count = len(rgb)
    truth, first = alpha.float() / 255, found.clone()
    where = torch.zeros((count, 2, 3))
    for index in range(count):
        chance, mirrored, *context = torch.rand(6, generator=generator).tolist()
        if chance < MADE_UP or found[index].max() < 0.6:
            first[index : index + 1] = made_up(truth[index : index + 1], generator)
        left, top, right, bottom = box_around(first[index, 0]) or (0, 0, 1, 1)
        wide, tall = right - left, bottom - top
        more = [MIN_CONTEXT + (MAX_CONTEXT - MIN_CONTEXT) * share for share in context]
        left, right = max(0, left - wide * more[0]), min(1, right + wide * more[1])
        top, bottom = max(0, top - tall * more[2]), min(1, bottom + tall * more[3])
        where[index, 0, 0] = (right - left) * (1 if mirrored < 0.5 else -1)
        where[index, 1, 1] = bottom - top
        where[index, 0, 2], where[index, 1, 2] = left + right - 1, top + bottom - 1
    grid = F.affine_grid(where, [count, 5, size, size], align_corners=False)
    both = F.grid_sample(torch.cat([rgb.float() / 255, truth, first], 1), grid, mode="bilinear", padding_mode="border", align_corners=False)
    lit = light(both[:, :3].clamp(0, 1), generator)
    return (lit * 255).round().byte(), (both[:, 3:4].clamp(0, 1) * 255).round().byte(), both[:, 4:].clamp(0, 1)
