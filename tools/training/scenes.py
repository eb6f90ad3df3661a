"""Scenes without a subject: crops of real ones, blurred photos, photos whose subject was filled in, and drawn grounds."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

from augment import Grain, fill, recolour
from data import Cache, Entry

KINDS = {"street": 0.22, "place": 0.17, "landscape": 0.15, "room": 0.12, "blurred": 0.12, "studio": 0.11, "relief": 0.06, "pattern": 0.05}
# Grounds of validation composites; never change them, so that figures of versions can be compared.
REAL = {"street": 0.4, "place": 0.3, "landscape": 0.3}


def area(box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def choose(rng, shares: dict[str, float]) -> str:
    names = list(shares)
    return names[rng.choice(len(names), p=np.array(list(shares.values())) / sum(shares.values()))]


def roomy(entries: list[Entry], share: float) -> list[Entry]:
    """Those with an empty box of at least this share of the picture."""
    return [e for e in entries if min(e.empty[2] - e.empty[0], e.empty[3] - e.empty[1]) >= 48 and area(e.empty) >= share * e.width * e.height]


class Scenes:
    """Draws scenes; `groups` are the cache's entries by folder, `sure` those whose mask covers the whole subject."""

    def __init__(self, cache: Cache, groups: dict[str, list[Entry]], sure: list[Entry], grain: Grain):
        self.cache, self.grain, self.photos = cache, grain, groups
        self.kinds = {"street": roomy(groups["people"], 0.1), "place": roomy([e for e in sure if e.folder != "people"], 0.12),
                      "landscape": groups["backgrounds"] + groups["wallpapers"], "room": groups["rooms"]}  # fmt: skip
        self.emptied = [e for e in sure if 0.02 < area(e.subject) / (e.width * e.height) < 0.6]
        # Fields of 1/f^p noise, the statistics of rock, cloud and soil.
        rng = np.random.default_rng(1)
        frequency = np.hypot(np.fft.fftfreq(512)[:, None], np.fft.rfftfreq(512)[None])
        frequency[0, 0] = 1
        self.fields = []
        for power in (1.0, 1.2, 1.5, 1.8, 2.1, 2.4):
            field = np.fft.irfft2(np.fft.rfft2(rng.normal(0, 1, (512, 512))) / frequency**power)
            self.fields.append(((field - field.mean()) / field.std()).astype(np.float32))

    def scene(self, rng, size: int, shares: dict[str, float] = KINDS) -> Image.Image:
        """An RGB scene without a sharp subject."""
        kind = choose(rng, {kind: share for kind, share in shares.items() if self.kinds.get(kind, True)})
        if kind == "studio":
            return self.studio(rng, size)
        if kind == "relief":
            return self.relief(rng, size)
        if kind == "pattern":
            return self.pattern(rng, size)
        if kind == "blurred":
            entries = self.photos[choose(rng, {"varied": 0.6, "people": 0.25, "clothing": 0.15})]
            picture = Image.fromarray(self.cache.image(entries[rng.integers(len(entries))])[..., :3]).resize((size, size), Image.BILINEAR)
            picture = picture.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.025, 0.1)))
        else:
            entry = self.kinds[kind][rng.integers(len(self.kinds[kind]))]
            picture = self.crop(rng, entry, {"landscape": 0.25, "room": 0.4}.get(kind, 0.6)).resize((size, size), Image.BILINEAR)
            if rng.random() < 0.5:
                picture = picture.transpose(Image.FLIP_LEFT_RIGHT)
            if rng.random() < 0.3:
                picture = picture.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.004, 0.025)))
        return recolour(picture, rng) if rng.random() < 0.7 else picture

    def crop(self, rng, entry: Entry, least: float) -> Image.Image:
        """A part of the entry's empty box, each side at least this share of it."""
        left, top, right, bottom = entry.empty
        w, h = (right - left) * rng.uniform(least, 1), (bottom - top) * rng.uniform(least, 1)
        x, y = rng.uniform(left, right - w), rng.uniform(top, bottom - h)
        return Image.fromarray(self.cache.image(entry)[int(y) : int(y + h) + 1, int(x) : int(x + w) + 1, :3])

    def emptied_photo(self, rng, size: int) -> tuple[Image.Image, tuple[float, float, float]]:
        """A whole photo with its subject filled in, and where that was: (centre x, centre y, longest side) in pixels.
        Another piece in that place gives a new picture with the perspective and clutter of a real one."""
        entry = self.emptied[rng.integers(len(self.emptied))]
        pixels = self.cache.image(entry)
        rgb, mask = (Image.fromarray(np.ascontiguousarray(part)).resize((size, size), Image.BILINEAR) for part in (pixels[..., :3], pixels[..., 3]))
        if rng.random() < 0.5:
            rgb, mask = rgb.transpose(Image.FLIP_LEFT_RIGHT), mask.transpose(Image.FLIP_LEFT_RIGHT)
        hole = np.asarray(mask.filter(ImageFilter.MaxFilter(7))) > 8
        if rng.random() < 0.5:
            # Mirrored pixels keep the grain of the scene; the rest of the hole is filled smoothly.
            pixels = np.where((hole & ~hole[:, ::-1])[..., None], np.asarray(rgb)[:, ::-1], np.asarray(rgb))
            rgb, hole = Image.fromarray(pixels), hole & hole[:, ::-1]
        left, top, right, bottom = mask.point(lambda v: 255 * (v > 127)).getbbox() or (0, 0, size, size)
        rgb = fill(rgb, hole)
        if rng.random() < 0.2:
            rgb = rgb.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.004, 0.02)))
        return recolour(rgb, rng) if rng.random() < 0.7 else rgb, ((left + right) / 2, (top + bottom) / 2, float(max(right - left, bottom - top)))

    def studio(self, rng, size: int) -> Image.Image:
        """Studio ground: plain, graded, or soft random blotches, with a little texture."""
        near = rng.random() < 0.5
        base = rng.uniform(0, 255, 3) if not near else np.full(3, rng.choice([255, 250, 240, 200, 128, 40, 0])) + rng.normal(0, 4, 3)
        other = np.clip(base + rng.normal(0, 30 if near else 70, 3), 0, 255)
        kind = rng.random()
        if kind < 0.35:
            mix = np.zeros((2, 2, 1))
        elif kind < 0.75:
            mix = rng.random((2, 2, 1)) if rng.random() < 0.5 else np.repeat(np.array([[[0.0]], [[1.0]]]), 2, 1)
        else:
            cells = int(rng.integers(3, 24))
            mix = rng.random((cells, cells, 1))
        grid = np.uint8(np.clip(base * (1 - mix) + other * mix, 0, 255))
        picture = Image.fromarray(grid).resize((size, size), Image.BICUBIC if rng.random() < 0.8 else Image.NEAREST)
        return self.grain.add(rng, picture, rng.uniform(2, 14)) if rng.random() < 0.4 else picture

    def field(self, rng, y: np.ndarray, x: np.ndarray) -> np.ndarray:
        """A noise field read at the given places, which wrap around."""
        field = self.fields[rng.integers(len(self.fields))]
        dy, dx = rng.integers(0, 512, 2)
        return field[(y.astype(int) + dy) % 512, (x.astype(int) + dx) % 512]

    def relief(self, rng, size: int) -> Image.Image:
        """Rocky, sandy or grassy ground lit from a side, seen from above or running to a horizon under a sky."""
        y, x = np.mgrid[0:size, 0:size].astype(np.float32)
        horizon = rng.uniform(0.1, 0.7) * size if rng.random() < 0.7 else -1.0
        scale = rng.uniform(0.5, 3) * 160 / size
        depth = scale * size / np.maximum(y - horizon + size * 0.06, 1) if horizon > 0 else np.full_like(y, scale)
        height = self.field(rng, depth * size if horizon > 0 else y * scale, (x - size / 2) * np.minimum(depth, 6))
        light = np.gradient(height, axis=int(rng.integers(2))) * rng.uniform(0.3, 1.2) / max(scale, 0.7)
        dark, pale = rng.uniform(0, 140, 3), rng.uniform(90, 255, 3)
        mix = np.clip(0.5 + height * 0.25, 0, 1)[..., None]
        ground = (dark * (1 - mix) + pale * mix) * np.clip(1 + light, 0.3, 1.7)[..., None]
        if horizon > 0:
            fall = np.clip(y / horizon, 0, 1)[..., None]
            cloud = np.clip(self.field(rng, y * 1.5, x * 0.7) * rng.uniform(0, 0.4), 0, 0.8)[..., None]
            sky = (rng.uniform(60, 200, 3) * (1 - fall) + rng.uniform(150, 255, 3) * fall) * (1 - cloud) + 245 * cloud
            ridge = horizon + np.interp(x[0], np.linspace(0, size, 9), rng.normal(0, 0.06 * size, 9)) + self.field(rng, y[:1] * 0, x[:1])[0] * size * rng.uniform(0, 0.03)
            ground = np.where((y < ridge)[..., None], sky, ground)
        return Image.fromarray(np.uint8(np.clip(ground, 0, 255)))

    def pattern(self, rng, size: int) -> Image.Image:
        """A wall or floor of bricks, tiles, planks or stripes, turned and in perspective."""
        y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
        turn = rng.normal(0, 0.15) + (rng.integers(2) * np.pi / 2)
        away = 1 + rng.uniform(-0.8, 0.8) * y + rng.uniform(-0.4, 0.4) * x
        u, v = (x * np.cos(turn) + y * np.sin(turn)) / away, (y * np.cos(turn) - x * np.sin(turn)) / away
        tall, wide = rng.uniform(3, 25), rng.choice([0.0, 1.0, 2.0]) * rng.uniform(0.6, 8)
        row = np.floor(v * tall)
        column = np.floor(u * wide + row * rng.choice([0, 0.5]))
        tone = np.sin(row * 127.1 + column * 311.7) * 43758.5
        tone = tone - np.floor(tone)
        gap = rng.uniform(0, 0.12)
        edge = (v * tall - row < gap) | ((u * wide + row * 0.5) % 1 < gap * wide / tall if wide else False)
        one, two, joint = rng.uniform(0, 255, (3, 3))
        two = one + (two - one) * rng.uniform(0, 0.6)
        picture = one + (two - one) * tone[..., None] + self.field(rng, (v + 1) * 300, (u + 1) * 300)[..., None] * rng.uniform(0, 14)
        return Image.fromarray(np.uint8(np.clip(np.where(edge[..., None], joint, picture), 0, 255)))
