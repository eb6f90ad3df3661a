"""Drawn pieces with exact alpha of things that are rare in the photos: letters, rings, wheels, bars, wires, vessels
with handles and glass; and strands of hair or fur that grow out of any piece."""

from __future__ import annotations

import math
import string

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

OVERSAMPLE = 3
KINDS = ("letters", "wheel", "bars", "wires", "vessel", "plant")
FONTS = ("DejaVuSans-Bold", "DejaVuSerif-Bold", "DejaVuSans", "DejaVuSerif-Italic", "DejaVuSansMono-Bold")


def letters(rng, draw: ImageDraw.ImageDraw, side: int):
    text = "".join(rng.choice(list(string.ascii_letters + string.digits + "&?!"), int(rng.integers(1, 7))))
    font = ImageFont.truetype(f"{FONTS[rng.integers(len(FONTS))]}.ttf", int(side / max(len(text) * 0.65, 1.2)))
    draw.text((side / 2, side / 2), text, 255, font, anchor="mm")


def wheel(rng, draw: ImageDraw.ImageDraw, side: int):
    for _ in range(int(rng.integers(1, 3))):
        r, (x, y) = side * rng.uniform(0.15, 0.45), rng.uniform(0.3, 0.7, 2) * side
        width = max(3, int(r * rng.uniform(0.04, 0.35)))
        draw.ellipse((x - r, y - r, x + r, y + r), outline=255, width=width)
        spokes = int(rng.choice([0, 0, 3, 5, 8, 16, 28]))
        for spoke in range(spokes):
            angle = 2 * math.pi * spoke / spokes
            draw.line((x, y, x + r * math.cos(angle), y + r * math.sin(angle)), 255, max(2, int(width * rng.uniform(0.1, 0.7))))


def bars(rng, draw: ImageDraw.ImageDraw, side: int):
    left, top, right, bottom = rng.uniform(0.05, 0.3) * side, rng.uniform(0.05, 0.3) * side, rng.uniform(0.7, 0.95) * side, rng.uniform(0.7, 0.95) * side
    width = int(side * rng.uniform(0.008, 0.05))
    lean = rng.normal(0, 0.08) * side
    for x in np.linspace(left, right, int(rng.integers(2, 9))):
        draw.line((x + lean, top, x - lean, bottom), 255, width)
    for y in np.linspace(top, bottom, int(rng.integers(1, 5))) if rng.random() < 0.7 else [rng.uniform(top, bottom)]:
        draw.line((left, y, right, y), 255, int(width * rng.uniform(0.5, 3)))


def curve(rng, draw: ImageDraw.ImageDraw, start, angle: float, length: float, width: int, bend: float):
    """A bent stroke; gives where it ends and which way it points."""
    points = [start]
    for _ in range(10):
        angle += rng.normal(0, bend)
        points.append((points[-1][0] + length / 10 * math.cos(angle), points[-1][1] + length / 10 * math.sin(angle)))
    draw.line(points, 255, width, "curve")
    return points, angle


def wires(rng, draw: ImageDraw.ImageDraw, side: int):
    for _ in range(int(rng.integers(1, 6))):
        curve(rng, draw, tuple(rng.uniform(0.2, 0.8, 2) * side), rng.uniform(0, 2 * math.pi), side * rng.uniform(0.4, 1.2), int(side * rng.uniform(0.006, 0.03)), 0.5)
    x, y = rng.uniform(0.3, 0.7, 2) * side
    r = side * rng.uniform(0.05, 0.2)
    draw.rounded_rectangle((x - r, y - r * rng.uniform(0.4, 1), x + r, y + r), r * 0.3, 255)


def vessel(rng, draw: ImageDraw.ImageDraw, side: int):
    top, bottom = rng.uniform(0.1, 0.3) * side, rng.uniform(0.75, 0.95) * side
    heights = np.linspace(top, bottom, 7)
    widths = np.interp(heights, np.linspace(top, bottom, 4), rng.uniform(0.06, 0.3, 4) * side)
    middle = side * 0.45
    for _ in range(int(rng.integers(0, 3))):
        turn = rng.choice([-1, 1])
        r, y = side * rng.uniform(0.08, 0.2), rng.uniform(top + 0.15 * side, bottom - 0.15 * side)
        x = middle + turn * np.interp(y, heights, widths)
        draw.ellipse((x - r, y - r * 1.2, x + r, y + r * 1.2), outline=255, width=int(r * rng.uniform(0.1, 0.4)))
    draw.polygon([(middle - w, y) for w, y in zip(widths, heights)] + [(middle + w, y) for w, y in zip(widths[::-1], heights[::-1])], 255)


def plant(rng, draw: ImageDraw.ImageDraw, side: int):
    for _ in range(int(rng.integers(3, 10))):
        points, _ = curve(rng, draw, (side / 2 + rng.normal(0, 0.03) * side, side * 0.92), -math.pi / 2 + rng.normal(0, 0.5), side * rng.uniform(0.4, 0.9), int(side * rng.uniform(0.004, 0.015)), 0.15)
        for x, y in points[3:]:
            r = side * rng.uniform(0.01, 0.06)
            shift = rng.normal(0, r, 2)
            draw.ellipse((x + shift[0] - r, y + shift[1] - r * 0.6, x + shift[0] + r, y + shift[1] + r * 0.6), 255)


def thing(rng, size: int, texture: Image.Image) -> tuple[Image.Image, Image.Image]:
    """A drawn object as (RGB, alpha), cropped to itself: painted with `texture` or plain, and lit as if it were round."""
    side = size * OVERSAMPLE
    shape = Image.new("L", (side, side))
    kind = KINDS[rng.integers(len(KINDS))]
    globals()[kind](rng, ImageDraw.Draw(shape), side)
    if rng.random() < 0.5:
        shape = shape.rotate(rng.normal(0, 20), Image.BICUBIC)
    mask = shape.resize((size, size), Image.BOX)
    colour = texture.resize((size, size), Image.BILINEAR) if rng.random() < 0.5 else Image.new("RGB", (size, size), tuple(int(v) for v in rng.uniform(0, 256, 3)))
    height = np.asarray(mask.filter(ImageFilter.GaussianBlur(size * rng.uniform(0.006, 0.04))), np.float32) / 255
    slope = np.gradient(height)[int(rng.integers(2))] * rng.choice([-1, 1]) * size * 0.06
    pixels = np.asarray(colour, np.float32) * np.clip(0.55 + 0.45 * height + slope, 0.1, 1.6)[..., None]
    if kind == "vessel" and rng.random() < 0.3:
        # Glass: clear in the middle, denser towards its rim, with the light of a window on it.
        mask = ImageChops.multiply(mask, Image.fromarray(np.uint8(255 * np.clip(1.15 - height * rng.uniform(0.5, 0.8), 0, 1))))
        pixels = pixels * 0.4 + 150 * np.clip(np.abs(slope) * 4 + 0.4, 0, 1)[..., None]
    box = mask.getbbox() or (0, 0, size, size)
    return Image.fromarray(np.uint8(np.clip(pixels, 0, 255))).crop(box), mask.crop(box)


def strands(rng, colour: Image.Image, mask: Image.Image, head_only: bool) -> tuple[Image.Image, Image.Image]:
    """The piece with hair (from its upper quarter, where a person's head is) or fur growing out of its outline."""
    alpha = np.asarray(mask, np.float32) / 255
    dy, dx = np.gradient(np.asarray(mask.filter(ImageFilter.GaussianBlur(2)), np.float32))
    rim = (alpha > 0.5) & (np.hypot(dy, dx) > 12)
    if head_only:
        rim[int(mask.height * rng.uniform(0.12, 0.3)) :] = False
    ys, xs = np.nonzero(rim)
    if len(ys) < 20:
        return colour, mask
    pixels = np.asarray(colour)
    longest = mask.height * (rng.uniform(0.03, 0.12) if head_only else rng.uniform(0.012, 0.05))
    flow = rng.normal(0, 0.7, 2) + np.array([0.3, 0])
    hair, paint = Image.new("L", (mask.width * 2, mask.height * 2)), colour.copy()
    line, brush = ImageDraw.Draw(hair), ImageDraw.Draw(paint)
    for index in rng.integers(0, len(ys), int(min(len(ys) * rng.uniform(0.2, 1), 220))):
        y, x = int(ys[index]), int(xs[index])
        way = np.array([-dy[y, x], -dx[y, x]]) / np.hypot(dy[y, x], dx[y, x]) + rng.normal(0, 0.35, 2)
        length = longest * rng.uniform(0.3, 1)
        points, place = [(x, y)], np.array([y, x], float)
        for _ in range(4):
            way = way + flow * 0.25
            place = place + way / np.hypot(*way) * length / 4
            points.append((place[1], place[0]))
        tone = tuple(int(v) for v in np.clip(pixels[y, x] * rng.uniform(0.8, 1.2), 0, 255))
        brush.line(points, tone, 2)
        line.line([(px * 2, py * 2) for px, py in points], int(rng.uniform(90, 256)), 1)
    hair = hair.resize(mask.size, Image.BOX)
    # Inside the piece its own colour stays.
    return Image.composite(colour, paint, mask), ImageChops.lighter(mask, hair)
