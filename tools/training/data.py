"""Reads the training data: the manifest, the fixed validation split and a decoded pixel cache.

A data directory holds one or more `manifest*.csv` and folders of pictures: `varied/`, `people/`, `clothing/`, `animals/`,
`furniture/`, `products/`, `scenes/` (photo `NNNN.jpg` beside mask `NNNN.mask.png`), `cutouts/`, `stamps/` (RGBA),
`renders/` (RGBA beside a shadow), `backgrounds/`, `wallpapers/`, `rooms/` (photos without a subject), `unlabelled/` (photos
without a mask), and `unseen/` and `judged/` (cut-outs and renders, whole groups only for measuring).
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter, ImageOps

TEACHER_FOLDERS = ("varied", "clothing")
HAND_FOLDERS = ("people", "animals", "furniture", "products", "scenes")
PHOTO_FOLDERS = TEACHER_FOLDERS + HAND_FOLDERS
RENDER_FOLDERS = ("renders", "judged")
ALPHA_FOLDERS = ("cutouts", "stamps", "unseen", *RENDER_FOLDERS)
SCENE_FOLDERS = ("backgrounds", "wallpapers", "rooms")
# Photos without a mask that can be trusted, for the teacher to label views of.
UNLABELLED = "unlabelled"
FOLDERS = (*PHOTO_FOLDERS, *ALPHA_FOLDERS, *SCENE_FOLDERS, UNLABELLED)
MEASURED_ONLY = ("unseen", "judged")
# Their number may grow, which would shift every tenth.
TRAINED_ONLY = ("renders", UNLABELLED)
# Teacher masks below this confidence are often half transparent, so they would teach half transparency.
MIN_CONFIDENCE = 0.85
CACHE_VERSION = 5
# Longest side of a picture in the cache of training: crops of it are still as large as the network's input.
LONGEST = 352
# Pixels that the grain of a render is averaged over (standard deviation).
RAY_NOISE = 0.8


def read_manifests(directories: list[Path]) -> list[dict[str, str]]:
    """Rows of all manifests of the directories, sorted by file name; `root` is the directory a row came from."""
    rows = []
    for directory in directories:
        for manifest in sorted(directory.glob("manifest*.csv")):
            with open(manifest, newline="") as handle:
                rows += [row | {"root": str(directory)} for row in csv.DictReader(handle)]
    return sorted(rows, key=lambda row: row["file"])


def split(rows: list[dict[str, str]]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """(training, validation): validation is every tenth file of each folder by sorted name, starting with the first,
    and all of `MEASURED_ONLY`; none is of `TRAINED_ONLY`.

    The rule depends on file names alone, so it stays the same whatever a run does with the rows.
    """
    training, validation = [], []
    for folder in FOLDERS:
        members = [row for row in rows if row["file"].startswith(folder + "/")]
        for index, row in enumerate(members):
            held_out = folder in MEASURED_ONLY or (index % 10 == 0 and folder not in TRAINED_ONLY)
            (validation if held_out else training).append(row)
    return training, validation


def training_rows(data: list[Path], without: Sequence[str] = (), labels: Path | None = None) -> list[dict[str, str]]:
    """The training part of the split without the excluded folders. `used_as` gives each row's use."""
    rows = [row for row in split(read_manifests(data))[0] if row["file"].split("/")[0] not in without]
    by_label = trusted_labels(labels) if labels else {}
    return [row | {"used_as": role(row)} | by_label.get(row["file"], {}) for row in rows]


def trusted_labels(labels: Path) -> dict[str, dict[str, str]]:
    """Columns that trusted labels of `label.py` replace, by a row's file."""
    with open(labels / "trusted.csv", newline="") as handle:
        return {row["file"]: {"used_as": "varied", "label": str(labels / row["label"]), "confidence": row["confidence"]} for row in csv.DictReader(handle)}


@cache
def wrong_masks() -> frozenset[tuple[str, str]]:
    """(repository, path) of photographs with a wrong teacher mask, found by inspecting the 300 on which it and the
    student agreed least."""
    with open(Path(__file__).parent / "wrong-masks.csv", newline="") as handle:
        return frozenset((row["repository"], row["path"]) for row in csv.DictReader(handle))


def role(row: dict[str, str]) -> str:
    """Use of a row's picture: its folder, without the mask if the teacher was unsure or wrong."""
    folder = row["file"].split("/")[0]
    doubtful = row["confidence"] and float(row["confidence"]) < MIN_CONFIDENCE
    return UNLABELLED if doubtful or (row["repository"], row["path"]) in wrong_masks() else folder


def read_picture(row: dict[str, str]) -> tuple[Image.Image, Image.Image]:
    """One picture as (RGB, mask); a background gets an empty mask: nothing in it is the subject. So do pictures without
    a mask yet.

    The two are kept apart because Pillow premultiplies an RGBA picture when it scales it, which blackens
    whatever the mask does not cover.
    """
    file, folder = Path(row["root"]) / row["file"], row["file"].split("/")[0]
    picture = ImageOps.exif_transpose(Image.open(file))
    if folder in ALPHA_FOLDERS:
        picture = picture.convert("RGBA")
        return picture.convert("RGB"), picture.getchannel("A")
    picture = picture.convert("RGB")
    if row.get("label"):
        return picture, Image.open(row["label"]).convert("L").resize(picture.size, Image.BICUBIC)
    if folder in SCENE_FOLDERS or folder == UNLABELLED:
        return picture, Image.new("L", picture.size, 0)
    mask = Image.open(file.with_suffix(".mask.png")).convert("L")
    return picture, mask if mask.size == picture.size else mask.resize(picture.size, Image.BILINEAR)


def digest(rows: list[dict[str, str]]) -> str:
    """SHA-256 over names and bytes of the given rows' files and masks, so that a record names its exact data."""
    total = hashlib.sha256()
    for row in rows:
        path = Path(row["root"]) / row["file"]
        for part in (path, path.with_suffix(".mask.png")):
            if part.exists():
                total.update(part.name.encode() + hashlib.sha256(part.read_bytes()).digest())
    return total.hexdigest()


@dataclass
class Entry:
    """One cached picture. Boxes are (left, top, right, bottom) in cached pixels; `cut` says which sides of the subject the
    picture's own border cuts off, in the same order."""

    file: str
    folder: str
    confidence: float
    height: int
    width: int
    offset: int
    subject: tuple[int, int, int, int]
    empty: tuple[int, int, int, int]
    cut: tuple[bool, bool, bool, bool]
    # Renders only: (height, width) of the shadow, stored behind the pixels; the photograph that lit it.
    shadow: tuple[int, int] = (0, 0)
    scene: str = ""


def cut_sides(box: tuple[int, int, int, int], width: int, height: int) -> tuple[bool, bool, bool, bool]:
    return (box[0] <= 2, box[1] <= 2, box[2] >= width - 2, box[3] >= height - 2)


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
    """Bounding box of everything at least half opaque."""
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
        self.folder = folder
        index = json.loads((folder / "index.json").read_text())
        self.entries = [Entry(**entry) for entry in index["entries"]]
        self.pixels = np.memmap(folder / "pixels.bin", np.uint8, "r")

    def __reduce__(self):
        # The process that draws batches opens the file itself: a pickled memory map would be sent as all of its bytes.
        return Cache, (self.folder,)

    def image(self, entry: Entry) -> np.ndarray:
        size = entry.height * entry.width * 4
        return self.pixels[entry.offset : entry.offset + size].reshape(entry.height, entry.width, 4)

    def shadow(self, entry: Entry) -> np.ndarray:
        """Opacity of a render's shadow, uint8 [h, w], of the same extent as its picture and smaller."""
        start = entry.offset + entry.height * entry.width * 4
        return self.pixels[start : start + entry.shadow[0] * entry.shadow[1]].reshape(entry.shadow)


def read_render(row: dict[str, str]) -> tuple[Image.Image, Image.Image, tuple[bool, bool, bool, bool]]:
    """One render as (RGBA, opacity of its shadow at a quarter of the size, sides that the frame cuts), both cropped to
    their content. The shadow fades out before the frame ends, where it would break off."""
    file = Path(row["root"]) / row["file"]
    picture = Image.open(file).convert("RGBA")
    shadow = np.asarray(Image.open(file.with_suffix(".shadow.png")).convert("RGBA").getchannel("A"), np.float32)
    ramp = np.minimum(1, np.minimum(np.arange(len(shadow)), np.arange(len(shadow))[::-1]) / (0.12 * len(shadow)))
    shadow = Image.fromarray(np.uint8(shadow * ramp[None] * ramp[:, None]))
    scale = picture.width // shadow.width
    box = subject_box(np.asarray(picture.getchannel("A")))
    dark = shadow.point(lambda v: 255 * (v > 12)).getbbox() or (0, 0, 0, 0)
    reach = [pick(a, b) for pick, a, b in zip((min, min, max, max), box, (v * scale for v in dark))] if any(dark) else list(box)
    # Whole pixels of the shadow, so that both have the same extent.
    small = (reach[0] // scale, reach[1] // scale, -(-reach[2] // scale), -(-reach[3] // scale))
    return picture.crop(tuple(v * scale for v in small)), shadow.crop(small), cut_sides(box, picture.width, picture.height)


def smooth(picture: Image.Image) -> Image.Image:
    """Averages an RGBA picture's colours with their neighbours, weighted by alpha, which stays unchanged: renders with
    few rays are grainy, and a network would learn to detect the grain."""
    soft = picture.convert("RGBa").filter(ImageFilter.GaussianBlur(RAY_NOISE)).convert("RGBA")
    soft.putalpha(picture.getchannel("A"))
    return soft


def cached_render(row: dict[str, str], longest: int) -> tuple[Entry, bytes]:
    """A render's entry and its bytes in the cache, scaled so that its subject's longest side is at most `longest`."""
    picture, shadow, cut = read_render(row)
    picture = smooth(picture)
    left, top, right, bottom = subject_box(np.asarray(picture.getchannel("A")))
    scale = min(1.0, longest / max(right - left, bottom - top, 1))
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    pixels = np.asarray(picture.resize(size, Image.BICUBIC))
    dark = np.asarray(shadow.resize((max(1, size[0] // 4), max(1, size[1] // 4)), Image.BILINEAR))
    entry = Entry(row["file"], used_as(row), 1.0, size[1], size[0], 0, subject_box(pixels[..., 3]), (0, 0, 0, 0), cut,
                  dark.shape, row.get("scene") or "")  # fmt: skip
    return entry, pixels.tobytes() + dark.tobytes()


def cached_picture(row: dict[str, str], longest: int) -> tuple[Entry, bytes]:
    """A picture's entry and its bytes in the cache; scenes, which are cropped, are kept twice as large."""
    kind = row["file"].split("/")[0]
    picture, mask = read_picture(row)
    limit = longest * 2 if kind in SCENE_FOLDERS else longest
    if kind in ALPHA_FOLDERS:
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
    empty = largest_empty_box(alpha) if used_as(row) in PHOTO_FOLDERS else (0, 0, picture.width, picture.height)
    box = subject_box(alpha)
    cut = (False,) * 4 if kind in ALPHA_FOLDERS else cut_sides(box, picture.width, picture.height)
    return Entry(row["file"], used_as(row), float(row["confidence"] or 1), picture.height, picture.width, 0, box, empty, cut), pixels.tobytes()


def used_as(row: dict[str, str]) -> str:
    """The folder of an entry: of validation the file's own, so that the figures of versions can be compared."""
    return row.get("used_as") or row["file"].split("/")[0]


def cached(row: dict[str, str], longest: int) -> tuple[Entry, bytes]:
    return (cached_render if row["file"].split("/")[0] in RENDER_FOLDERS else cached_picture)(row, longest)


def build_cache(parent: Path, rows: list[dict[str, str]], longest: int = 352) -> Cache:
    """The cache of the given rows, decoded by all cores into its own folder under `parent`, unless present."""
    key = {"version": CACHE_VERSION, "longest": longest, "files": [(row["file"], used_as(row), row.get("label", "")) for row in rows]}
    folder = parent / hashlib.sha256(json.dumps(key).encode()).hexdigest()[:12]
    index = folder / "index.json"
    if index.exists():
        return Cache(folder)
    folder.mkdir(parents=True, exist_ok=True)
    entries, offset = [], 0
    with open(folder / "pixels.bin", "wb") as out, ProcessPoolExecutor() as cores:
        for entry, pixels in cores.map(partial(cached, longest=longest), rows, chunksize=16):
            entry.offset = offset
            out.write(pixels)
            entries.append(asdict(entry))
            offset += len(pixels)
    # The index is written last and renamed into place: a cache without an index is an unfinished one.
    draft = folder / "index.json.part"
    draft.write_text(json.dumps({"entries": entries}))
    os.replace(draft, index)
    return Cache(folder)
