"""The stages: a small U²-net that imitates its teacher stage by stage.

A network that only sees the teacher's masks has to find its own way to them, which on the available photographs holds
only for those. Each of the teacher's stages is a simple function, of which one picture has thousands of examples:
learned one by one (`imitate.py`), then as a whole, they hold for other photographs too. Sources: nested U-blocks, Qin
et al. 2020 (U²-Net); hints at inner layers, Romero et al. 2015 (FitNets); blocks learned apart, Li et al. 2020 (DNA).
The blocks are wider inside than the teacher's, more so where the picture is small; the first works at half the
picture's side, and there is none for the teacher's last, at full size.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from layers import conv, double, halve

# Output channels of every stage, like the teacher's.
WIDTH = 64
# Side of the input divided by that of each stage's output. The teacher's first is halved here.
STRIDES = {"s1": 2, "s2": 2, "s3": 4, "s4": 8, "s5": 16, "s6": 32, "d5": 16, "d4": 8, "d3": 4, "d2": 2}


class Nested(nn.Module):
    """A U-net of `depth` sizes added to its input, which is projected first unless `inputs` is 0."""

    def __init__(self, inputs: int, middle: int, depth: int):
        super().__init__()
        self.enter = conv(inputs, WIDTH) if inputs else nn.Identity()
        self.down = nn.ModuleList([conv(WIDTH, middle), *[conv(middle, middle) for _ in range(depth - 1)]])
        self.far = conv(middle, middle, dilation=2)
        self.up = nn.ModuleList([*[conv(2 * middle, middle) for _ in range(depth - 1)], conv(2 * middle, WIDTH)])

    def forward(self, x):
        x = self.enter(x)
        kept = [self.down[0](x)]
        for step in self.down[1:]:
            kept.append(step(halve(kept[-1])))
        inner = self.far(kept[-1])
        for index, step in enumerate(self.up):
            inner = step(torch.cat([inner if index == 0 else double(inner), kept.pop()], 1))
        return inner + x


class Dilated(nn.Module):
    """The same at one size, for pictures too small to be halved: uses dilation to look far."""

    def __init__(self, inputs: int, middle: int):
        super().__init__()
        self.enter = conv(inputs, WIDTH)
        self.down = nn.ModuleList([conv(WIDTH, middle), conv(middle, middle, dilation=2), conv(middle, middle, dilation=4)])
        self.far = conv(middle, middle, dilation=8)
        self.up = nn.ModuleList([conv(2 * middle, middle, dilation=4), conv(2 * middle, middle, dilation=2), conv(2 * middle, WIDTH)])

    def forward(self, x):
        x = self.enter(x)
        kept = [self.down[0](x)]
        for step in self.down[1:]:
            kept.append(step(kept[-1]))
        inner = self.far(kept[-1])
        for step in self.up:
            inner = step(torch.cat([inner, kept.pop()], 1))
        return inner + x


class First(nn.Module):
    """The first stage: 64 filters look at every pixel, the rest works at half the side."""

    def __init__(self, middle: int):
        super().__init__()
        self.pixels, self.block = conv(3, WIDTH), Nested(0, middle, 5)

    def near(self, x):
        return halve(self.pixels(x))

    def forward(self, x):
        return self.block(self.near(x))


class Stages(nn.Module):
    """x: float [B, 3, S, S], normalised RGB, S a multiple of 32. Gives logits [B, 1, S, S]."""

    def __init__(self):
        super().__init__()
        self.s1, self.s2, self.s3, self.s4 = First(24), Nested(WIDTH, 24, 5), Nested(WIDTH, 32, 4), Nested(WIDTH, 40, 3)
        self.s5, self.s6 = Dilated(WIDTH, 32), Dilated(WIDTH, 32)
        self.d5, self.d4, self.d3, self.d2 = Dilated(2 * WIDTH, 40), Nested(2 * WIDTH, 40, 3), Nested(2 * WIDTH, 32, 4), Nested(2 * WIDTH, 24, 5)
        self.head = nn.Sequential(conv(6 * WIDTH, WIDTH, 1), conv(WIDTH, 32), nn.Conv2d(32, 4, 3, padding=1))

    def forward(self, x):
        return self.answer(self.found(x))

    def found(self, x) -> dict[str, torch.Tensor]:
        """{stage: [B, 64, S / stride, S / stride]} for the stages of `STRIDES`, and as `near` what the filters at full size found, halved."""
        near = self.s1.near(x)
        found = {"s1": self.s1.block(near)}
        found["s2"] = self.s2(found["s1"])
        for stage, before in (("s3", "s2"), ("s4", "s3"), ("s5", "s4"), ("s6", "s5")):
            found[stage] = getattr(self, stage)(halve(found[before]))
        for stage, below, beside in (("d5", "s6", "s5"), ("d4", "d5", "s4"), ("d3", "d4", "s3"), ("d2", "d3", "s2")):
            found[stage] = getattr(self, stage)(torch.cat([double(found[below]), found[beside]], 1))
        return found | {"near": near}

    def answer(self, found: dict[str, torch.Tensor]) -> torch.Tensor:
        """The logits for these features."""
        large = [found["d2"], found["near"]]
        small = [F.interpolate(found[stage], size=large[0].shape[-2:], mode="bilinear", align_corners=False) for stage in ("d3", "d4", "d5", "s6")]
        # Four values for each place at half the side become 2x2 pixels.
        return F.pixel_shuffle(self.head(torch.cat([*large, *small], 1)), 2)
