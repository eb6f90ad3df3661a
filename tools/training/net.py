"""The network: what the stages know added to what the pre-trained encoder sees.

The stages (`stages.py`) look at all pixels of the input and find its holes and edges; the sight (`sight.py`) looks at the picture reduced to
`SIDE` and finds what the subject is. Their logits are added up, so the surer one decides.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from sight import Sight
from stages import Stages

SIDE = 320
# How much the stages count beside the sight: where the sight is sure of the picture and the stages are far less so, and elsewhere;
# and how much more where they see less than around: the sight fills holes.
MIN_STAGES, STAGES, HOLES = 0.5, 1.5, 2.0
# Bounds of the certainty of its shown pixels between which the sight passes from unsure to sure, and its lead at both.
OWN, LEAD = (0.88, 0.92), (0.10, 0.16)
SHOWN, COARSER = 0.1, 4
WINDOW, LEAST, MOST = 31, -6, 6


def below_around(logits):
    """How much smaller logits are than around them, none above 0."""
    reach = WINDOW // 2
    rows = F.avg_pool2d(logits.clamp(LEAST, MOST), (1, WINDOW), 1, (0, reach), count_include_pad=False)
    return (logits - F.avg_pool2d(rows, (WINDOW, 1), 1, (reach, 0), count_include_pad=False)).clamp(LEAST, 0)


def certainty(logits):
    """How far from one half alpha is on the mean of what is shown, 0 to 1. Gives [B, 1, 1, 1]."""
    alpha = torch.sigmoid(logits[..., ::COARSER, ::COARSER])
    shown = (alpha > SHOWN).float()
    return ((2 * alpha - 1).abs() * shown).sum((2, 3), keepdim=True) / (shown.sum((2, 3), keepdim=True) + 1)


def ramp(value, bounds: tuple[float, float]):
    low, high = bounds
    return ((value - low) / (high - low)).clamp(0, 1)


def added(known, seen):
    """The logits of stages and sight as one, weighted by how sure each of them is of the whole picture."""
    own = certainty(seen)
    clear = ramp(own, OWN) * ramp(own - certainty(known), LEAD)
    return (STAGES - (STAGES - MIN_STAGES) * clear) * known + HOLES * below_around(known) + seen


class ClearcutNet(nn.Module):
    """x: float [B, 3, S, S], normalised RGB, S a multiple of 32. Gives logits [B, 1, S, S]."""

    def __init__(self):
        super().__init__()
        self.stages, self.sight = Stages(), Sight()

    def forward(self, x):
        known = self.stages(x)
        small = F.interpolate(x, size=(SIDE, SIDE), mode="bilinear", align_corners=False)
        return added(known, F.interpolate(self.sight(small), size=x.shape[-2:], mode="bilinear", align_corners=False))
