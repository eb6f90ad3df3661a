"""The pieces that both networks are made of."""

from __future__ import annotations

import torch.nn.functional as F
from torch import nn


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1, dilation: int = 1, act: bool = True) -> nn.Sequential:
    """Convolution, BatchNorm and (unless `act` is False) ReLU."""
    layers = [nn.Conv2d(inputs, outputs, kernel, stride, dilation * (kernel // 2), dilation, bias=False), nn.BatchNorm2d(outputs)]
    if act:
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


def double(x):
    return F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)


def halve(x):
    return F.max_pool2d(x, 2)
