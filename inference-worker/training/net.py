"""The network: a small residual U-net with dilation and a pooled global context, whose answer is added to that of the stages.

Its convolutions are whole ones, 3x3 and 1x1, in counts of channels that are multiples of 16: a processor with bf16 matrix
units trains four times as many weights in the time that depthwise convolutions take, whose backward pass it does not speed up.
Every layer is a convolution with BatchNorm (folded at export), a ReLU, an addition, a mean, a maximum, a concatenation or a
bilinear enlargement, so the exported graph runs on any ONNX runtime. Sources of the building blocks: residual block, He et al. 2015 (ResNet); dilation
at a constant size, Yu & Koltun 2016; sub-pixel output, Shi et al. 2016.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from layers import conv, double
from stages import Stages


class Residual(nn.Module):
    """Two 3x3 convolutions added to their input, which is projected where the shape changes."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, dilation: int = 1):
        super().__init__()
        self.first = conv(inputs, outputs, 3, stride)
        self.second = conv(outputs, outputs, 3, 1, dilation, act=False)
        self.project = nn.Identity() if inputs == outputs and stride == 1 else conv(inputs, outputs, 1, stride, act=False)

    def forward(self, x):
        return F.relu(self.second(self.first(x)) + self.project(x))


class Context(nn.Module):
    """Adds what the whole picture holds (its mean feature, projected) to every place."""

    def __init__(self, channels: int):
        super().__init__()
        self.project = nn.Sequential(nn.Conv2d(channels, channels, 1), nn.ReLU(inplace=True), nn.Conv2d(channels, channels, 1))

    def forward(self, x):
        return x + self.project(x.mean((2, 3), keepdim=True))


class Up(nn.Module):
    """One decoder step: double the coarse features, add the projected skip, mix."""

    def __init__(self, coarse: int, skip: int, outputs: int):
        super().__init__()
        self.coarse, self.skip, self.mix = conv(coarse, outputs, 1), conv(skip, outputs, 1, act=False), conv(outputs, outputs)

    def forward(self, x, skip):
        return self.mix(double(self.coarse(x)) + self.skip(skip))


class ClearcutNet(nn.Module):
    """x: float [B, 3, S, S], normalised RGB, S a multiple of 32.

    The stages (`stages.py`) know more kinds of photographs, the rest what edges, people and cut-outs look like: their logits are
    added up, so the surer one decides. The stages have learned before and stay as they are.

    Gives logits. Training: a list of [B, 1, s, s] maps for s = S, S/4, S/8, S/16, S/32 (deep supervision).
    Evaluation: the first alone.
    """

    def __init__(self):
        super().__init__()
        self.stem = conv(3, 32, 3, 2)
        self.stage2 = Residual(32, 48, 2)
        self.stage3 = nn.Sequential(Residual(48, 96, 2), Residual(96, 96), Residual(96, 96))
        # Every other block of the many is dilated: they see far without losing what is near.
        self.stage4 = nn.Sequential(Residual(96, 160, 2), *[Residual(160, 160, 1, 1 + index % 2) for index in range(9)])
        self.stage5 = nn.Sequential(Residual(160, 192, 2), Context(192), Residual(192, 192, 1, 2), Context(192), Residual(192, 192, 1, 2), Context(192))
        self.up4, self.up3, self.up2, self.up1 = Up(192, 160, 128), Up(128, 96, 96), Up(96, 48, 64), Up(64, 32, 32)
        self.fine = Residual(64, 64)
        self.head = nn.Conv2d(32, 4, 3, padding=1)
        self.sides = nn.ModuleList([nn.Conv2d(channels, 1, 1) for channels in (64, 96, 128, 192)])
        self.stages = Stages().requires_grad_(False)

    def train(self, mode: bool = True):
        """The stages keep their BatchNorms' statistics."""
        super().train(mode)
        self.stages.eval()
        return self

    def forward(self, x):
        with torch.no_grad():
            known = self.stages(x)
        a = self.stem(x)
        b = self.stage2(a)
        c = self.stage3(b)
        d = self.stage4(c)
        e = self.stage5(d)
        f4 = self.up4(e, d)
        f3 = self.up3(f4, c)
        f2 = self.fine(self.up2(f3, b))
        # Four values for each place at half resolution become 2x2 pixels: the full-size map for a quarter of the work.
        full = F.pixel_shuffle(self.head(self.up1(f2, a)), 2) + known
        if not self.training:
            return full
        return [full] + [side(f) for side, f in zip(self.sides, (f2, f3, f4, e))]
