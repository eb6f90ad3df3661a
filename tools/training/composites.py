"""Training samples made on the fly: real photos, views for the teacher to label, composites of cut-outs and renders over scenes, and empty scenes.

A sample is (rgb uint8 [S, S, 3], alpha uint8 [S, S], weight, exact). Everything is drawn from one generator seeded
by (seed, step), so step n of a run is the same batch whether or not the run was interrupted before it.
Subject and scene are augmented apart: otherwise the net learns to spot the difference between two cameras.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np
from PIL import Image, ImageFilter

from augment import HALO, Grain, recolour, stretch, together
from data import ALPHA_FOLDERS, FOLDERS, HAND_FOLDERS, TEACHER_FOLDERS, Cache, Entry
from graphics import KINDS as GRAPHICS, faint, graphic
from prints import KINDS as PRINTS, printed
from rendered import Rendered, read_cached
from scenes import Scenes, area, choose
from shapes import strands, thing
from views import Views

PHOTO_SHARES = {"varied": 0.4, "people": 0.17, "clothing": 0.06, "animals": 0.18, "furniture": 0.1, "products": 0.06, "scenes": 0.03}
PIECE_SHARES = {"people": 0.4, "varied": 0.26, "clothing": 0.04, "animals": 0.06, "drawn": 0.05, "photographed": 0.19}
P_SHAPE = 0.1
# Share of pieces in the mean colour of their background.
P_CAMOUFLAGE = 0.12
# A piece is pasted with its mask as truth, so only sure teacher masks qualify.
PIECE_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Recipe:
    """Shares of a batch. Real photos carry the target domain; composites carry variety and exact edges; empty scenes are
    what photos, composites, renders and views leave."""

    photos: float = 0.58
    composites: float = 0.31
    renders: float = 0.0
    views: float = 0.0
    graphics: float = 0.05
    faint: float = 0.015
    # Printed share of the photographs, composites and renders, not of the batch.
    prints: float = 0.035

    @classmethod
    def with_shares(cls, renders: float, views: float) -> Recipe:
        """The others, in their proportions without renders and views."""
        rest = 1 - renders - views
        return cls(cls.photos * rest, cls.composites * rest, renders, views, cls.graphics * rest, cls.faint * rest)

    @property
    def empty(self) -> float:
        return max(0.0, 1 - self.photos - self.composites - self.renders - self.views - self.graphics - self.faint)

    def unlabelled(self, count: int) -> int:
        """Views per batch: constant, since a GPU replans for another number."""
        return round(self.views * count)

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


class Sampler:
    """Draws batches from a cache."""

    def __init__(self, cache: Cache, seed: int, recipe: Recipe = Recipe()):
        self.cache, self.seed, self.recipe, self.grain = cache, seed, recipe, Grain()
        self.groups: dict[str, list[Entry]] = {folder: [] for folder in FOLDERS}
        for entry in cache.entries:
            self.groups[entry.folder].append(entry)
        groups = self.groups
        whole = [e for e in groups["varied"] + groups["clothing"] + groups["people"] if area(e.subject) > 0.01]
        sure = [e for e in whole if e.confidence >= PIECE_CONFIDENCE]
        pieces = {
            "people": [e for e in sure if e.folder == "people"],
            "varied": [e for e in sure if e.folder == "varied"],
            "clothing": [e for e in sure if e.folder == "clothing"],
            "drawn": [e for e in groups["cutouts"] if e.file.startswith("cutouts/e")],
            "animals": [e for e in groups["animals"] if area(e.subject) > 0.01],
            "photographed": [e for e in groups["cutouts"] if e.file.startswith("cutouts/p")] + groups["stamps"],
        }
        # Clear glass and the like are nowhere half opaque, so have no box to cut out.
        solid = {name: [e for e in entries if area(e.subject) > 100] for name, entries in pieces.items()}
        self.pieces = {name: entries for name, entries in solid.items() if entries}
        self.piece_shares = {name: PIECE_SHARES[name] for name in self.pieces}
        self.photo_shares = {folder: share for folder, share in PHOTO_SHARES.items() if groups[folder]}
        # Hand labels are trusted to name all of the subject, so what is beside it is a fair empty scene.
        self.scenes = Scenes(cache, groups, sure, self.grain)
        grounds = groups["rooms"] + groups["backgrounds"] + groups["wallpapers"]
        self.views = Views(self)
        # A few renders show nothing (five of 6,486): drawing one would end the run, since it has no box to place.
        renders = [e for e in groups["renders"] if area(e.subject) > 100]
        self.rendered = Rendered(renders, self.scenes, grounds, partial(read_cached, cache), self.person)

    def batch(self, step: int, size: int, count: int):
        """(rgb uint8 [N, 3, S, S], alpha uint8 [N, 1, S, S], weight float32 [N], exact float32 [N]). The first
        `recipe.unlabelled(N)` are views, whose alpha the teacher supplies."""
        rng = np.random.default_rng([self.seed, step])
        unlabelled = self.recipe.unlabelled(count)
        nothing = np.zeros((size, size), np.uint8)
        samples = [(np.asarray(self.views.draw(rng, size)), nothing, 1.0, 0.0) for _ in range(unlabelled)]
        samples += [self.sample(rng, size) for _ in range(count - unlabelled)]
        rgb = np.stack([s[0] for s in samples]).transpose(0, 3, 1, 2)
        alpha = np.stack([s[1] for s in samples])[:, None]
        return (np.ascontiguousarray(rgb), alpha, np.array([s[2] for s in samples], np.float32), np.array([s[3] for s in samples], np.float32))

    def sample(self, rng, size):
        recipe, weight, exact = self.recipe, 1.0, 1.0
        kind = choose(rng, {"photo": recipe.photos, "composite": recipe.composites, "render": recipe.renders, "graphic": recipe.graphics,
                            "faint": recipe.faint, "empty": recipe.empty})  # fmt: skip
        if kind == "photo":
            rgb, alpha, weight, exact = self.photo(rng, size)
        elif kind == "composite":
            rgb, alpha, weight, exact = self.composite(rng, size)
        elif kind == "render":
            rgb, alpha = self.rendered.composite(rng, size)
        elif kind == "graphic":
            drawn = choose(rng, GRAPHICS)
            rgb, alpha = graphic(rng, size, self.grain, drawn, self.piece(rng, size, self.pick(rng, self.pieces[choose(rng, self.piece_shares)])))
        elif kind == "faint":
            rgb, alpha = faint(rng, size, self.grain)
        else:
            rgb, alpha = self.scenes.scene(rng, size), Image.new("L", (size, size))
        if kind in ("photo", "composite", "render") and rng.random() < recipe.prints:
            rgb = printed(rng, rgb, choose(rng, PRINTS))
        return self.grain.degrade(rng, rgb), np.asarray(alpha), weight, exact

    @staticmethod
    def pick(rng, entries: list[Entry]) -> Entry:
        return entries[rng.integers(len(entries))]

    # Real photos

    def photo(self, rng, size):
        """A photo with its own mask, randomly cropped, turned and recoloured."""
        folder = choose(rng, self.photo_shares)
        entry = self.pick(rng, self.groups[folder])
        pixels = self.cache.image(entry)
        rgb, alpha = Image.fromarray(pixels[..., :3]), Image.fromarray(pixels[..., 3])
        if rng.random() < 0.1:
            angle = rng.uniform(-12, 12)
            rgb, alpha = rgb.rotate(angle, Image.BILINEAR), alpha.rotate(angle, Image.BILINEAR)
            # An inner box free of the corners that turning leaves blank.
            w, h = rgb.size
            keep = 1 - abs(math.sin(math.radians(angle))) * max(w / h, h / w)
            box = ((1 - keep) / 2 * w, (1 - keep) / 2 * h, (1 + keep) / 2 * w, (1 + keep) / 2 * h)
        elif folder == "people" and rng.random() < 0.5:
            box = self.portrait_box(rng, entry)
        elif rng.random() < 0.5:
            box = self.crop_box(rng, entry)
        else:
            box = (0, 0, entry.width, entry.height)
        rgb = rgb.resize((size, size), Image.BICUBIC if rng.random() < 0.5 else Image.BILINEAR, box=box)
        alpha = alpha.resize((size, size), Image.BILINEAR, box=box)
        if rng.random() < 0.5:
            rgb, alpha = rgb.transpose(Image.FLIP_LEFT_RIGHT), alpha.transpose(Image.FLIP_LEFT_RIGHT)
        if folder in TEACHER_FOLDERS:
            alpha = stretch(alpha, *HALO)
        if rng.random() < 0.6:
            rgb = recolour(rgb, rng, 0.6)
        weight = float(np.clip((entry.confidence - 0.8) / 0.15, 0.3, 1)) * (0.8 if folder == "clothing" else 1.0)
        return rgb, alpha, weight, 0.0

    @staticmethod
    def crop_box(rng, entry: Entry):
        """A random box of 45-100 % of each side that holds the subject's centre."""
        w, h = entry.width * rng.uniform(0.45, 1), entry.height * rng.uniform(0.45, 1)
        cx, cy = (entry.subject[0] + entry.subject[2]) / 2, (entry.subject[1] + entry.subject[3]) / 2
        x = np.clip(cx - w * rng.uniform(0.15, 0.85), 0, entry.width - w)
        y = np.clip(cy - h * rng.uniform(0.15, 0.85), 0, entry.height - h)
        return (float(x), float(y), float(x + w), float(y + h))

    @staticmethod
    def portrait_box(rng, entry: Entry):
        """The upper part of a standing person, as in a portrait or a half-length picture."""
        left, top, right, bottom = entry.subject
        height = (bottom - top) * rng.uniform(0.2, 0.75)
        y0 = max(0.0, top - height * rng.uniform(0, 0.35))
        y1 = min(float(entry.height), top + height)
        width = max((right - left) * rng.uniform(0.8, 2.0), (y1 - y0) * rng.uniform(0.6, 1.5))
        x = (left + right) / 2 + (right - left) * rng.uniform(-0.25, 0.25)
        x0, x1 = max(0.0, x - width / 2), min(float(entry.width), x + width / 2)
        return (x0, y0, x1, y1) if x1 - x0 > 24 and y1 - y0 > 24 else (0, 0, entry.width, entry.height)

    # Composites

    def composite(self, rng, size):
        """1-3 pieces over a scene, over a photo emptied of its subject, or over one whose subject stays one of several."""
        weight, target = 1.0, None
        alpha = Image.new("L", (size, size))
        count = int(rng.choice([1, 2, 3], p=[0.62, 0.27, 0.11]))
        kind = choose(rng, {"joined": 0.15, "emptied": 0.27, "tone on tone": 0.08, "scene": 0.50})
        tone = None
        if kind == "joined":
            rgb, alpha, weight, _ = self.photo(rng, size)
            count = 1
        elif kind == "emptied":
            rgb, target = self.scenes.emptied_photo(rng, size)
        elif kind == "tone on tone":
            # White on white, black on black: only shading shows the subject.
            tone, count = int(rng.choice([250, 250, 18])), 1
            rgb = self.grain.add(rng, Image.new("RGB", (size, size), tuple(int(v) for v in np.clip(tone + rng.normal(0, 6) + rng.normal(0, 2, 3), 0, 255))), rng.uniform(0, 4))
        else:
            rgb = self.scenes.scene(rng, size)
        same_kind = choose(rng, self.piece_shares) if rng.random() < 0.6 else None
        for index in range(count):
            entry = self.pick(rng, self.pieces[same_kind or choose(rng, self.piece_shares)])
            drawn = rng.random() < P_SHAPE
            colour, mask = self.piece(rng, size, entry, count, tone, target if index == 0 else None, drawn)
            if rng.random() < P_CAMOUFLAGE:
                colour = self.camouflaged(rng, colour, mask, rgb)
            if rng.random() < 0.35:
                rgb = self.shadow(rng, rgb, mask, size)
            rgb.paste(colour, (0, 0), mask)
            # Over: what the new piece does not cover stays.
            a, b = np.asarray(alpha, np.float32), np.asarray(mask, np.float32)
            alpha = Image.fromarray(np.uint8(np.round(a + b - a * b / 255)))
        return rgb, alpha, weight, 1.0

    def cut(self, rng, entry):
        """(RGB, alpha, whether its hidden colour means nothing, sides its photo's border cuts: left, top, right, bottom)."""
        left, top, right, bottom = entry.subject
        loose, sides = entry.folder in ALPHA_FOLDERS, list(entry.cut)
        if entry.folder == "people" and rng.random() < 0.5:
            bottom, sides[3] = int(top + (bottom - top) * rng.uniform(0.22, 0.75)), True
        pixels = self.cache.image(entry)[top:bottom, left:right]
        if rng.random() < 0.5:
            pixels = pixels[:, ::-1]
            sides[0], sides[2] = sides[2], sides[0]
        colour, mask = Image.fromarray(np.ascontiguousarray(pixels[..., :3])), Image.fromarray(np.ascontiguousarray(pixels[..., 3]))
        if entry.folder in HAND_FOLDERS:
            # Labels drawn by hand run a pixel wide: take that pixel off, then soften the stair.
            mask = stretch(mask.filter(ImageFilter.MinFilter(3)).filter(ImageFilter.GaussianBlur(0.9)), 0.1, 0.9)
        elif not loose:
            mask = stretch(mask, 0.4, 0.9)
        return colour, mask, loose, sides

    def person(self, rng, size):
        """A photographed person beside something else: (RGB, alpha) on a canvas."""
        return self.piece(rng, size, self.pick(rng, self.pieces["people"]), count=2)

    def piece(self, rng, size, entry, count=1, tone=None, target=None, drawn=False):
        """One cut-out, one of `count`, placed on an S x S canvas: (RGB, alpha). Sides cut by its photo's border stay at
        the border. `tone` is the ground that it should hardly differ from; `target` (centre x, y, longest side) a place
        to fill; `drawn` takes the entry for its texture alone."""
        if drawn:
            colour, mask = thing(rng, size, Image.fromarray(np.ascontiguousarray(self.cache.image(entry)[..., :3])))
            loose, sides = True, [False] * 4
        else:
            colour, mask, loose, sides = self.cut(rng, entry)
        if rng.random() < 0.85:
            colour = recolour(colour, rng, 0.9)
        if tone is not None:
            colour = Image.blend(colour, Image.new("RGB", colour.size, (tone, tone, tone)), float(rng.uniform(0.4, 0.8)))
        if rng.random() < 0.12:
            blur = ImageFilter.GaussianBlur(rng.uniform(0.4, 1.4))
            colour, mask = colour.filter(blur), mask.filter(blur)
        reach = rng.uniform(0.3, 0.8) if count > 1 else (rng.uniform(0.9, 1.5) if rng.random() < 0.25 else rng.uniform(0.35, 0.98))
        if target:
            reach = float(np.clip(target[2] / size * rng.uniform(0.85, 1.3), 0.3, 1.4))
        shape = math.sqrt(mask.width / mask.height) * math.exp(rng.normal(0, 0.12))
        height, width = size * reach / max(shape, 1 / shape) / shape, size * reach / max(shape, 1 / shape) * shape
        width, height = max(8, round(width)), max(8, round(height))
        colour, mask = together(lambda part: part.resize((width, height), Image.BICUBIC), colour, mask, loose)
        if not drawn and rng.random() < (0.14 if entry.folder in ("people", "varied") else 0.03):
            colour, mask = strands(rng, colour, mask, head_only=entry.folder == "people")
        if not any(sides) and rng.random() < 0.5:
            angle = rng.normal(0, 5 if entry.folder == "people" else 14)
            colour, mask = together(lambda part: part.rotate(angle, Image.BICUBIC, expand=True), colour, mask, loose)
            width, height = mask.size
        x, y = self.place(rng, size, width, sides[0], sides[2]), self.place(rng, size, height, sides[1], sides[3])
        if not (sides[1] or sides[3]) and rng.random() < 0.5:
            y = max(y, round((size - height) * rng.uniform(0.7, 1)))
        if target and not any(sides):
            x, y = (int(middle - length / 2 + size * rng.normal(0, 0.02)) for middle, length in ((target[0], width), (target[1], height)))
        canvas, ground = Image.new("RGB", (size, size)), Image.new("L", (size, size))
        canvas.paste(colour, (x, y))
        ground.paste(mask, (x, y))
        return canvas, ground

    @staticmethod
    def place(rng, size, length, cut_low, cut_high) -> int:
        """Where a piece starts along one axis."""
        if cut_low and not cut_high:
            return -int(rng.uniform(0, 0.08) * length)
        if cut_high and not cut_low:
            return size - length + int(rng.uniform(0, 0.08) * length)
        slack = size - length
        if slack > 0 and rng.random() < 0.8:
            return int(rng.uniform(0, slack))
        return int(slack / 2 + rng.normal(0, 0.18) * max(length, size * 0.5))

    @staticmethod
    def camouflaged(rng, colour, mask, rgb):
        """The piece in the mean colour of what it will cover, more or less: a white sleeve before a white wall."""
        weight = np.asarray(mask, np.float32)[..., None]
        pixels, behind = np.asarray(colour, np.float32), np.asarray(rgb, np.float32)
        move = ((behind - pixels) * weight).sum((0, 1)) / max(float(weight.sum()), 1)
        return Image.fromarray(np.uint8(np.clip(pixels + move * rng.uniform(0.5, 1), 0, 255)))

    def shadow(self, rng, rgb, mask, size):
        """Darkens the scene by the subject's blurred, shifted shape."""
        shape = mask.filter(ImageFilter.BoxBlur(size * rng.uniform(0.01, 0.06)))
        shifted = Image.new("L", (size, size))
        shifted.paste(shape, (int(size * rng.normal(0, 0.04)), int(size * rng.uniform(0, 0.06))))
        dark = Image.blend(rgb, Image.new("RGB", rgb.size), float(rng.uniform(0.25, 0.75)))
        return Image.composite(dark, rgb, shifted)
