"""Makes the bank of views that the teacher labels: `python3 views.py --data DIR ... --out EXTRA --teacher u2netp.onnx --count 30000`.

A student learns most from a teacher's function, not from a few of its masks (Beyer et al. 2021, "A good teacher is patient
and consistent"): the teacher answers the very picture that the student sees. A view is a crop at any scale, a collage of
two to four photographs, a mix of two, or a subject moved onto another scene, each with changes of blur and light, out of
training's part of the split and the photographs of `unlabelled/`. The mean of the teacher's answers to it and to its
mirror image is its mask, soft as it is; its confidence, how far from one half that is where it is not plainly ground.

Writes `EXTRA/views/NNNNN.jpg`, `.mask.png` and, last, `.json`, and lists them in `EXTRA/manifest-views.csv`. View N is the
same picture whenever it is made, so the command may be stopped at any moment and called again, or count higher. 0.5 s each.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

from augment import recolour
from composites import Sampler
from data import PHOTO_FOLDERS, UNLABELLED, build_cache, read_manifests, split
from evaluate import Model
from gather import COLUMNS
from scenes import choose

HERE = Path(__file__).parent
SIZE = 320
KINDS = {"whole": 0.12, "crop": 0.38, "collage": 0.16, "mix": 0.08, "moved": 0.26}
LIST_EVERY = 100
FURTHER = ("kind",)


class Views:
    """Draws views from a sampler's cache."""

    def __init__(self, sampler: Sampler):
        self.sampler, self.cache = sampler, sampler.cache
        groups = sampler.groups
        self.photos = [entry for folder in (*PHOTO_FOLDERS, UNLABELLED, "rooms") for entry in groups[folder]]

    def view(self, number: int) -> tuple[str, Image.Image]:
        rng = np.random.default_rng([7, number])
        kind = choose(rng, KINDS)
        if kind == "collage":
            picture = self.collage(rng)
        elif kind == "mix":
            picture = Image.blend(self.crop(rng, 0.5, 1), self.crop(rng, 0.5, 1), float(rng.uniform(0.15, 0.5)))
        elif kind == "moved":
            picture = self.sampler.composite(rng, SIZE)[0]
        else:
            picture = self.crop(rng, 1, 1) if kind == "whole" else self.crop(rng, 0.2, 0.95)
        return kind, self.lit(rng, picture)

    def crop(self, rng, least: float, most: float, width: int = SIZE, height: int = SIZE) -> Image.Image:
        """A part of a random photograph, a share `least` to `most` of each side, anywhere in it."""
        entry = self.photos[rng.integers(len(self.photos))]
        w, h = entry.width * rng.uniform(least, most), entry.height * rng.uniform(least, most)
        x, y = rng.uniform(0, entry.width - w), rng.uniform(0, entry.height - h)
        picture = Image.fromarray(np.ascontiguousarray(self.cache.image(entry)[..., :3])).resize((width, height), Image.BICUBIC, box=(x, y, x + w, y + h))
        return picture.transpose(Image.FLIP_LEFT_RIGHT) if rng.random() < 0.5 else picture

    def collage(self, rng) -> Image.Image:
        """Two photographs side by side or one above the other, or four in a square."""
        at = int(SIZE * rng.uniform(0.3, 0.7))
        across = [(0, at), (at, SIZE)]
        down = [(0, SIZE)]
        if rng.random() < 0.35:
            below = int(SIZE * rng.uniform(0.3, 0.7))
            down = [(0, below), (below, SIZE)]
        elif rng.random() < 0.5:
            across, down = down, across
        picture = Image.new("RGB", (SIZE, SIZE))
        for left, right in across:
            for top, bottom in down:
                picture.paste(self.crop(rng, 0.5, 1, right - left, bottom - top), (left, top))
        return picture

    def lit(self, rng, picture: Image.Image) -> Image.Image:
        """Another light, and now and then blur, noise or JPEG."""
        if rng.random() < 0.7:
            picture = recolour(picture, rng)
        if rng.random() < 0.15:
            picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 2.5)))
        return Image.fromarray(self.sampler.grain.degrade(rng, picture))


def labelled(teacher: Model, picture: Image.Image) -> tuple[np.ndarray, float, float]:
    """(alpha float [S, S], confidence, share of the picture that is subject), of the picture and its mirror image together."""
    plain, _ = teacher.alpha(picture)
    mirrored, _ = teacher.alpha(picture.transpose(Image.FLIP_LEFT_RIGHT))
    alpha = (plain + mirrored[:, ::-1]) / 2
    maybe = alpha > 0.1
    sure = float(np.abs(alpha[maybe] - 0.5).mean() * 2) if maybe.any() else 1.0
    # Where the teacher and its mirror image disagree, it is not sure of either.
    return alpha, sure * (1 - float(np.abs(plain - mirrored[:, ::-1])[maybe].mean()) if maybe.any() else 1), float((alpha > 0.5).mean())


def list_views(out: Path):
    """Writes `manifest-views.csv` anew, by rename: one row for each view that is whole."""
    draft = out / "manifest-views.part"
    with open(draft, "w", newline="") as handle:
        writer = csv.DictWriter(handle, [*COLUMNS, *FURTHER], restval="", lineterminator="\n")
        writer.writeheader()
        for said in sorted((out / "views").glob("*.json")):
            writer.writerow({"file": f"views/{said.stem}.jpg", "repository": "views of the other pictures", "mask": "teacher u2netp, of this view",
                             **json.loads(said.read_text())})  # fmt: skip
    os.replace(draft, out / "manifest-views.csv")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True, help="an ONNX model with u2net's recipe")
    parser.add_argument("--count", type=int, default=30_000)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--without", nargs="*", default=[], help="folders to take nothing from, to be judged by")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    folder = args.out / "views"
    folder.mkdir(parents=True, exist_ok=True)
    # Neither renders nor the bank itself: the first have better masks, the second would be the teacher's echo.
    left_out = ("views", "renders", *args.without)
    rows = [row for row in split(read_manifests(args.data))[0] if row["file"].split("/")[0] not in left_out]
    views = Views(Sampler(build_cache(args.runs / "cache", rows), seed=0))
    teacher = Model(args.teacher, "u2net", args.threads)
    for number in range(args.count):
        stem = folder / f"{number:05}"
        if stem.with_suffix(".json").exists():
            continue
        kind, picture = views.view(number)
        alpha, confidence, coverage = labelled(teacher, picture)
        picture.save(stem.with_suffix(".jpg"), quality=92)
        Image.fromarray(np.uint8(np.round(alpha * 255))).save(stem.with_suffix(".mask.png"), compress_level=3)
        stem.with_suffix(".json").write_text(json.dumps({"kind": kind, "confidence": round(confidence, 4), "coverage": round(coverage, 4)}))
        if (number + 1) % LIST_EVERY == 0:
            list_views(args.out)
            print(f"{number + 1}/{args.count}", flush=True)
    list_views(args.out)


if __name__ == "__main__":
    main()
