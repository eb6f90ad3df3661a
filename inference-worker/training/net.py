"""The network: a small U-net of inverted residuals with a pooled global context.

Every layer is a convolution with BatchNorm (folded at export), a ReLU, an addition, a mean or a bilinear
doubling, so the exported graph runs on any ONNX runtime. Sources of the building blocks: inverted residual,
Sandler et al. 2018 (MobileNetV2); fused variant, Tan & Le 2021 (EfficientNetV2); sub-pixel output, Shi et al. 2016.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1, groups: int = 1, act: bool = True) -> nn.Sequential:
    """Convolution, BatchNorm and (unless `act` is False) ReLU."""
    layers = [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs)]
    if act:
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


class Inverted(nn.Module):
    """Expand 1x1, filter each channel, project 1x1; residual where the shape stays."""

    def __init__(self, inputs: int, outputs: int, expand: int, kernel: int = 3, stride: int = 1):
        super().__init__()
        hidden = inputs * expand
        self.residual = inputs == outputs and stride == 1
        self.body = nn.Sequential(
            conv(inputs, hidden, 1), conv(hidden, hidden, kernel, stride, hidden), conv(hidden, outputs, 1, act=False)
        )

    def forward(self, x):
        y = self.body(x)
        return x + y if self.residual else y


class Fused(nn.Module):
    """Plain 3x3 expansion and 1x1 projection: at high resolution faster than a depthwise one on a CPU."""

    def __init__(self, inputs: int, outputs: int, expand: int, stride: int = 1):
        super().__init__()
        self.residual = inputs == outputs and stride == 1
        self.body = nn.Sequential(conv(inputs, inputs * expand, 3, stride), conv(inputs * expand, outputs, 1, act=False))

    def forward(self, x):
        y = self.body(x)
        return x + y if self.residual else y


class Context(nn.Module):
    """Adds what the whole picture holds (its mean feature, projected) to every place."""

    def __init__(self, channels: int):
        super().__init__()
        self.project = nn.Sequential(nn.Conv2d(channels, channels, 1), nn.ReLU(inplace=True), nn.Conv2d(channels, channels, 1))

    def forward(self, x):
        return x + self.project(x.mean((2, 3), keepdim=True))


def double(x):
    return F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)


class Up(nn.Module):
    """One decoder step: double the coarse features, add the projected skip, mix."""

    def __init__(self, coarse: int, skip: int, outputs: int, mix: nn.Module):
        super().__init__()
        self.coarse, self.skip, self.mix = conv(coarse, outputs, 1), conv(skip, outputs, 1, act=False), mix

    def forward(self, x, skip):
        return self.mix(double(self.coarse(x)) + self.skip(skip))


def separable(channels: int) -> nn.Sequential:
    return nn.Sequential(
        conv(channels, channels, 3, groups=channels), conv(channels, channels, 1),
        conv(channels, channels, 3, groups=channels), conv(channels, channels, 1),
    )  # fmt: skip


class ClearcutNet(nn.Module):
    """x: float [B, 3, S, S], normalised RGB, S a multiple of 32.

    Gives logits. Training: a list of [B, 1, s, s] maps for s = S, S/4, S/8, S/16, S/32 (deep supervision).
    Evaluation: the first alone.
    """

    def __init__(self):
        super().__init__()
        self.stem = conv(3, 16, 3, 2)
        self.stage2 = nn.Sequential(Fused(16, 24, 2, 2), Fused(24, 24, 2))
        self.stage3 = nn.Sequential(Inverted(24, 48, 4, 3, 2), Inverted(48, 48, 3), Inverted(48, 48, 3))
        self.stage4 = nn.Sequential(Inverted(48, 96, 4, 3, 2), Inverted(96, 96, 3, 5), Inverted(96, 96, 3), Inverted(96, 96, 3, 5))
        self.stage5 = nn.Sequential(Inverted(96, 160, 4, 5, 2), Inverted(160, 160, 3, 5), Context(160),
                                    Inverted(160, 160, 3, 5), Context(160), Inverted(160, 160, 3, 5))  # fmt: skip
        self.up4 = Up(160, 96, 80, separable(80))
        self.up3 = Up(80, 48, 48, separable(48))
        self.up2 = Up(48, 24, 32, separable(32))
        self.up1 = Up(32, 16, 16, conv(16, 16, 3))
        self.head = nn.Conv2d(16, 4, 3, padding=1)
        self.sides = nn.ModuleList([nn.Conv2d(channels, 1, 1) for channels in (32, 48, 80, 160)])

    def forward(self, x):
        a = self.stem(x)
        b = self.stage2(a)
        c = self.stage3(b)
        d = self.stage4(c)
        e = self.stage5(d)
        f4 = self.up4(e, d)
        f3 = self.up3(f4, c)
        f2 = self.up2(f3, b)
        # Four values for each place at half resolution become 2x2 pixels: the full-size map for a quarter of the work.
        full = F.pixel_shuffle(self.head(self.up1(f2, a)), 2)
        if not self.training:
            return full
        return [full] + [side(f) for side, f in zip(self.sides, (f2, f3, f4, e))]
