"""The hybrid loss: BCE + soft IoU + SSIM (Qin et al. 2019, BASNet), plus L1 where alpha is exact, on several scales.

BCE and IoU count a pixel the more, the less it is like what lies around it (Wei et al. 2020, F3Net): thin things, edges and
holes are few pixels, so without that a filled wheel costs hardly anything.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

SIDE_WEIGHTS = (0.4, 0.4, 0.3, 0.3)
SSIM_WINDOW = 7
FOCUS, FOCUS_WINDOW = 4, 31
DEEP, DEEP_WINDOW = 1.0, 11
# Fog in solid parts counts more than smears on the ground.
FOG = 1.5
# Ground between parts of the subject this many pixels apart or less: holes, the gap under an arm, hair's pockets.
GAPS, GAP_WIDTH = 3.0, 44


def focus(target):
    """Weight of each pixel, 1 where all around it is alike, up to 1 + FOCUS where nothing is. target, result: [B, 1, S, S]."""
    reach = FOCUS_WINDOW // 2
    rows = F.avg_pool2d(target, (FOCUS_WINDOW, 1), 1, (reach, 0), count_include_pad=False)
    return 1 + FOCUS * (F.avg_pool2d(rows, (1, FOCUS_WINDOW), 1, (0, reach), count_include_pad=False) - target).abs()


def gaps(target):
    """Share of each pixel that is ground between near parts of the subject (morphological closing, at half of the size)."""
    small, reach = F.avg_pool2d(target, 2), GAP_WIDTH // 4
    window = 2 * reach + 1
    grown = F.max_pool2d(F.max_pool2d(small, (window, 1), 1, (reach, 0)), (1, window), 1, (0, reach))
    closed = -F.max_pool2d(F.max_pool2d(-grown, (window, 1), 1, (reach, 0)), (1, window), 1, (0, reach))
    return F.interpolate((closed - small).clamp(0, 1), size=target.shape[-2:], mode="nearest")


def bce(logits, target, each):
    """Weighted mean binary cross-entropy of each picture. logits, target, each: [B, 1, s, s]; gives [B]."""
    return (F.binary_cross_entropy_with_logits(logits, target, reduction="none") * each).sum((1, 2, 3)) / each.sum((1, 2, 3))


def soft_iou(alpha, target, each):
    """1 - weighted intersection / union with products for sets; one smoothing unit in a thousand pixels keeps empty targets defined. Gives [B]."""
    smooth = 0.001 * alpha.shape[-1] * alpha.shape[-2]
    both = (alpha * target * each).sum((1, 2, 3))
    either = ((alpha + target) * each).sum((1, 2, 3)) - both
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


def deep_error(alpha, target):
    """Mean error of each picture where all around is alike: fog in what is solid, smears on the ground. Gives [B]."""
    most = F.max_pool2d(target, DEEP_WINDOW, 1, DEEP_WINDOW // 2)
    least = -F.max_pool2d(-target, DEEP_WINDOW, 1, DEEP_WINDOW // 2)
    solid, ground = (least > 0.98).float(), (most < 0.02).float()
    smooth = 0.001 * alpha.shape[-1] * alpha.shape[-2]
    fog = ((1 - alpha) * solid).sum((1, 2, 3)) / (solid.sum((1, 2, 3)) + smooth)
    smear = (alpha * ground).sum((1, 2, 3)) / (ground.sum((1, 2, 3)) + smooth)
    return FOG * fog + smear


def hybrid(maps, target, weight, exact):
    """Scalar loss. maps: logits of the net in training; target: [B, 1, S, S] in 0..1; weight, exact: [B] in 0..1."""
    alpha = torch.sigmoid(maps[0])
    pixels = focus(target) + GAPS * gaps(target)
    each = bce(maps[0], target, pixels) + soft_iou(alpha, target, pixels) + 0.5 * ssim(alpha, target)
    each = each + exact * (alpha - target).abs().mean((1, 2, 3))
    each = each + DEEP * deep_error(alpha, target)
    for factor, side in zip(SIDE_WEIGHTS, maps[1:]):
        small, pixels_then = (F.adaptive_avg_pool2d(part, side.shape[-2:]) for part in (target, pixels))
        each = each + factor * (bce(side, small, pixels_then) + soft_iou(torch.sigmoid(side), small, pixels_then))
    return (each * weight).sum() / weight.sum()
