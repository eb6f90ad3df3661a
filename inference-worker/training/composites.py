"""Training samples made on the fly: real photos, composites of cut-outs over scenes, and empty scenes.

A sample is (rgb uint8 [S, S, 3], alpha uint8 [S, S], weight, exact). Everything is drawn from one generator seeded
by (seed, step), so step n of a run is the same batch whether or not the run was interrupted before it.
Subject and scene are augmented apart: otherwise the net learns to spot the difference between two cameras.
"""

from __future__ import annotations

import io
import math

import numpy as np
from PIL import Image, ImageFilter

from data import Cache, Entry

# What a batch is made of. Real photos carry the target domain; composites carry variety and exact edges.
P_PHOTO, P_COMPOSITE = 0.55, 0.39
PHOTO_SHARES = {"varied": 0.56, "people": 0.28, "clothing": 0.16}
PIECE_SHARES = {"people": 0.50, "varied": 0.30, "clothing": 0.05, "drawn": 0.07, "photographed": 0.08}
# A piece is pasted with its mask as truth, so only masks the teacher was sure of will do.
PIECE_CONFIDENCE = 0.95


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


class Sampler:
    """Draws batches from a cache."""

    def __init__(self, cache: Cache, seed: int):
        self.cache, self.seed = cache, seed
        groups: dict[str, list[Entry]] = {"varied": [], "people": [], "clothing": [], "cutouts": [], "backgrounds": []}
        for entry in cache.entries:
            groups[entry.folder].append(entry)
        self.groups = groups
        self.backgrounds = groups["backgrounds"]
        whole = [e for e in groups["varied"] + groups["clothing"] + groups["people"] if self.area(e.subject) > 0.01]
        sure = [e for e in whole if e.confidence >= PIECE_CONFIDENCE]
        self.pieces = {
            "people": [e for e in sure if e.folder == "people"],
            "varied": [e for e in sure if e.folder == "varied"],
            "clothing": [e for e in sure if e.folder == "clothing"],
            "drawn": [e for e in groups["cutouts"] if e.file.startswith("cutouts/e")],
            "photographed": [e for e in groups["cutouts"] if e.file.startswith("cutouts/p")],
        }
        # Hand labels are trusted to name all of the subject, so what is beside it is a fair empty scene.
        def roomy(entries, area):
            return [e for e in entries if min(e.empty[2] - e.empty[0], e.empty[3] - e.empty[1]) >= 48 and self.area(e.empty) >= area * e.width * e.height]

        self.streets = roomy(groups["people"], 0.1)
        self.places = roomy([e for e in sure if e.folder != "people"], 0.12)
        noise = np.random.default_rng(0).normal(0, 1, (512, 512, 3)).astype(np.float32)
        self.noise_fine = noise
        soft = Image.fromarray(np.uint8(np.clip(noise * 40 + 128, 0, 255))).filter(ImageFilter.GaussianBlur(1.0))
        self.noise_coarse = (np.asarray(soft, np.float32) - 128) / 12

    @staticmethod
    def area(box) -> int:
        return (box[2] - box[0]) * (box[3] - box[1])

    def batch(self, step: int, size: int, count: int):
        """(rgb uint8 [N, 3, S, S], alpha uint8 [N, 1, S, S], weight float32 [N], exact float32 [N])."""
        rng = np.random.default_rng([self.seed, step])
        samples = [self.sample(rng, size) for _ in range(count)]
        rgb = np.stack([s[0] for s in samples]).transpose(0, 3, 1, 2)
        alpha = np.stack([s[1] for s in samples])[:, None]
        return (np.ascontiguousarray(rgb), alpha, np.array([s[2] for s in samples], np.float32), np.array([s[3] for s in samples], np.float32))

    def sample(self, rng, size):
        draw = rng.random()
        if draw < P_PHOTO:
            rgb, alpha, weight, exact = self.photo(rng, size)
        elif draw < P_PHOTO + P_COMPOSITE:
            rgb, alpha, weight, exact = self.composite(rng, size)
        else:
            rgb, alpha, weight, exact = self.scene(rng, size), Image.new("L", (size, size)), 1.0, 1.0
        return self.degrade(rng, rgb), np.asarray(alpha), weight, exact

    @staticmethod
    def choose(rng, shares: dict[str, float]) -> str:
        names = list(shares)
        return names[rng.choice(len(names), p=np.array(list(shares.values())) / sum(shares.values()))]

    @staticmethod
    def pick(rng, entries: list[Entry]) -> Entry:
        return entries[rng.integers(len(entries))]

    # Real photos

    def photo(self, rng, size):
        """A photo with its own mask, randomly cropped, turned and recoloured."""
        folder = self.choose(rng, PHOTO_SHARES)
        entry = self.pick(rng, self.groups[folder])
        pixels = self.cache.image(entry)
        rgb, alpha = Image.fromarray(pixels[..., :3]), Image.fromarray(pixels[..., 3])
        if rng.random() < 0.2:
            angle = rng.uniform(-12, 12)
            rgb, alpha = rgb.rotate(angle, Image.BILINEAR), alpha.rotate(angle, Image.BILINEAR)
            # An inner box free of the corners that turning leaves blank.
            w, h = rgb.size
            keep = 1 - abs(math.sin(math.radians(angle))) * max(w / h, h / w)
            box = ((1 - keep) / 2 * w, (1 - keep) / 2 * h, (1 + keep) / 2 * w, (1 + keep) / 2 * h)
        elif folder == "people" and rng.random() < 0.5:
            box = self.portrait_box(rng, entry)
        elif rng.random() < 0.6:
            box = self.crop_box(rng, entry)
        else:
            box = (0, 0, entry.width, entry.height)
        rgb = rgb.resize((size, size), Image.BICUBIC if rng.random() < 0.5 else Image.BILINEAR, box=box)
        alpha = alpha.resize((size, size), Image.BILINEAR, box=box)
        if rng.random() < 0.5:
            rgb, alpha = rgb.transpose(Image.FLIP_LEFT_RIGHT), alpha.transpose(Image.FLIP_LEFT_RIGHT)
        if folder != "people":
            # The teacher's halo: its lowest tenth is fog around the subject, its highest tenth is solid subject.
            alpha = stretch(alpha, 0.1, 0.9)
        if rng.random() < 0.8:
            rgb = recolour(rgb, rng, 0.8)
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

    # Scenes

    def scene(self, rng, size) -> Image.Image:
        """An RGB scene without a sharp subject."""
        draw = rng.random()
        if draw < 0.50:
            entry = self.pick(rng, self.streets if rng.random() < 0.6 else self.places)
            picture = self.random_crop(rng, entry, entry.empty)
        elif draw < 0.64:
            entry = self.pick(rng, self.backgrounds)
            picture = self.random_crop(rng, entry, entry.empty)
        elif draw < 0.82:
            entry = self.pick(rng, self.groups[self.choose(rng, {"varied": 0.6, "people": 0.2, "clothing": 0.2})])
            picture = Image.fromarray(self.cache.image(entry)[..., :3])
            picture = picture.resize((size, size), Image.BILINEAR).filter(ImageFilter.GaussianBlur(size * rng.uniform(0.03, 0.1)))
            return recolour(picture, rng) if rng.random() < 0.7 else picture
        else:
            return self.drawn_scene(rng, size)
        picture = picture.resize((size, size), Image.BILINEAR)
        if rng.random() < 0.5:
            picture = picture.transpose(Image.FLIP_LEFT_RIGHT)
        if rng.random() < 0.3:
            picture = picture.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.004, 0.025)))
        return recolour(picture, rng) if rng.random() < 0.7 else picture

    def random_crop(self, rng, entry, box) -> Image.Image:
        w, h = box[2] - box[0], box[3] - box[1]
        cw, ch = w * rng.uniform(0.6, 1), h * rng.uniform(0.6, 1)
        x, y = box[0] + rng.uniform(0, w - cw), box[1] + rng.uniform(0, h - ch)
        return Image.fromarray(self.cache.image(entry)[int(y) : int(y + ch) + 1, int(x) : int(x + cw) + 1, :3])

    def drawn_scene(self, rng, size) -> Image.Image:
        """Studio ground: plain, graded, or soft random blotches, with a little texture."""
        near = rng.random() < 0.5
        base = rng.uniform(0, 255, 3) if not near else np.full(3, rng.choice([255, 250, 240, 200, 128, 40, 0])) + rng.normal(0, 4, 3)
        other = np.clip(base + rng.normal(0, 30 if near else 70, 3), 0, 255)
        kind = rng.random()
        if kind < 0.35:
            grid = np.tile(base, (2, 2, 1))
        elif kind < 0.75:
            mix = rng.random((2, 2, 1)) if rng.random() < 0.5 else np.repeat(np.array([[[0.0]], [[1.0]]]), 2, 1)
            grid = base * (1 - mix) + other * mix
        else:
            cells = int(rng.integers(3, 24))
            mix = rng.random((cells, cells, 1))
            grid = base * (1 - mix) + other * mix
        picture = Image.fromarray(np.uint8(np.clip(grid, 0, 255))).resize((size, size), Image.BICUBIC if rng.random() < 0.8 else Image.NEAREST)
        if rng.random() < 0.4:
            picture = self.add_noise(rng, picture, rng.uniform(2, 14))
        return picture

    # Composites

    def composite(self, rng, size):
        """1-3 pieces over a scene, or over a photo whose own subject stays one of the subjects."""
        weight = 1.0
        if rng.random() < 0.18:
            rgb, alpha, weight, _ = self.photo(rng, size)
            count = 1
        else:
            rgb, alpha = self.scene(rng, size), Image.new("L", (size, size))
            count = int(rng.choice([1, 2, 3], p=[0.62, 0.27, 0.11]))
        pale = count == 1 and rng.random() < 0.08
        if pale:
            rgb = Image.new("RGB", (size, size), tuple(int(v) for v in np.clip(rng.normal(246, 8) + rng.normal(0, 2, 3), 0, 255)))
        same_kind = self.choose(rng, PIECE_SHARES) if rng.random() < 0.6 else None
        for _ in range(count):
            entry = self.pick(rng, self.pieces[same_kind or self.choose(rng, PIECE_SHARES)])
            colour, mask = self.piece(rng, size, entry, count, pale)
            if rng.random() < 0.35:
                rgb = self.shadow(rng, rgb, mask, size)
            rgb.paste(colour, (0, 0), mask)
            # Over: what the new piece does not cover stays.
            a, b = np.asarray(alpha, np.float32), np.asarray(mask, np.float32)
            alpha = Image.fromarray(np.uint8(np.round(a + b - a * b / 255)))
        return rgb, alpha, weight, 1.0

    def piece(self, rng, size, entry, count=1, pale=False):
        """One cut-out, one of `count`, placed on an S x S canvas: (RGB, alpha). Sides cut by its photo's border stay at the border."""
        left, top, right, bottom = entry.subject
        cut = [left <= 2, top <= 2, right >= entry.width - 2, bottom >= entry.height - 2] if entry.folder != "cutouts" else [False] * 4
        if entry.folder == "people" and rng.random() < 0.5:
            bottom, cut[3] = int(top + (bottom - top) * rng.uniform(0.22, 0.75)), True
        pixels = self.cache.image(entry)[top:bottom, left:right]
        if rng.random() < 0.5:
            pixels = pixels[:, ::-1]
            cut[0], cut[2] = cut[2], cut[0]
        colour, mask = Image.fromarray(np.ascontiguousarray(pixels[..., :3])), Image.fromarray(np.ascontiguousarray(pixels[..., 3]))
        loose = entry.folder == "cutouts"
        if entry.folder == "people":
            # Labels drawn by hand run a pixel wide: take that pixel off, then soften the stair.
            mask = stretch(mask.filter(ImageFilter.MinFilter(3)).filter(ImageFilter.GaussianBlur(0.9)), 0.1, 0.9)
        elif entry.folder != "cutouts":
            mask = stretch(mask, 0.4, 0.9)
        if rng.random() < 0.85:
            colour = recolour(colour, rng, 0.9)
        if pale:
            colour = Image.blend(colour, Image.new("RGB", colour.size, (250, 250, 250)), float(rng.uniform(0.4, 0.8)))
        if rng.random() < 0.12:
            blur = ImageFilter.GaussianBlur(rng.uniform(0.4, 1.4))
            colour, mask = colour.filter(blur), mask.filter(blur)
        reach = rng.uniform(0.3, 0.8) if count > 1 else (rng.uniform(0.9, 1.5) if rng.random() < 0.25 else rng.uniform(0.35, 0.98))
        shape = math.sqrt(mask.width / mask.height) * math.exp(rng.normal(0, 0.12))
        height, width = size * reach / max(shape, 1 / shape) / shape, size * reach / max(shape, 1 / shape) * shape
        width, height = max(8, round(width)), max(8, round(height))
        colour, mask = together(lambda part: part.resize((width, height), Image.BICUBIC), colour, mask, loose)
        if not any(cut) and rng.random() < 0.5:
            angle = rng.normal(0, 5 if entry.folder == "people" else 14)
            colour, mask = together(lambda part: part.rotate(angle, Image.BICUBIC, expand=True), colour, mask, loose)
            width, height = mask.size
        x, y = self.place(rng, size, width, cut[0], cut[2]), self.place(rng, size, height, cut[1], cut[3])
        if not (cut[1] or cut[3]) and rng.random() < 0.5:
            y = max(y, round((size - height) * rng.uniform(0.7, 1)))
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

    def shadow(self, rng, rgb, mask, size):
        """Darkens the scene by the subject's blurred, shifted shape."""
        shape = mask.filter(ImageFilter.BoxBlur(size * rng.uniform(0.01, 0.06)))
        shifted = Image.new("L", (size, size))
        shifted.paste(shape, (int(size * rng.normal(0, 0.04)), int(size * rng.uniform(0, 0.06))))
        dark = Image.blend(rgb, Image.new("RGB", rgb.size), float(rng.uniform(0.25, 0.75)))
        return Image.composite(dark, rgb, shifted)

    # What a camera and a file format do to any of them

    def add_noise(self, rng, picture, sigma) -> Image.Image:
        size = picture.width
        bank = self.noise_fine if rng.random() < 0.5 else self.noise_coarse
        y, x = rng.integers(0, 512 - size + 1, 2)
        return Image.fromarray(np.uint8(np.clip(np.asarray(picture, np.float32) + bank[y : y + size, x : x + size] * np.float32(sigma), 0, 255)))

    def degrade(self, rng, picture) -> np.ndarray:
        if rng.random() < 0.25:
            picture = recolour(picture, rng, 0.5)
        if rng.random() < 0.06:
            picture = picture.convert("L").convert("RGB")
        if rng.random() < 0.10:
            picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.3)))
        if rng.random() < 0.20:
            picture = self.add_noise(rng, picture, rng.uniform(1, 10))
        if rng.random() < 0.30:
            buffer = io.BytesIO()
            picture.save(buffer, "JPEG", quality=int(rng.integers(40, 96)))
            picture = Image.open(buffer).convert("RGB")
        return np.asarray(picture)
