"""The hybrid loss: BCE + soft IoU + SSIM (Qin et al. 2019, BASNet), plus L1 where alpha is exact, on several scales.

BCE and IoU count a pixel the more, the less it is like what lies around it (Wei et al. 2020, F3Net): thin things, edges and
holes are few pixels, so without that a filled wheel costs hardly anything.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

SIDE_WEIGHTS = (0.4, 0.4, 0.3, 0.3)
# `ssim` sums windows of this size by hand.
SSIM_WINDOW = 7
FOCUS, FOCUS_WINDOW = 4, 31
DEEP, DEEP_WINDOW = 1.0, 11
# Fog in solid parts counts more than smears on the ground.
FOG = 1.5
# Ground between parts of the subject this many pixels apart or less: holes, the gap under an arm, hair's pockets.
GAPS, GAP_WIDTH = 3.0, 44


def box_mean(x, window, dim):
    """Mean over an odd window along one side, fewer pixels at the ends, by running sums: a fifth of pooling's time."""
    size, reach = x.shape[dim], window // 2
    sums = torch.cat([torch.zeros_like(x.narrow(dim, 0, 1)), x.cumsum(dim)], dim)
    at = torch.arange(size, device=x.device)
    end, start = (at + reach + 1).clamp(max=size), (at - reach).clamp(min=0)
    count = (end - start).view([-1 if side == dim else 1 for side in range(x.dim())])
    return (sums.index_select(dim, end) - sums.index_select(dim, start)) / count


def most(x, window):
    """Maximum over an odd square window of values of at least 0. Doubles the window: a tenth of pooling's time."""
    for dim in (2, 3):
        x, width = F.pad(x, (0, 0, window // 2, window // 2) if dim == 2 else (window // 2, window // 2)), 1
        while width < window:
            step = min(width, window - width)
            length = x.shape[dim] - step
            x, width = torch.maximum(x.narrow(dim, 0, length), x.narrow(dim, step, length)), width + step
    return x


def least(x, window):
    """Minimum over an odd square window of values of at most 1."""
    return 1 - most(1 - x, window)


def focus(target):
    """Weight of each pixel, 1 where all around it is alike, up to 1 + FOCUS where nothing is. target, result: [B, 1, S, S]."""
    return 1 + FOCUS * (box_mean(box_mean(target, FOCUS_WINDOW, 2), FOCUS_WINDOW, 3) - target).abs()


def gaps(target):
    """Share of each pixel that is ground between near parts of the subject (morphological closing, at half of the size)."""
    small, window = F.avg_pool2d(target, 2), 2 * (GAP_WIDTH // 4) + 1
    return F.interpolate((least(most(small, window), window) - small).clamp(0, 1), size=target.shape[-2:], mode="nearest")


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
        # Shifted copies added up, of pairs and fours of them: on a CPU five times faster than pooling a single channel.
        for dim in (2, 3):
            inner = x.shape[dim] - 6
            pairs = x.narrow(dim, 0, inner + 5) + x.narrow(dim, 1, inner + 5)
            fours = pairs.narrow(dim, 0, inner) + pairs.narrow(dim, 2, inner)
            x = fours + pairs.narrow(dim, 4, inner) + x.narrow(dim, 6, inner)
        return x / SSIM_WINDOW**2

    ma, mt = mean(alpha), mean(target)
    va, vt, cov = mean(alpha * alpha) - ma * ma, mean(target * target) - mt * mt, mean(alpha * target) - ma * mt
    c1, c2 = 0.01**2, 0.03**2
    value = (2 * ma * mt + c1) * (2 * cov + c2) / ((ma * ma + mt * mt + c1) * (va + vt + c2))
    return 1 - value.mean((1, 2, 3))


def deep_error(alpha, target):
    """Mean error of each picture where all around is alike: fog in what is solid, smears on the ground. Gives [B]."""
    solid, ground = (least(target, DEEP_WINDOW) > 0.98).float(), (most(target, DEEP_WINDOW) < 0.02).float()
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
