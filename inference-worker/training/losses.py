"""The hybrid loss: BCE + soft IoU + SSIM (Qin et al. 2019, BASNet), plus L1 where alpha is exact, on several scales."""

from __future__ import annotations

import torch
import torch.nn.functional as F

SIDE_WEIGHTS = (0.4, 0.4, 0.3, 0.3)
SSIM_WINDOW = 7


def bce(logits, target):
    """Mean binary cross-entropy of each picture. logits, target: [B, 1, s, s]; gives [B]."""
    return F.binary_cross_entropy_with_logits(logits, target, reduction="none").mean((1, 2, 3))


def soft_iou(alpha, target):
    """1 - intersection / union with products for sets; one smoothing unit in a thousand pixels keeps empty targets defined. Gives [B]."""
    smooth = 0.001 * alpha.shape[-1] * alpha.shape[-2]
    both = (alpha * target).sum((1, 2, 3))
    either = (alpha + target).sum((1, 2, 3)) - both
    return 1 - (both + smooth) / (either + smooth)


def ssim(alpha, target):
    """1 - mean structural similarity (Wang et al. 2004) over a uniform 7x7 window. Gives [B]."""
    def mean(x):
        # Shifted copies added up, along rows and then columns: on a CPU three times faster than pooling a single channel.
        height, width = x.shape[2] - SSIM_WINDOW + 1, x.shape[3] - SSIM_WINDOW + 1
        rows = sum(x[:, :, i : i + height] for i in range(SSIM_WINDOW))
        return sum(rows[..., i : i + width] for i in range(SSIM_WINDOW)) / SSIM_WINDOW**2

    ma, mt = mean(alpha), mean(target)
    va, vt, cov = mean(alpha * alpha) - ma * ma, mean(target * target) - mt * mt, mean(alpha * target) - ma * mt
    c1, c2 = 0.01**2, 0.03**2
    value = (2 * ma * mt + c1) * (2 * cov + c2) / ((ma * ma + mt * mt + c1) * (va + vt + c2))
    return 1 - value.mean((1, 2, 3))


def hybrid(maps, target, weight, exact):
    """Scalar loss. maps: logits of the net in training; target: [B, 1, S, S] in 0..1; weight, exact: [B] in 0..1."""
    alpha = torch.sigmoid(maps[0])
    each = bce(maps[0], target) + soft_iou(alpha, target) + 0.5 * ssim(alpha, target)
    each = each + exact * (alpha - target).abs().mean((1, 2, 3))
    for factor, side in zip(SIDE_WEIGHTS, maps[1:]):
        small = F.adaptive_avg_pool2d(target, side.shape[-2:])
        each = each + factor * (bce(side, small) + soft_iou(torch.sigmoid(side), small))
    return (each * weight).sum() / weight.sum()
