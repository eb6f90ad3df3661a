"""The detail network: a sight that refines the first matte within the subject's box."""

from __future__ import annotations

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from decoder import HINTED
from layers import half_precision
from sight import Sight

# Channels of the first matte's maps at 1/2 to 1/32.
CHANNELS = (8, 16, 24, 32, 32)


class Hints(nn.Module):
    """Maps of the first matte for each size of the decoder, all 0 before training: the detail network begins as the sight."""

    def __init__(self):
        super().__init__()
        self.halve = nn.ModuleList(nn.Conv2d(inputs, outputs, 3, 2, 1) for inputs, outputs in zip((1, *CHANNELS), CHANNELS))
        self.give = nn.ModuleList(nn.Conv2d(inputs, outputs, 1) for inputs, outputs in zip(CHANNELS, HINTED))
        for layer in self.give:
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, matte):
        hints = []
        for halve, give in zip(self.halve, self.give):
            matte = F.relu(halve(matte))
            hints.append(give(matte))
        return hints


class Detail(Sight):
    """x: float [B, 3, S, S], normalised RGB of the subject's box; matte: float [B, 1, S, S], the first look's alpha there,
    0..1; S a multiple of 32. Gives logits as the sight does."""

    def __init__(self, wheels: Path | None = None):
        super().__init__(wheels)
        self.hints = Hints()

    def forward(self, x, matte):
        with half_precision(x, enabled=self.training):
            hints = self.hints(2 * matte - 1)
        return self.answer(x, hints)
