"""Reading the training data: the manifest, the fixed validation split and a decoded pixel cache.

A data directory holds `manifest.csv` and the folders `varied/`, `people/`, `clothing/` (photo `NNNN.jpg`
beside mask `NNNN.mask.png`), `cutouts/` (RGBA) and `backgrounds/` (photos without a subject).
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

FOLDERS = ("varied", "people", "clothing", "cutouts", "backgrounds")
PHOTO_FOLDERS = ("varied", "people", "clothing")
# Teacher masks below this confidence are often half transparent, so they would teach half transparency.
MIN_CONFIDENCE = 0.85
CACHE_VERSION = 2


def read_manifest(data: Path) -> list[dict[str, str]]:
    """Rows of `manifest.csv`, sorted by file name."""
    with open(data / "manifest.csv", newline="") as handle:
        return sorted(csv.DictReader(handle), key=lambda row: row["file"])


def split(rows: list[dict[str, str]]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """(training, validation): validation is every tenth file of each folder by sorted name, starting with the first.

    The rule depends on file names alone, so it stays the same whatever a run does with the rows.
    """
    training, validation = [], []
    for folder in FOLDERS:
        members = [row for row in rows if row["file"].startswith(folder + "/")]
        for index, row in enumerate(members):
            (validation if index % 10 == 0 else training).append(row)
    return training, validation


def usable(row: dict[str, str]) -> bool:
    """Whether a training row's mask can be trusted."""
    return not row["confidence"] or float(row["confidence"]) >= MIN_CONFIDENCE


def read_picture(data: Path, file: str) -> tuple[Image.Image, Image.Image]:
    """One picture as (RGB, mask); a background gets an empty mask: nothing in it is the subject.

    The two are kept apart because Pillow premultiplies an RGBA picture when it scales it, which blackens
    whatever the mask does not cover.
    """
    picture = ImageOps.exif_transpose(Image.open(data / file))
    if file.startswith("cutouts/"):
        picture = picture.convert("RGBA")
        return picture.convert("RGB"), picture.getchannel("A")
    picture = picture.convert("RGB")
    if file.startswith("backgrounds/"):
        return picture, Image.new("L", picture.size, 0)
    mask = Image.open((data / file).with_suffix(".mask.png")).convert("L")
    return picture, mask if mask.size == picture.size else mask.resize(picture.size, Image.BILINEAR)


def digest(data: Path, rows: list[dict[str, str]]) -> str:
    """SHA-256 over names and bytes of the given rows' files and masks, so that a record names its exact data."""
    total = hashlib.sha256()
    for row in rows:
        path = data / row["file"]
        for part in (path, path.with_suffix(".mask.png")):
            if part.exists():
                total.update(part.name.encode() + hashlib.sha256(part.read_bytes()).digest())
    return total.hexdigest()


@dataclass
class Entry:
    """One cached picture. Boxes are (left, top, right, bottom) in cached pixels."""

    file: str
    folder: str
    confidence: float
    height: int
    width: int
    offset: int
    subject: tuple[int, int, int, int]
    empty: tuple[int, int, int, int]


def largest_empty_box(alpha: np.ndarray, cells: int = 32) -> tuple[int, int, int, int]:
    """Largest axis-aligned box without subject, on a coarse grid with a one-cell margin.

    alpha: uint8 [H, W]. Classic histogram scan: each row extends the column heights, each pair of columns bounds a box.
    """
    height, width = alpha.shape
    grid = np.asarray(Image.fromarray(alpha).resize((cells, cells), Image.BOX)) > 4
    padded = np.pad(grid, 1)
    grown = np.zeros_like(grid)
    for dy in range(3):
        for dx in range(3):
            grown |= padded[dy : dy + cells, dx : dx + cells]
    heights = np.zeros(cells, int)
    best, box = 0, (0, 0, 0, 0)
    for y in range(cells):
        heights = np.where(grown[y], 0, heights + 1)
        for x in range(cells):
            low = cells
            for x2 in range(x, cells):
                low = min(low, heights[x2])
                if low == 0:
                    break
                if low * (x2 - x + 1) > best:
                    best, box = low * (x2 - x + 1), (x, y + 1 - low, x2 + 1, y + 1)
    sx, sy = width / cells, height / cells
    return (int(box[0] * sx), int(box[1] * sy), int(box[2] * sx), int(box[3] * sy))


def subject_box(alpha: np.ndarray) -> tuple[int, int, int, int]:
    """Bounding box of what is at least half opaque."""
    rows = np.flatnonzero((alpha > 127).any(1))
    columns = np.flatnonzero((alpha > 127).any(0))
    if not len(rows):
        return (0, 0, 0, 0)
    return (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


class Cache:
    """All training pictures decoded once into one flat uint8 file, so that a loader only slices memory.

    `image(entry)` gives uint8 [H, W, 4] (RGB and alpha, not premultiplied).
    """

    def __init__(self, folder: Path):
        index = json.loads((folder / "index.json").read_text())
        self.entries = [Entry(**entry) for entry in index["entries"]]
        self.pixels = np.memmap(folder / "pixels.bin", np.uint8, "r")

    def image(self, entry: Entry) -> np.ndarray:
        size = entry.height * entry.width * 4
        return self.pixels[entry.offset : entry.offset + size].reshape(entry.height, entry.width, 4)


def build_cache(data: Path, folder: Path, rows: list[dict[str, str]], longest: int = 352) -> Cache:
    """Decode the given rows into `folder` unless a whole cache of them lies there already."""
    key = {"version": CACHE_VERSION, "longest": longest, "files": [row["file"] for row in rows]}
    index = folder / "index.json"
    if index.exists() and json.loads(index.read_text())["key"] == key:
        return Cache(folder)
    folder.mkdir(parents=True, exist_ok=True)
    index.unlink(missing_ok=True)
    entries, offset = [], 0
    with open(folder / "pixels.bin", "wb") as out:
        for row in rows:
            kind = row["file"].split("/")[0]
            picture, mask = read_picture(data, row["file"])
            limit = longest * 2 if kind == "backgrounds" else longest
            if kind == "cutouts":
                # Here premultiplied scaling is right: no colour lies under a cut-out's transparent part.
                picture.putalpha(mask)
                picture = picture.crop(subject_box(np.asarray(mask)))
                picture.thumbnail((limit, limit), Image.BICUBIC)
            else:
                scale = min(1.0, limit / max(picture.size))
                size = (round(picture.width * scale), round(picture.height * scale))
                picture, mask = picture.resize(size, Image.BICUBIC), mask.resize(size, Image.BILINEAR)
                picture.putalpha(mask)
            pixels = np.asarray(picture)
            alpha = np.ascontiguousarray(pixels[..., 3])
            empty = largest_empty_box(alpha) if kind in PHOTO_FOLDERS else (0, 0, picture.width, picture.height)
            entry = Entry(row["file"], kind, float(row["confidence"] or 1), picture.height, picture.width, offset, subject_box(alpha), empty)
            out.write(pixels.tobytes())
            entries.append(asdict(entry))
            offset += pixels.size
    # The index is written last and renamed into place: a cache without an index is an unfinished one.
    draft = folder / "index.json.part"
    draft.write_text(json.dumps({"key": key, "entries": entries}))
    os.replace(draft, index)
    return Cache(folder)
