"""The pieces that both networks are made of."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

# Emulated without AVX-512, at a fifth of the speed of 32 bits.
BFLOAT16 = torch.backends.cpu.get_cpu_capability() != "AVX2"


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1, dilation: int = 1, act: bool = True) -> nn.Sequential:
    """Convolution, BatchNorm and (unless `act` is False) ReLU."""
    layers = [nn.Conv2d(inputs, outputs, kernel, stride, dilation * (kernel // 2), dilation, bias=False), nn.BatchNorm2d(outputs)]
    if act:
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


def half_precision(x, enabled: bool = True):
    """Convolutions of `x` in bfloat16 where that is faster."""
    return torch.autocast(x.device.type, torch.bfloat16, enabled=enabled and (BFLOAT16 or x.is_cuda))


def double(x):
    return F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)


def halve(x):
    return F.max_pool2d(x, 2)
