"""Views of the training photographs, for the teacher to label.

A student learns most from a teacher's function, not from a few of its masks (Beyer et al. 2021, "A good teacher is patient
and consistent"): the teacher answers the very picture that the student sees, and no picture comes twice. A view is a crop
at any scale, a collage of two to four photographs, a mix of two, or a subject moved onto another scene, each with changes
of blur and light, out of training's part of the split and the photographs of `unlabelled/`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from PIL import Image, ImageFilter

from augment import recolour
from data import UNLABELLED, Cache, Entry
from scenes import choose

# Shares of photographs by folder: those of all kinds of things first, clothes on floors last.
SHARES = {"varied": 0.28, UNLABELLED: 0.34, "people": 0.14, "animals": 0.1, "clothing": 0.04, "furniture": 0.04, "products": 0.02, "scenes": 0.01, "rooms": 0.03}
KINDS = {"whole": 0.12, "crop": 0.38, "collage": 0.16, "mix": 0.08, "moved": 0.26}


class Source(Protocol):
    """Photographs by folder, and composites of them."""

    cache: Cache
    groups: dict[str, list[Entry]]

    def pick(self, rng: np.random.Generator, entries: list[Entry]) -> Entry: ...

    def composite(self, rng: np.random.Generator, size: int) -> tuple: ...


class Views:
    """Draws views from a sampler's cache. Excludes renders, which have better masks, and scenes other than rooms."""

    def __init__(self, sampler: Source):
        self.sampler, self.cache = sampler, sampler.cache
        self.shares = {folder: share for folder, share in SHARES.items() if sampler.groups[folder]}

    def draw(self, rng: np.random.Generator, size: int) -> Image.Image:
        """An RGB view of S x S."""
        kind = choose(rng, KINDS)
        if kind == "collage":
            picture = self.collage(rng, size)
        elif kind == "mix":
            picture = Image.blend(self.crop(rng, 0.5, 1, size, size), self.crop(rng, 0.5, 1, size, size), float(rng.uniform(0.15, 0.5)))
        elif kind == "moved":
            picture = self.sampler.composite(rng, size)[0]
        else:
            picture = self.crop(rng, *((1, 1) if kind == "whole" else (0.2, 0.95)), size, size)
        return self.lit(rng, picture)

    def crop(self, rng, least: float, most: float, width: int, height: int) -> Image.Image:
        """A part of a random photograph, a share `least` to `most` of each side, anywhere in it."""
        entry = self.sampler.pick(rng, self.sampler.groups[choose(rng, self.shares)])
        w, h = entry.width * rng.uniform(least, most), entry.height * rng.uniform(least, most)
        x, y = rng.uniform(0, entry.width - w), rng.uniform(0, entry.height - h)
        picture = Image.fromarray(np.ascontiguousarray(self.cache.image(entry)[..., :3])).resize((width, height), Image.BICUBIC, box=(x, y, x + w, y + h))
        return picture.transpose(Image.FLIP_LEFT_RIGHT) if rng.random() < 0.5 else picture

    def collage(self, rng, size: int) -> Image.Image:
        """Two photographs side by side or one above the other, or four in a square."""
        at = int(size * rng.uniform(0.3, 0.7))
        across = [(0, at), (at, size)]
        down = [(0, size)]
        if rng.random() < 0.35:
            below = int(size * rng.uniform(0.3, 0.7))
            down = [(0, below), (below, size)]
        elif rng.random() < 0.5:
            across, down = down, across
        picture = Image.new("RGB", (size, size))
        for left, right in across:
            for top, bottom in down:
                picture.paste(self.crop(rng, 0.5, 1, right - left, bottom - top), (left, top))
        return picture

    def lit(self, rng, picture: Image.Image) -> Image.Image:
        """Another light, and now and then blur, noise or JPEG."""
        if rng.random() < 0.7:
            picture = recolour(picture, rng)
        if rng.random() < 0.15:
            picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 2.5) * picture.width / 320))
        return Image.fromarray(self.sampler.grain.degrade(rng, picture))
