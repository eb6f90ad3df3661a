"""Measures exported models on the validation split: `python3 evaluate.py --data DIR ... --run NAME [--reference u2netp.onnx]`.

Every model sees the same pictures in the same run, and is scored at the picture's own size:
- `people`: hand-made masks, so fair to all.
- `varied`, `clothing`: masks made by u2netp itself, so u2netp's own score there only shows its repeatability.
- `people-composites`, `cutouts`, `stamps`: validation pieces over real validation scenes, exact alpha, fair to all.
- `animals`, `furniture`, `products`, `scenes`: masks made by hand too, coarser than those of `people`; whole folders where a
  run did without them (`--without`, as for `train.py`).
- `judged`: renders of models outside training, one by one over validation scenes, exact alpha: used to measure holes.
- `unseen`: likewise, photographs of kinds kept out of `stamps` (instruments, cameras, tanks, spacecraft); emoji and a few
  renders show some of them in training.
- `empty`: validation scenes without a subject; the scores are the quantiles of the largest alpha.
IoU is of alpha above one half, MAE over all pixels, the boundary error the MAE in a band along the
truth's edge (alpha one half), 3 % of the picture's longest side wide; hole recall is, of the background that the truth's
subject encloses, the share with alpha below one half: the same as `npm run models -- evaluate` prints.
Writes `runs/NAME/scores.json` and prints it, as a table too; `--sheet FILE` also draws 60 photographs with each model's cut-out to look at; `--write DIR` also
writes the pictures and masks of each set, to measure the whole product by: `npm run models -- evaluate --images DIR/SET/images --masks DIR/SET/masks`.
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
from data import ALPHA_FOLDERS, PHOTO_FOLDERS, RENDER_FOLDERS, build_cache, read_manifests, read_picture, split
from scenes import REAL
from train import MEAN, STD

HERE = Path(__file__).parent
COMPOSITE_SIZE = 320
EMPTY_SCENES = 100
BAND = 0.03
# Holes smaller than this share of the filled subject are flaws of a mask, not something to find.
MIN_HOLES = 0.005


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


def near_edge(inside: np.ndarray, reach: int) -> np.ndarray:
    """Pixels (bool [H, W]) whose square of `reach` pixels each way holds both inside and outside."""
    padded = np.pad(inside, reach + 1, mode="edge").astype(np.int32).cumsum(0).cumsum(1)
    side = 2 * reach + 1
    count = padded[side:, side:] - padded[:-side, side:] - padded[side:, :-side] + padded[:-side, :-side]
    count = count[: inside.shape[0], : inside.shape[1]]
    return (count > 0) & (count < side * side)


def enclosed(inside: np.ndarray) -> np.ndarray:
    """Background (bool [H, W]) with no path of adjacent pixels to the outside. Outside spreads along whole runs of
    background, by rows and by columns in turn, until nothing changes."""
    outside = np.zeros_like(inside)
    outside[[0, -1]], outside[:, [0, -1]] = ~inside[[0, -1]], ~inside[:, [0, -1]]
    starts = [walls.copy() for walls in (inside, inside.T)]
    for walls in starts:
        walls[:, 0] = True
    runs = [walls.cumsum().reshape(walls.shape) for walls in starts]
    while True:
        before = outside.sum()
        for turned, run in enumerate(runs):
            along = outside.T if turned else outside
            reached = (np.bincount(run.ravel(), along.ravel()) > 0)[run]
            outside = (reached.T if turned else reached) & ~inside
        if outside.sum() == before:
            return ~inside & ~outside


def hole_recall(alpha: np.ndarray, truth: np.ndarray) -> float:
    """Share of the enclosed background (between spokes, under a handle) with alpha below one half;
    not a number where the subject encloses hardly any."""
    inside = truth > 0.5
    holes = enclosed(inside)
    if holes.sum() < max(1, MIN_HOLES * (inside.sum() + holes.sum())):
        return float("nan")
    return float((alpha[holes] <= 0.5).mean())


def score(alpha: np.ndarray, truth: np.ndarray) -> tuple[float, float, float, float]:
    """(IoU, mean absolute error, boundary error, hole recall). Both float [H, W] in 0..1; without an edge the boundary error
    is not a number, without a hole the hole recall."""
    a, t = alpha > 0.5, truth > 0.5
    union = (a | t).sum()
    error = np.abs(alpha - truth)
    band = near_edge(t, max(1, round(BAND / 2 * max(t.shape))))
    edge = float(error[band].mean()) if band.any() else float("nan")
    return (float((a & t).sum() / union) if union else 1.0, float(error.mean()), edge, hole_recall(alpha, truth))


def cases(data: list[Path], runs: Path, without: tuple[str, ...] = ()):
    """Yields (set, name, RGB picture, mask) for the whole validation split, always the same, and for all of `without`."""
    training, rows = split(read_manifests(data))
    for row in rows + [row for row in training if row["file"].split("/")[0] in without]:
        folder = row["file"].split("/")[0]
        if folder in PHOTO_FOLDERS:
            yield folder, row["file"], *read_picture(row)
    sampler = Sampler(build_cache(runs / "cache", rows), seed=0)
    for kind in ("people", *ALPHA_FOLDERS):
        for index, entry in enumerate(sampler.groups[kind]):
            rng = np.random.default_rng([0, index])
            scene = sampler.scenes.scene(rng, COMPOSITE_SIZE, REAL)
            if kind in RENDER_FOLDERS:
                scene, mask = sampler.rendered.alone(rng, COMPOSITE_SIZE, entry, scene)
            else:
                colour, mask = sampler.piece(rng, COMPOSITE_SIZE, entry)
                scene.paste(colour, (0, 0), mask)
            yield ("people-composites" if kind == "people" else kind), entry.file, scene, mask
    for index in range(EMPTY_SCENES):
        scene = sampler.scenes.scene(np.random.default_rng([1, index]), COMPOSITE_SIZE)
        yield "empty", f"empty-{index:03}", scene, Image.new("L", scene.size)


def measure(model: Model, items) -> dict[str, dict[str, float]]:
    """Scores of each set, and how often each threshold on the largest alpha would be wrong."""
    found: dict[str, list[tuple[float, ...]]] = {}
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
            result[group] = {"pictures": len(table), **{f"max_p{q}": round(float(np.percentile(table[:, -1], q)), 3) for q in (50, 80, 90, 95)}}
        else:
            result[group] = {"pictures": len(table), "iou": round(float(table[:, 0].mean()), 4), "mae": round(float(table[:, 1].mean()), 4),
                             "boundary": round(float(np.nanmean(table[:, 2])), 4), "iou_p10": round(float(np.percentile(table[:, 0], 10)), 4)}  # fmt: skip
            holes = table[~np.isnan(table[:, 3]), 3]
            result[group] |= {"with_holes": len(holes)} | ({"hole_recall": round(float(holes.mean()), 4)} if len(holes) else {})
    empty = np.array([value[-1] for value in found["empty"]])
    filled = np.array([value[-1] for group in found if group != "empty" for value in found[group]])
    result["no_subject_below"] = {
        f"{t:.2f}": {"empty_called_subject": round(float((empty >= t).mean()), 3), "subject_called_empty": round(float((filled < t).mean()), 4)}
        for t in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    }
    result["median_ms_a_picture"] = round(1e3 * float(np.median(seconds)), 1)
    return result


def table(scores: dict[str, dict]) -> str:
    """The scores as Markdown lines, one column per model: IoU / mean absolute error / boundary error / hole recall,
    with a dash
    where no picture of the set has a hole."""
    lines = [" | ".join(["| set", "pictures, with holes", *scores]) + " |", "| --- " * (len(scores) + 2) + "|"]
    for name, first in next(iter(scores.values())).items():
        if isinstance(first, dict) and "iou" in first:
            cells = [" / ".join(f"{values[name][key]:.3f}" if key in values[name] else "-" for key in ("iou", "mae", "boundary", "hole_recall")) for values in scores.values()]
            lines.append(" | ".join([f"| `{name}`", f"{first['pictures']}, {first['with_holes']}", *cells]) + " |")
    return "\n".join(lines)


def sheet(models: list[Model], pictures: list[Image.Image], path: Path, cell: int = 200, columns: int = 4, rows: int = 5):
    """Draws each picture beside each model's cut-out over magenta, on as many PNG pages (`PATH-1`, `PATH-2` ...) as it takes."""
    magenta = np.array([255, 0, 200], np.float32)
    tiles = []
    for picture in pictures:
        rgb = np.asarray(picture, np.float32)
        parts = [rgb] + [rgb * a[..., None] + magenta * (1 - a[..., None]) for a in (model.alpha(picture)[0] for model in models)]
        tiles.append(np.concatenate([np.asarray(ImageOps.pad(Image.fromarray(np.uint8(part)), (cell, cell))) for part in parts], 1))
    for page in range(0, len(tiles), columns * rows):
        shown = tiles[page : page + columns * rows]
        shown += [np.zeros_like(tiles[0])] * (-len(shown) % columns)
        lines = [np.concatenate(shown[i : i + columns], 1) for i in range(0, len(shown), columns)]
        Image.fromarray(np.concatenate(lines)).save(path.with_stem(f"{path.stem}-{page // (columns * rows) + 1}"))


def write(folder: Path, items):
    """Writes each picture as `SET/images/NAME.png` and its mask as `SET/masks/NAME.png`."""
    for group, name, picture, mask in items:
        if group == "empty":
            continue
        for kind, image in (("images", picture), ("masks", mask)):
            path = folder / group / kind / Path(name).with_suffix(".png").name
            path.parent.mkdir(parents=True, exist_ok=True)
            image.save(path, compress_level=1)


def gallery(folder: Path | None, items) -> list[Image.Image]:
    """60 photographs: those of `folder`, then people, clothing and, to fill up, varied ones, each evenly chosen."""
    found = [ImageOps.exif_transpose(Image.open(file)).convert("RGB") for file in sorted(folder.iterdir()) if file.suffix in (".jpg", ".png")] if folder else []
    for picture in found:
        picture.thumbnail((800, 800))
    for name, until in (("people", 0.25), ("clothing", 0.2), ("varied", 1)):
        members = [item[2] for item in items if item[0] == name]
        wanted = round((60 - len(found)) * until)
        found += members[:: max(1, len(members) // wanted)][:wanted]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--model", type=Path, default=HERE.parent.parent / "inference-worker" / "models" / "clearcut-2" / "model.onnx")
    parser.add_argument("--reference", type=Path, help="an ONNX model with u2net's recipe, scored beside it")
    parser.add_argument("--without", nargs="*", default=[], help="folders that the run was not trained on: measured on all of them")
    parser.add_argument("--sets", nargs="*", help="measure on these sets alone")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--sheet", type=Path, help="PNG to draw 60 photographs into, a page a file")
    parser.add_argument("--write", type=Path, help="folder to write the pictures and masks of each set into")
    parser.add_argument("--photos", type=Path, help="folder of further photos for the sheet")
    args = parser.parse_args()

    models = {"clearcut-2": Model(args.model, "clearcut", args.threads)}
    if args.reference:
        models["reference"] = Model(args.reference, "u2net", args.threads)
    items = [item for item in cases(args.data, args.runs, tuple(args.without)) if not args.sets or item[0] in (*args.sets, "empty")]
    if args.write:
        write(args.write, items)
    file = args.runs / args.run / "scores.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    # The reference never changes, so its scores on these pictures are reused.
    scores = json.loads(file.read_text()) if file.exists() else {}
    scores |= {name: measure(model, items) for name, model in models.items()}
    file.write_text(json.dumps(scores, indent=1))
    print(json.dumps(scores, indent=1))
    print(table({name: scores[name] for name in models}))
    if args.sheet:
        sheet(list(models.values()), gallery(args.photos, items), args.sheet)


if __name__ == "__main__":
    main()
