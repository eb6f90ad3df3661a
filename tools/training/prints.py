"""Pictures as they are printed or shown in few tones: halftone dots, ordered dithers, error diffusion, pure black and
white.

The product averages what is around each pixel before the network looks at such a picture (`subject/screen.ts`), so most of
these are averaged likewise.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

KINDS = {"dots": 0.3, "ordered": 0.34, "diffused": 0.26, "threshold": 0.1}
BAYER2 = np.array([[0, 2], [3, 1]])
# As `subject/screen.ts` has it: the radius of what is averaged, twice.
REACH = 2
P_AVERAGED, P_COLOUR = 0.8, 0.25
# Sides of the page that is printed, as shares of the sample's; a screen is as fine as a page is large.
PAGE = (1.0, 2.2)


def bayer(order: int) -> np.ndarray:
    """Thresholds in 0..1 of a square of 2^order pixels."""
    grid = BAYER2
    for _ in range(order - 1):
        grid = np.block([[4 * grid, 4 * grid + 2], [4 * grid + 3, 4 * grid + 1]])
    return (grid + 0.5) / grid.size


def dots(rng, y: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Thresholds of round dots that grow with the darkness, in lines at an angle."""
    angle, step = rng.choice([np.pi / 4, np.pi / 4, 0.0, rng.uniform(0, np.pi)]), np.pi * 2 / rng.uniform(3, 8)
    u, v = (x * np.cos(angle) + y * np.sin(angle)) * step, (y * np.cos(angle) - x * np.sin(angle)) * step
    return 0.5 + 0.25 * (np.cos(u) + np.cos(v))


def screened(rng, light: np.ndarray, kind: str) -> np.ndarray:
    """Light in 0..1, [H, W], as ink (0) and paper (1)."""
    height, width = light.shape
    if kind == "diffused":
        return np.asarray(Image.fromarray(np.uint8(light * 255)).convert("1"), np.float32)
    if kind == "threshold":
        return (light > np.quantile(light, rng.uniform(0.25, 0.75))).astype(np.float32)
    y, x = np.mgrid[0:height, 0:width]
    if kind == "dots":
        return (light > dots(rng, y, x)).astype(np.float32)
    grid, cell = bayer(int(rng.integers(1, 4))), int(rng.integers(1, 3))
    return (light > grid[(y // cell) % len(grid), (x // cell) % len(grid)]).astype(np.float32)


def printed(rng, picture: Image.Image, kind: str) -> Image.Image:
    """The square RGB picture as a print of the same size."""
    page = round(picture.width * rng.uniform(*PAGE))
    large = picture.resize((page, page), Image.BICUBIC)
    if rng.random() < P_COLOUR and kind != "threshold":
        light = np.asarray(large, np.float32) / 255
        ink = np.stack([screened(rng, light[..., channel], kind) for channel in range(3)], -1)
    else:
        light = np.asarray(large.convert("L"), np.float32) / 255
        low, high = np.quantile(light, (0.02, 0.98))
        light = np.clip((light - low) / max(high - low, 0.05), 0.03, 0.97)
        ink = np.repeat(screened(rng, light, kind)[..., None], 3, -1)
    if rng.random() < 0.25:
        dark, pale = rng.uniform(0, 90, 3), rng.uniform(190, 255, 3)
    else:
        dark, pale = np.zeros(3), np.full(3, 255.0)
    print_ = Image.fromarray(np.uint8(dark + (pale - dark) * ink)).resize(picture.size, Image.LANCZOS)
    if kind != "threshold" and rng.random() < P_AVERAGED:
        print_ = print_.filter(ImageFilter.BoxBlur(REACH)).filter(ImageFilter.BoxBlur(REACH))
    return print_
