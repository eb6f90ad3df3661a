"""Measures exported models on the validation split: `python3 evaluate.py --data DIR --run NAME [--reference u2netp.onnx]`.

Every model sees the same pictures in the same run, and is scored at the picture's own size:
- `people`: hand-made masks, so fair to all.
- `varied`, `clothing`: masks made by u2netp itself, so u2netp's own score there says only how repeatable it is.
- `cutouts`, `people-composites`: validation pieces over validation scenes, exact alpha, fair to all.
- `empty`: validation scenes without a subject; the scores are the quantiles of the largest alpha.
Writes `runs/NAME/scores.json`; `--sheet FILE` also draws some pictures with their masks to look at.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image, ImageOps

from composites import Sampler
from data import PHOTO_FOLDERS, build_cache, read_manifest, read_picture, split
from train import MEAN, STD

HERE = Path(__file__).parent
COMPOSITE_SIZE = 320
EMPTY_SCENES = 100


class Model:
    """An ONNX model and its recipe; `raw` is the network's own map, `alpha` what the product would show."""

    def __init__(self, file: Path, recipe: str, threads: int):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self.size = self.session.get_inputs()[0].shape[-1]
        self.recipe = recipe

    def raw(self, picture: Image.Image) -> np.ndarray:
        """RGB picture to float32 [S, S]."""
        x = np.asarray(picture.resize((self.size, self.size), Image.LANCZOS), np.float32)
        x = x / (max(float(x.max()), 1.0) if self.recipe == "u2net" else 255)
        x = ((x - np.float32(MEAN)) / np.float32(STD)).transpose(2, 0, 1)[None].astype(np.float32)
        return self.session.run([self.session.get_outputs()[0].name], {self.session.get_inputs()[0].name: x})[0][0, 0]

    def alpha(self, picture: Image.Image) -> tuple[np.ndarray, float]:
        """(float32 [H, W] in 0..1, largest raw value)."""
        raw = self.raw(picture)
        top = float(raw.max())
        if self.recipe == "u2net":
            raw = (raw - raw.min()) / max(top - float(raw.min()), 1e-6)
        return np.clip(np.asarray(Image.fromarray(raw).resize(picture.size, Image.BICUBIC)), 0, 1), top


def score(alpha: np.ndarray, truth: np.ndarray) -> tuple[float, float]:
    """(IoU at one half, mean absolute error). Both float [H, W] in 0..1."""
    a, t = alpha > 0.5, truth > 0.5
    union = (a | t).sum()
    return (float((a & t).sum() / union) if union else 1.0, float(np.abs(alpha - truth).mean()))


def cases(data: Path, runs: Path):
    """Yields (set, name, RGB picture, mask) for the whole validation split, always the same."""
    rows = split(read_manifest(data))[1]
    for row in rows:
        folder = row["file"].split("/")[0]
        if folder in PHOTO_FOLDERS:
            yield folder, row["file"], *read_picture(data, row["file"])
    sampler = Sampler(build_cache(data, runs / "cache-validation", rows), seed=0)
    for kind in ("cutouts", "people"):
        for index, entry in enumerate(sampler.groups[kind]):
            rng = np.random.default_rng([0, index])
            scene = sampler.scene(rng, COMPOSITE_SIZE)
            colour, mask = sampler.piece(rng, COMPOSITE_SIZE, entry)
            scene.paste(colour, (0, 0), mask)
            yield ("cutouts" if kind == "cutouts" else "people-composites"), entry.file, scene, mask
    for index in range(EMPTY_SCENES):
        scene = sampler.scene(np.random.default_rng([1, index]), COMPOSITE_SIZE)
        yield "empty", f"empty-{index:03}", scene, Image.new("L", scene.size)


def measure(model: Model, items) -> dict[str, dict[str, float]]:
    """Scores of each set, and how often each threshold on the largest alpha would be wrong."""
    found: dict[str, list[tuple[float, float, float]]] = {}
    seconds = []
    for group, _, picture, mask in items:
        start = time.perf_counter()
        alpha, top = model.alpha(picture)
        seconds.append(time.perf_counter() - start)
        found.setdefault(group, []).append((*score(alpha, np.asarray(mask, np.float32) / 255), top))
    result: dict[str, dict] = {}
    for group, values in found.items():
        table = np.array(values)
        if group == "empty":
            result[group] = {"pictures": len(table), **{f"max_p{q}": round(float(np.percentile(table[:, 2], q)), 3) for q in (50, 80, 90, 95)}}
        else:
            result[group] = {"pictures": len(table), "iou": round(float(table[:, 0].mean()), 4), "mae": round(float(table[:, 1].mean()), 4),
                             "iou_p10": round(float(np.percentile(table[:, 0], 10)), 4)}  # fmt: skip
    empty = np.array([value[2] for value in found["empty"]])
    filled = np.array([value[2] for group in found if group != "empty" for value in found[group]])
    result["no_subject_below"] = {
        f"{t:.2f}": {"empty_called_subject": round(float((empty >= t).mean()), 3), "subject_called_empty": round(float((filled < t).mean()), 4)}
        for t in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    }
    result["median_ms_a_picture"] = round(1e3 * float(np.median(seconds)), 1)
    return result


def sheet(models: list[Model], items, path: Path, cell: int = 200, columns: int = 3):
    """Draws each picture, its mask over magenta, and each model's cut-out over magenta; PNG."""
    magenta = np.array([255, 0, 200], np.float32)
    tiles = []
    for _, _, picture, mask in items:
        rgb = np.asarray(picture, np.float32)
        mattes = ([] if mask is None else [np.asarray(mask, np.float32) / 255]) + [model.alpha(picture)[0] for model in models]
        row = [rgb] + [rgb * m[..., None] + magenta * (1 - m[..., None]) for m in mattes]
        tiles.append(np.concatenate([np.asarray(ImageOps.pad(Image.fromarray(np.uint8(part)), (cell, cell))) for part in row], 1))
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % columns)
    lines = [np.concatenate(tiles[i : i + columns], 1) for i in range(0, len(tiles), columns)]
    Image.fromarray(np.concatenate(lines)).save(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--model", type=Path, default=HERE.parent / "models" / "clearcut-1" / "model.onnx")
    parser.add_argument("--reference", type=Path, help="an ONNX model with u2net's recipe, scored beside it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--sheet", type=Path, help="PNG to draw some validation pictures into")
    parser.add_argument("--photos", type=Path, help="folder of photos without masks to draw into the sheet too")
    args = parser.parse_args()

    models = {"clearcut-1": Model(args.model, "clearcut", args.threads)}
    if args.reference:
        models["reference"] = Model(args.reference, "u2net", args.threads)
    items = list(cases(args.data, args.runs))
    file = args.runs / args.run / "scores.json"
    # The reference never changes, so its scores on these same pictures are kept from the last time it was given.
    scores = json.loads(file.read_text()) if file.exists() else {}
    scores |= {name: measure(model, items) for name, model in models.items()}
    file.write_text(json.dumps(scores, indent=1))
    print(json.dumps(scores, indent=1))
    if args.sheet:
        for suffix, group in (("photos", PHOTO_FOLDERS), ("composites", ("cutouts", "people-composites", "empty"))):
            some = [item for name in group for item in [i for i in items if i[0] == name][3::10][:9]]
            sheet(list(models.values()), some, args.sheet.with_stem(f"{args.sheet.stem}-{suffix}"))
    if args.sheet and args.photos:
        files = [f for f in sorted(args.photos.iterdir()) if f.suffix in (".jpg", ".png")]
        pictures = [ImageOps.exif_transpose(Image.open(f)).convert("RGB") for f in files]
        for picture in pictures:
            picture.thumbnail((800, 800))
        sheet(list(models.values()), [("", "", p, None) for p in pictures], args.sheet.with_stem(f"{args.sheet.stem}-extra"), cell=280, columns=2)


if __name__ == "__main__":
    main()
