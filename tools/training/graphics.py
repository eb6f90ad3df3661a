"""Pictures without a camera: logos, text, stamps, line drawings, signs on paper or a plain ground, whose ink is the subject; windows
and cards with text and pictures on them, which are the subject as a whole; and shapes that hardly differ from their ground.

Each is (RGB, alpha), S x S, with exact alpha.
"""

from __future__ import annotations

import math
import string

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from augment import Grain
from shapes import FONTS, OVERSAMPLE

KINDS = {"text": 0.2, "outline": 0.2, "parts": 0.14, "stamp": 0.12, "signature": 0.08, "icons": 0.12, "window": 0.14}


def font(rng, height: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(f"{FONTS[rng.integers(len(FONTS))]}.ttf", max(6, int(height)))


def word(rng, most: int = 10) -> str:
    letters = "".join(rng.choice(list(string.ascii_lowercase), int(rng.integers(2, most))))
    return letters.upper() if rng.random() < 0.35 else letters.capitalize() if rng.random() < 0.5 else letters


def paper(rng, size: int, grain: Grain) -> Image.Image:
    """White, off-white, black or coloured; plain, graded, or with the texture and light of paper."""
    kind = rng.random()
    base = np.full(3, 255.0) if kind < 0.4 else rng.uniform(215, 255) + rng.normal(0, 7, 3) if kind < 0.7 else rng.uniform(0, 40, 3) if kind < 0.8 else rng.uniform(0, 255, 3)
    fall = rng.uniform(0.7, 1, (2, 2, 1)) if rng.random() < 0.3 else np.ones((2, 2, 1))
    ground = Image.fromarray(np.uint8(np.clip(base * fall, 0, 255))).resize((size, size), Image.BICUBIC)
    return grain.add(rng, ground, rng.uniform(1, 6)) if rng.random() < 0.35 else ground


def ink(rng, ground: Image.Image) -> tuple[int, int, int]:
    """A colour that stands out from the ground, by a little or a lot."""
    mean = np.asarray(ground.resize((1, 1), Image.BOX), np.float32)[0, 0]
    if rng.random() < 0.5:
        return (0, 0, 0) if mean.mean() > 110 else (255, 255, 255)
    while True:
        colour = rng.uniform(0, 255, 3)
        if np.abs(colour - mean).max() > 45:
            return tuple(int(v) for v in colour)


def text(rng, draw: ImageDraw.ImageDraw, side: int):
    """A word mark or a few lines, with a rule or a frame now and then."""
    count = int(rng.choice([1, 1, 2, 3, 6]))
    middle, height = rng.uniform(0.4, 0.6) * side, side * rng.uniform(0.08, 0.3) / math.sqrt(count)
    for line in range(count):
        said = " ".join(word(rng) for _ in range(int(rng.integers(1, 2 + count))))
        letters = font(rng, height)
        length = draw.textlength(said, letters)
        if length > 0.92 * side:
            letters = letters.font_variant(size=max(6, int(letters.size * 0.92 * side / length)))
        draw.text((middle, side / 2 + (line - (count - 1) / 2) * height * 1.4), said, 255, letters, anchor="mm")
    if rng.random() < 0.3:
        edge, width = side * rng.uniform(0.03, 0.12), max(OVERSAMPLE, int(side * rng.uniform(0.004, 0.02)))
        draw.rectangle((edge, edge, side - edge, side - edge), outline=255, width=width)


def parts(rng, draw: ImageDraw.ImageDraw, side: int):
    """A technical drawing: circles, boxes, ticks and leaders in one thin line, in rows or one alone."""
    width = max(OVERSAMPLE, int(side * rng.uniform(0.003, 0.012)))
    across, down = (int(v) for v in rng.integers(1, 6, 2))
    step = side / max(across, down)
    for index in range(across * down - int(rng.integers(0, 2))):
        x, y = (index % across + 0.5) * step, (index // across + 0.5) * step
        r = step * rng.uniform(0.2, 0.42)
        shape = rng.integers(3)
        if shape == 0:
            draw.ellipse((x - r, y - r, x + r, y + r), outline=255, width=width)
            draw.ellipse((x - r * 0.5, y - r * 0.5, x + r * 0.5, y + r * 0.5), outline=255, width=width)
        elif shape == 1:
            draw.rounded_rectangle((x - r, y - r * 0.7, x + r, y + r * 0.7), r * rng.uniform(0, 0.4), outline=255, width=width)
        else:
            corners = int(rng.integers(3, 9))
            draw.regular_polygon((x, y, r), corners, rng.uniform(0, 90), outline=255, width=width)
        for tick in range(int(rng.choice([0, 0, 6, 12]))):
            angle = tick * math.pi / 6
            draw.line((x + r * math.cos(angle), y + r * math.sin(angle), x + r * 1.2 * math.cos(angle), y + r * 1.2 * math.sin(angle)), 255, width)
        if rng.random() < 0.4:
            draw.line((x + r * 0.7, y - r * 0.7, x + r * 1.2, y - r * 1.1), 255, width)


def stamp(rng, draw: ImageDraw.ImageDraw, side: int):
    """A ring or frame with words in and around it."""
    middle, r = side / 2, side * rng.uniform(0.25, 0.46)
    width = max(OVERSAMPLE, int(r * rng.uniform(0.02, 0.1)))
    if rng.random() < 0.6:
        draw.ellipse((middle - r, middle - r, middle + r, middle + r), outline=255, width=width)
        inner = r * rng.uniform(0.55, 0.8)
        draw.ellipse((middle - inner, middle - inner, middle + inner, middle + inner), outline=255, width=max(OVERSAMPLE, width // 2))
        said = word(rng, 14) + " " + word(rng, 14)
        for index, letter in enumerate(said):
            angle = math.pi * (1 + (index + 0.5) / len(said)) + rng.uniform(-0.02, 0.02)
            draw.text((middle + (r + inner) / 2 * math.cos(angle), middle + (r + inner) / 2 * math.sin(angle)), letter, 255, font(rng, (r - inner) * 0.7), anchor="mm")
        space = inner
    else:
        draw.rounded_rectangle((middle - r, middle - r * 0.45, middle + r, middle + r * 0.45), r * 0.1, outline=255, width=width)
        space = r * 0.9
    said = word(rng, 8)
    letters = font(rng, space * 0.5)
    draw.text((middle, middle), said, 255, letters.font_variant(size=max(6, int(letters.size * min(1, 1.6 * space / draw.textlength(said, letters))))), anchor="mm")


def signature(rng, draw: ImageDraw.ImageDraw, side: int):
    """Handwriting: one long bent stroke or a few."""
    x, y, width = side * rng.uniform(0.08, 0.2), side / 2, max(OVERSAMPLE, int(side * rng.uniform(0.004, 0.014)))
    for _ in range(int(rng.integers(1, 4))):
        points, phase = [], rng.uniform(0, 6)
        tall, loops = side * rng.uniform(0.03, 0.14), rng.uniform(3, 9)
        for share in np.linspace(0, 1, 90):
            turn = phase + share * loops * 2 * math.pi
            points.append((x + side * 0.7 * share + tall * 0.7 * math.sin(turn), y + tall * math.cos(turn) * (0.4 + 0.6 * math.sin(share * 9 + phase))))
        draw.line(points, 255, width, "curve")
        y += side * rng.uniform(-0.1, 0.1)


def icons(rng, draw: ImageDraw.ImageDraw, side: int):
    """Filled signs, one or several: an arrow, a heart, a star, a ring, a bar chart, a leaf."""
    count = int(rng.choice([1, 1, 1, 2, 3]))
    for _ in range(count):
        r = side * rng.uniform(0.12, 0.4) / math.sqrt(count)
        x, y = rng.uniform(r, side - r, 2)
        kind = rng.integers(5)
        if kind == 0:
            draw.polygon([(x - r, y - r * 0.3), (x, y - r * 0.3), (x, y - r), (x + r, y), (x, y + r), (x, y + r * 0.3), (x - r, y + r * 0.3)], 255)
        elif kind == 1:
            spikes, inner = int(rng.integers(5, 12)), rng.uniform(0.35, 0.8)
            draw.polygon([(x + r * (1 if i % 2 else inner) * math.cos(i * math.pi / spikes), y + r * (1 if i % 2 else inner) * math.sin(i * math.pi / spikes)) for i in range(2 * spikes)], 255)
        elif kind == 2:
            draw.ellipse((x - r, y - r, x + r, y + r), outline=255, width=max(OVERSAMPLE, int(r * rng.uniform(0.08, 0.5))))
        elif kind == 3:
            for bar in range(4):
                draw.rectangle((x - r + bar * r * 0.5, y + r - 2 * r * rng.uniform(0.2, 1), x - r + bar * r * 0.5 + r * 0.35, y + r), 255)
        else:
            draw.pieslice((x - r, y - r, x + r, y + r), rng.uniform(0, 360), rng.uniform(0, 360) + 360, 255)


def outline(rng, mask: Image.Image, colour: Image.Image) -> Image.Image:
    """A cut-out drawn in lines: its outline and the stronger edges inside."""
    grey = np.asarray(colour.convert("L").filter(ImageFilter.GaussianBlur(1.5)), np.float32)
    soft = np.asarray(colour.convert("L").filter(ImageFilter.GaussianBlur(1.5 * 1.6)), np.float32)
    lines = np.clip((np.abs(grey - soft) - 1.2) * rng.uniform(40, 110), 0, 255) * (np.asarray(mask) > 128)
    reach = int(rng.choice([3, 3, 5]))
    rim = ImageChops.subtract(mask.filter(ImageFilter.MaxFilter(reach)), mask.filter(ImageFilter.MinFilter(reach)))
    return ImageChops.lighter(rim, Image.fromarray(np.uint8(lines)))


def window(rng, size: int, grain: Grain, inside: Image.Image) -> tuple[Image.Image, Image.Image]:
    """A screenshot, a telephone, a card or a page lying on a ground: text and a picture on it, and all of it the subject."""
    side = size * OVERSAMPLE
    ground = paper(rng, size, grain)
    wide, tall = rng.uniform(0.35, 0.9, 2) * side
    x, y = (side - wide) * rng.uniform(0.1, 0.9), (side - tall) * rng.uniform(0.1, 0.9)
    shape = Image.new("L", (side, side))
    ImageDraw.Draw(shape).rounded_rectangle((x, y, x + wide, y + tall), min(wide, tall) * rng.choice([0, 0.04, 0.1]), 255)
    while True:
        face = rng.uniform(200, 255, 3) if rng.random() < 0.7 else rng.uniform(0, 255, 3)
        if np.abs(face - np.asarray(ground.resize((1, 1), Image.BOX), np.float32)[0, 0]).max() > 12:
            break
    page = Image.new("RGB", (side, side), tuple(int(v) for v in face))
    draw = ImageDraw.Draw(page)
    said = ink(rng, page)
    if rng.random() < 0.6:
        bar = tuple(int(v) for v in rng.uniform(0, 255, 3))
        draw.rectangle((x, y, x + wide, y + tall * rng.uniform(0.06, 0.16)), bar)
    if rng.random() < 0.6:
        w, h = int(wide * rng.uniform(0.3, 0.9)), int(tall * rng.uniform(0.2, 0.5))
        page.paste(inside.resize((w, h), Image.BILINEAR), (int(x + (wide - w) * rng.uniform(0.05, 0.95)), int(y + tall * 0.18)))
    letters = font(rng, side * rng.uniform(0.018, 0.05))
    for line in np.arange(y + tall * rng.uniform(0.2, 0.75), y + tall * 0.94, letters.size * 1.5):
        draw.text((x + wide * 0.06, line), " ".join(word(rng) for _ in range(12))[: max(2, int(wide * 0.88 / (letters.size * 0.62)))], said, letters)
    mask = shape.resize((size, size), Image.BOX)
    if rng.random() < 0.5:
        dark = Image.composite(Image.blend(ground, Image.new("RGB", ground.size), float(rng.uniform(0.1, 0.4))), ground, mask.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.01, 0.04))))
        ground = dark
    return Image.composite(page.resize((size, size), Image.BOX), ground, mask), mask


def graphic(rng, size: int, grain: Grain, kind: str, piece: tuple[Image.Image, Image.Image]) -> tuple[Image.Image, Image.Image]:
    """One of `KINDS`; `piece` (RGB, alpha on a canvas) is what an outline is drawn of, or what is shown in a window."""
    if kind == "window":
        return window(rng, size, grain, piece[0])
    ground = paper(rng, size, grain)
    if kind == "outline":
        alpha = outline(rng, piece[1], piece[0])
    else:
        side = size * OVERSAMPLE
        large = Image.new("L", (side, side))
        globals()[kind](rng, ImageDraw.Draw(large), side)
        if rng.random() < 0.3:
            large = large.rotate(rng.normal(0, 12), Image.BICUBIC)
        alpha = large.resize((size, size), Image.BOX)
    colour = Image.new("RGB", (size, size), ink(rng, ground))
    if kind in ("text", "icons") and rng.random() < 0.4:
        second = Image.new("RGB", (size, size), ink(rng, ground))
        split = Image.linear_gradient("L").rotate(90 * int(rng.integers(4))).resize((size, size))
        colour = Image.composite(colour, second, split if rng.random() < 0.5 else split.point(lambda v: 255 * (v > 128)))
    if kind == "stamp" and rng.random() < 0.5:
        # Ink with gaps.
        worn = grain.add(rng, Image.new("RGB", (size, size), (128, 128, 128)), rng.uniform(20, 60)).convert("L")
        alpha = ImageChops.multiply(alpha, worn.filter(ImageFilter.GaussianBlur(0.7)).point(lambda v: min(255, max(0, (v - 70) * 6))))
    return Image.composite(colour, ground, alpha), alpha


def faint(rng, size: int, grain: Grain) -> tuple[Image.Image, Image.Image]:
    """A plain shape that hardly differs from its ground, which has a horizon or a fall of light now and then."""
    base = rng.uniform(10, 245, 3)
    ground = Image.new("RGB", (size, size), tuple(int(v) for v in base))
    if rng.random() < 0.6:
        other = np.clip(base + rng.normal(0, 8, 3), 0, 255)
        if rng.random() < 0.5:
            ImageDraw.Draw(ground).rectangle((0, int(size * rng.uniform(0.4, 0.85)), size, size), tuple(int(v) for v in other))
        else:
            corners = np.uint8(np.clip(np.stack([base, other, base, other]).reshape(2, 2, 3), 0, 255))
            ground = Image.fromarray(corners).resize((size, size), Image.BICUBIC)
    side = size * OVERSAMPLE
    large = Image.new("L", (side, side))
    draw = ImageDraw.Draw(large)
    w, h = rng.uniform(0.1, 0.4, 2) * side
    x, y = rng.uniform(w, side - w), rng.uniform(h, side - h)
    kind = rng.integers(4)
    if kind == 0:
        draw.rectangle((x - w, y - h, x + w, y + h), 255)
    elif kind == 1:
        draw.ellipse((x - w, y - h, x + w, y + h), 255)
    elif kind == 2:
        draw.rounded_rectangle((x - w, y - h, x + w, y + h), min(w, h) * 0.4, 255)
    else:
        draw.regular_polygon((x, y, min(w, h)), int(rng.integers(3, 8)), rng.uniform(0, 90), 255)
    alpha = large.resize((size, size), Image.BOX)
    beside = np.asarray(ground, np.float32)[int(np.clip(y / OVERSAMPLE, 0, size - 1)), int(np.clip(x / OVERSAMPLE, 0, size - 1))]
    way = rng.normal(0, 1, 3)
    colour = np.clip(beside + way / np.abs(way).max() * rng.uniform(8, 40), 0, 255)
    return Image.composite(Image.new("RGB", (size, size), tuple(int(v) for v in colour)), ground, alpha), alpha
