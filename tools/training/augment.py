"""Changes of colour, geometry and quality that photos, pieces and scenes go through, each drawn from a given generator."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageFilter


# The teacher's halo: its lowest tenth is fog around the subject, its highest tenth is solid subject.
HALO = (0.1, 0.9)


def colour_table(rng: np.random.Generator, strength: float) -> list[int]:
    """A 3x256 lookup table of random exposure, contrast, gamma and white balance; strength 1 is a strong change."""
    x = np.linspace(0, 1, 256)[None]
    gain = np.exp(rng.normal(0, 0.16 * strength)) * np.exp(rng.normal(0, 0.09 * strength, (3, 1)))
    gamma = np.exp(rng.normal(0, 0.28 * strength)) * np.exp(rng.normal(0, 0.05 * strength, (3, 1)))
    lift = rng.normal(0, 0.05 * strength)
    contrast = np.exp(rng.normal(0, 0.15 * strength))
    y = (np.power(x, gamma) * gain - 0.5) * contrast + 0.5 + lift
    return (np.clip(y, 0, 1) * 255).astype(np.uint8).reshape(-1).tolist()


def recolour(picture: Image.Image, rng: np.random.Generator, strength: float = 1.0) -> Image.Image:
    """RGB picture with a random colour change, sometimes with more or less saturation."""
    picture = picture.point(colour_table(rng, strength))
    if rng.random() < 0.35:
        picture = Image.blend(picture.convert("L").convert("RGB"), picture, float(rng.uniform(0.3, 1.4)))
    return picture


def stretch(alpha: Image.Image, low: float, high: float) -> Image.Image:
    """Alpha with `low` mapped to 0 and `high` to 1 (both 0..1)."""
    table = (np.clip((np.arange(256) / 255 - low) / (high - low), 0, 1) * 255).round().astype(np.uint8)
    return alpha.point(table.tolist())


def together(operate, colour: Image.Image, mask: Image.Image, premultiplied: bool) -> tuple[Image.Image, Image.Image]:
    """A geometric operation on colour and mask. Pillow premultiplies RGBA: right for cut-outs, whose hidden colour
    means nothing; wrong for photos, whose colour beside the subject must not turn black."""
    if not premultiplied:
        return operate(colour), operate(mask)
    picture = colour.copy()
    picture.putalpha(mask)
    picture = operate(picture)
    return picture.convert("RGB"), picture.getchannel("A")


def fill(rgb: Image.Image, hole: np.ndarray) -> Image.Image:
    """The picture with `hole` (bool [H, W]) filled from around it: averages of what is known are pulled up a pyramid
    and pushed down into what is not (Gortler et al. 1996, pull-push)."""
    weight = (~hole).astype(np.float32)[..., None]
    colour = np.asarray(rgb, np.float32) * weight
    levels = [(colour, weight)]
    while weight.min() == 0 and min(weight.shape[:2]) % 2 == 0:
        h, w = weight.shape[0] // 2, weight.shape[1] // 2
        colour, weight = (part.reshape(h, 2, w, 2, -1).sum((1, 3)) for part in (colour, weight))
        levels.append((colour, weight))
    known = np.asarray(colour.sum((0, 1)) / max(weight.sum(), 1), np.float32)
    for colour, weight in reversed(levels):
        if known.ndim == 3:
            known = np.asarray(Image.fromarray(np.uint8(known)).resize(colour.shape[1::-1], Image.BILINEAR), np.float32)
        known = np.where(weight > 0, colour / np.maximum(weight, 1), known)
    return Image.fromarray(np.uint8(known))


class Grain:
    """Noise drawn once and cut at random places, because drawing it for each sample would cost more than the rest."""

    def __init__(self):
        fine = np.random.default_rng(0).normal(0, 1, (512, 512, 3)).astype(np.float32)
        soft = Image.fromarray(np.uint8(np.clip(fine * 40 + 128, 0, 255))).filter(ImageFilter.GaussianBlur(1.0))
        self.banks = (fine, (np.asarray(soft, np.float32) - 128) / 12)

    def add(self, rng, picture: Image.Image, sigma: float) -> Image.Image:
        """A square RGB picture of at most 512 pixels with noise of `sigma` levels."""
        size = picture.width
        bank = self.banks[0] if rng.random() < 0.5 else self.banks[1]
        y, x = rng.integers(0, 512 - size + 1, 2)
        return Image.fromarray(np.uint8(np.clip(np.asarray(picture, np.float32) + bank[y : y + size, x : x + size] * np.float32(sigma), 0, 255)))

    def degrade(self, rng, picture: Image.Image) -> np.ndarray:
        """Adds the faults of a camera and a file format; uint8 [S, S, 3]."""
        if rng.random() < 0.15:
            picture = recolour(picture, rng, 0.5)
        if rng.random() < 0.04:
            picture = picture.convert("L").convert("RGB")
        if rng.random() < 0.07:
            picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.3)))
        if rng.random() < 0.14:
            picture = self.add(rng, picture, rng.uniform(1, 10))
        if rng.random() < 0.30:
            buffer = io.BytesIO()
            picture.save(buffer, "JPEG", quality=int(rng.integers(40, 96)))
            picture = Image.open(buffer).convert("RGB")
        return np.asarray(picture)
