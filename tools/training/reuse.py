"""Derives another picture on the training device: drawing a sample takes longer than training on it."""

from __future__ import annotations

import torch
import torch.nn.functional as F

# Least share of each side that is kept: what is left is still the subject, larger or cut by the frame.
LEAST = 0.65


def light(rgb: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Each picture of the batch in another light. rgb, result: float [N, 3, S, S] in 0..1."""

    def normal(spread: float, channels: int) -> torch.Tensor:
        return torch.exp(spread * torch.randn((len(rgb), channels, 1, 1), device=rgb.device, generator=generator))

    return (rgb ** normal(0.2, 1) * normal(0.1, 1) * normal(0.05, 3)).clamp(0, 1)


def another(rgb: torch.Tensor, alpha: torch.Tensor, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The batch (uint8 [N, 3, S, S] and [N, 1, S, S]) cropped, mirrored and in another light, each sample for itself."""
    generator = torch.Generator(rgb.device).manual_seed(seed)
    count = len(rgb)
    kept, x, y, side = torch.rand((4, count), device=rgb.device, generator=generator)
    kept = LEAST + (1 - LEAST) * kept
    where = torch.zeros((count, 2, 3), device=rgb.device)
    where[:, 0, 0], where[:, 1, 1] = torch.where(side < 0.5, -kept, kept), kept
    where[:, 0, 2], where[:, 1, 2] = (2 * x - 1) * (1 - kept), (2 * y - 1) * (1 - kept)
    grid = F.affine_grid(where, [count, 4, *rgb.shape[-2:]], align_corners=False)
    both = F.grid_sample(torch.cat([rgb, alpha], 1).float() / 255, grid, padding_mode="border", align_corners=False)
    return (light(both[:, :3].clamp(0, 1), generator) * 255).round().byte(), (both[:, 3:].clamp(0, 1) * 255).round().byte()
