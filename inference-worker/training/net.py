"""The network: what the stages know added to what the pre-trained encoder sees.

The stages (`stages.py`) look at all pixels of the input and find its holes and edges; the sight (`sight.py`) looks at the picture reduced to
`SIDE` and finds what the subject is. Their logits are added up, so the surer one decides.
"""

from __future__ import annotations

import torch.nn.functional as F
from torch import nn

from sight import Sight
from stages import Stages

SIDE = 320
# How much the stages count beside the sight, and how much more where they see less than around: the sight fills holes.
STAGES, HOLES = 1.5, 2.0
WINDOW, LEAST, MOST = 31, -6, 6


def below_around(logits):
    """How much smaller logits are than around them, none above 0."""
    reach = WINDOW // 2
    rows = F.avg_pool2d(logits.clamp(LEAST, MOST), (1, WINDOW), 1, (0, reach), count_include_pad=False)
    return (logits - F.avg_pool2d(rows, (WINDOW, 1), 1, (reach, 0), count_include_pad=False)).clamp(LEAST, 0)


class ClearcutNet(nn.Module):
    """x: float [B, 3, S, S], normalised RGB, S a multiple of 32. Gives logits [B, 1, S, S]."""

    def __init__(self):
        super().__init__()
        self.stages, self.sight = Stages(), Sight()

    def forward(self, x):
        known = self.stages(x)
        small = F.interpolate(x, size=(SIDE, SIDE), mode="bilinear", align_corners=False)
        seen = F.interpolate(self.sight(small), size=x.shape[-2:], mode="bilinear", align_corners=False)
        return STAGES * known + HOLES * below_around(known) + seen
