"""Turns the encoder's features into a matte: context of the whole picture joins the map at 1/32, which is enlarged step
by step with the finer maps; four values for each place at 1/2 become 2x2 pixels (Shi et al. 2016)."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from layers import conv, double

WIDTHS = {2: 24, 4: 48, 8: 64, 16: 80}
TOP = 112
HINTED = (*WIDTHS.values(), TOP)


def separable(channels: int, dilation: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(channels, channels, 3, 1, dilation, dilation, groups=channels, bias=False), nn.BatchNorm2d(channels), nn.ReLU(inplace=True),
        *conv(channels, channels, 1),
    )  # fmt: skip


class Context(nn.Module):
    """Combines near, far and global context of the map (Chen et al. 2017)."""

    def __init__(self, inputs: int):
        super().__init__()
        self.enter = conv(inputs, TOP, 1)
        self.around = nn.ModuleList(separable(TOP, dilation) for dilation in (1, 2, 4))
        self.whole = nn.Sequential(nn.Conv2d(TOP, TOP, 1), nn.ReLU(inplace=True))
        self.mix = conv(4 * TOP, TOP, 1)

    def forward(self, x, hint=0):
        x = self.enter(x) + hint
        return self.mix(torch.cat([x, *[look(x) for look in self.around]], 1)) + self.whole(x.mean((2, 3), keepdim=True))


class Up(nn.Module):
    """Doubles the coarse map, adds the finer one beside it and a hint, mixes."""

    def __init__(self, coarse: int, beside: int, outputs: int):
        super().__init__()
        self.coarse, self.beside, self.mix = conv(coarse, outputs, 1, act=False), conv(beside, outputs, 1, act=False), conv(outputs, outputs)

    def forward(self, x, beside, hint=0):
        return self.mix(F.relu(double(self.coarse(x)) + self.beside(beside) + hint))


class Decoder(nn.Module):
    """seen: the encoder's maps at 1/2 to 1/32; hints: maps of `HINTED` channels at the same sizes. Returns logits: in
    training a list at sizes 1, 1/4, 1/8, 1/16 and 1/32, else only the first."""

    def __init__(self, channels: list[int]):
        super().__init__()
        self.context = Context(channels[4])
        self.up16, self.up8 = Up(TOP, channels[3], WIDTHS[16]), Up(WIDTHS[16], channels[2], WIDTHS[8])
        self.up4, self.up2 = Up(WIDTHS[8], channels[1], WIDTHS[4]), Up(WIDTHS[4], channels[0], WIDTHS[2])
        self.fine = conv(WIDTHS[4], WIDTHS[4])
        self.head = nn.Conv2d(WIDTHS[2], 4, 3, padding=1)
        self.sides = nn.ModuleList(nn.Conv2d(width, 1, 1) for width in (WIDTHS[4], WIDTHS[8], WIDTHS[16], TOP))

    def forward(self, seen, hints=(0, 0, 0, 0, 0)):
        top = self.context(seen[4], hints[4])
        at16 = self.up16(top, seen[3], hints[3])
        at8 = self.up8(at16, seen[2], hints[2])
        at4 = self.up4(at8, seen[1], hints[1])
        at4 = at4 + self.fine(at4)
        full = F.pixel_shuffle(self.head(self.up2(at4, seen[0], hints[0])), 2)
        if not self.training:
            return full
        return [full] + [side(at) for side, at in zip(self.sides, (at4, at8, at16, top))]
