"""Composites of renders: a rendered subject, or several, before a scene, with its shadow on the ground and exact alpha.

The label is only the subject, never its shadow. Half of the time the scene is the photograph that lit the subject, so
its light fits; photographed people stand beside or behind, since renders have few. Only the scene is defocused; noise,
JPEG and a cast of colour over all come from `Grain.degrade`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageFilter

from augment import recolour
from data import Cache, Entry
from scenes import Scenes, choose

GROUNDS = {"own": 0.5, "another": 0.32, "emptied": 0.1, "studio": 0.08}
ANOTHER = {"room": 0.35, "street": 0.2, "place": 0.15, "landscape": 0.3}
COUNTS = {1: 0.66, 2: 0.24, 3: 0.1}
P_PERSON = 0.15

# (RGBA, opacity of the shadow) of an entry, of the same extent.
Read = Callable[[Entry], tuple[Image.Image, Image.Image]]


def read_cached(cache: Cache, entry: Entry) -> tuple[Image.Image, Image.Image]:
    return Image.fromarray(np.ascontiguousarray(cache.image(entry))), Image.fromarray(np.ascontiguousarray(cache.shadow(entry)))


class Rendered:
    """Draws composites of the `renders`; `person` draws a photographed one as (RGB, alpha) on a canvas of a given size."""

    def __init__(self, renders: list[Entry], scenes: Scenes, grounds: list[Entry], read: Read, person: Callable):
        self.renders, self.scenes, self.read, self.person = renders, scenes, read, person
        self.by_name = {entry.file: entry for entry in grounds}

    def composite(self, rng, size: int) -> tuple[Image.Image, Image.Image]:
        """(RGB, alpha), both S x S."""
        first = self.renders[rng.integers(len(self.renders))]
        rgb, fits = self.ground(rng, size, first)
        alpha = Image.new("L", (size, size))
        if rng.random() < P_PERSON:
            colour, mask = self.person(rng, size)
            rgb.paste(colour, (0, 0), mask)
            alpha = mask.copy()
        count = int(choose(rng, COUNTS))
        for index in range(count):
            entry = first if index == 0 else self.renders[rng.integers(len(self.renders))]
            colour, mask, shadow = self.placed(rng, size, entry, count, 0.3 if fits else 0.6)
            rgb, mask = self.over(rng, rgb, colour, mask, shadow)
            # "Over": keeps what the new subject does not cover.
            a, b = np.asarray(alpha, np.float32), np.asarray(mask, np.float32)
            alpha = Image.fromarray(np.uint8(np.round(a + b - a * b / 255)))
        return rgb, alpha

    def alone(self, rng, size: int, entry: Entry, rgb: Image.Image) -> tuple[Image.Image, Image.Image]:
        """Only the entry over the scene `rgb`, for measuring: (RGB, alpha)."""
        return self.over(rng, rgb, *self.placed(rng, size, entry, 1, 0.3))

    @staticmethod
    def over(rng, rgb: Image.Image, colour: Image.Image, mask: Image.Image, shadow: Image.Image) -> tuple[Image.Image, Image.Image]:
        """The subject over the scene that its shadow darkens, and the subject's alpha."""
        dark = np.asarray(shadow, np.float32)[..., None] / 255 * rng.uniform(0.5, 1)
        rgb = Image.fromarray(np.uint8(np.asarray(rgb, np.float32) * (1 - dark)))
        rgb.paste(colour, (0, 0), mask)
        return rgb, mask

    def ground(self, rng, size: int, entry: Entry) -> tuple[Image.Image, bool]:
        """A scene, and whether it is the one that lit the entry."""
        kind = choose(rng, GROUNDS)
        own = self.by_name.get(entry.scene)
        fits = kind == "own" and own is not None
        if fits:
            rgb = self.scenes.crop(rng, own, 0.6).resize((size, size), Image.BICUBIC)
            if rng.random() < 0.5:
                rgb = rgb.transpose(Image.FLIP_LEFT_RIGHT)
        elif kind == "emptied":
            rgb, _ = self.scenes.emptied_photo(rng, size)
        elif kind == "studio":
            rgb = self.scenes.studio(rng, size)
        else:
            rgb = self.scenes.scene(rng, size, ANOTHER)
        if rng.random() < 0.4:
            rgb = rgb.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.002, 0.02)))
        return rgb.convert("RGB"), fits

    def placed(self, rng, size: int, entry: Entry, count: int, strength: float):
        """The entry on a canvas of S x S: (RGB, alpha, shadow). Sides that its frame cut lie outside of the canvas."""
        picture, shadow = self.read(entry)
        left, top, right, bottom = self.box(entry, picture)
        cut = list(entry.cut)
        if rng.random() < 0.5:
            picture, shadow = picture.transpose(Image.FLIP_LEFT_RIGHT), shadow.transpose(Image.FLIP_LEFT_RIGHT)
            left, right, cut[0], cut[2] = picture.width - right, picture.width - left, cut[2], cut[0]
        longest = max(right - left, bottom - top)
        reach = rng.uniform(0.38, 0.78) if count > 1 else rng.uniform(0.9, 1.4) if rng.random() < 0.2 else rng.uniform(0.4, 0.95)
        if any(cut):
            reach = max(reach, 0.55)
        scale = size * reach / longest
        # Between two cut sides the subject fills the canvas.
        scale = max([scale] + [size / length for length, low in ((right - left, 0), (bottom - top, 1)) if cut[low] and cut[low + 2]])
        wide, tall = max(4, round(picture.width * scale)), max(4, round(picture.height * scale))
        if rng.random() < 0.15:
            # As soft as a photograph that was enlarged. Pillow premultiplies when it scales, so there is no dark rim.
            soft = rng.uniform(0.4, 0.8)
            picture = picture.resize((max(4, round(wide * soft)), max(4, round(tall * soft))), Image.BICUBIC)
        picture = picture.resize((wide, tall), Image.BICUBIC)
        shadow = shadow.resize((wide, tall), Image.BICUBIC).filter(ImageFilter.GaussianBlur(max(1.0, tall * rng.uniform(0.01, 0.03))))
        x = self.start(rng, size, left * scale, right * scale, cut[0], cut[2])
        y = self.start(rng, size, top * scale, bottom * scale, cut[1], cut[3])
        if not cut[1] and not cut[3] and rng.random() < 0.6:
            # Things stand on the ground, which is in the lower part of most pictures.
            y = max(y, round(size * rng.uniform(0.75, 0.98) - bottom * scale))
        colour, mask, dark = Image.new("RGB", (size, size)), Image.new("L", (size, size)), Image.new("L", (size, size))
        colour.paste(recolour(picture.convert("RGB"), rng, strength), (x, y))
        mask.paste(picture.getchannel("A"), (x, y))
        dark.paste(shadow, (x, y))
        return colour, mask, dark

    @staticmethod
    def box(entry: Entry, picture: Image.Image) -> tuple[float, float, float, float]:
        """The subject's box in `picture`, which may be the entry at another scale."""
        share = picture.width / entry.width
        left, top, right, bottom = entry.subject
        return left * share, top * share, right * share, bottom * share

    @staticmethod
    def start(rng, size: int, low: float, high: float, cut_low: bool, cut_high: bool) -> int:
        """Start of the picture along one axis, with its subject from `low` to `high`."""
        length = high - low
        if cut_low and cut_high:
            return round(-low - (length - size) * rng.uniform(0, 1))
        if cut_low:
            return round(-low - length * rng.uniform(0, 0.06))
        if cut_high:
            return round(size - high + length * rng.uniform(0, 0.06))
        slack = size - length
        return round((slack * rng.uniform(0, 1) if slack > 0 else slack / 2 + rng.normal(0, 0.1) * size) - low)
