"""Selects the trusted labels of the full U²-Net: `python3 judge_labels.py --data DIR ... --labels LABELS`.

A label counts if the teacher was sure of it and another look at the photograph agrees: u2netp's mask, or the shipped model
(`--model`). Writes `LABELS/trusted.csv`; may be called while more labels are made.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from data import read_manifests, split
from evaluate import Model

HERE = Path(__file__).parent
COLUMNS = ("file", "label", "confidence", "agreement")
MIN_SURE, MIN_AGREED = 0.8, 0.6
# Where the teacher is so sure, a look that agrees by half is enough.
SURE, HALF_AGREED = 0.93, 0.4
COVERAGE = (0.01, 0.93)


def sureness(alpha: np.ndarray) -> float:
    maybe = alpha > 0.1
    return float((np.abs(alpha - 0.5) * 2)[maybe].mean()) if maybe.any() else 0.0


def agreement(one: np.ndarray, other: np.ndarray) -> float:
    a, b = one > 0.5, other > 0.5
    return float((a & b).sum() / max((a | b).sum(), 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=HERE.parent.parent / "inference-worker" / "models" / "clearcut-2" / "model.onnx")
    args = parser.parse_args()
    model, kept, judged = Model(args.model, "clearcut", 1), [], 0
    for row in split(read_manifests(args.data))[0]:
        label = args.labels / Path(row["file"]).with_suffix(".png")
        if not label.exists():
            continue
        judged += 1
        alpha = np.asarray(Image.open(label), np.float32) / 255
        sure, covered = sureness(alpha), float((alpha > 0.5).mean())
        if sure < MIN_SURE or not COVERAGE[0] < covered < COVERAGE[1]:
            continue
        file, agreed = Path(row["root"]) / row["file"], 0.0
        if file.with_suffix(".mask.png").exists():
            mask = Image.open(file.with_suffix(".mask.png")).convert("L").resize(alpha.shape[::-1], Image.BILINEAR)
            agreed = agreement(alpha, np.asarray(mask, np.float32) / 255)
        if agreed < MIN_AGREED:
            answer = Image.fromarray(model.raw(ImageOps.exif_transpose(Image.open(file)).convert("RGB"))).resize(alpha.shape[::-1], Image.BILINEAR)
            agreed = max(agreed, agreement(alpha, np.asarray(answer)))
        if agreed >= MIN_AGREED or (sure >= SURE and agreed >= HALF_AGREED):
            confidence = sure if agreed >= MIN_AGREED else 0.86
            kept.append({"file": row["file"], "label": str(label.relative_to(args.labels)), "confidence": f"{confidence:.3f}", "agreement": f"{agreed:.3f}"})
    with open(args.labels / "trusted.csv", "w", newline="") as handle:
        writer = csv.DictWriter(handle, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)
    print(f"{len(kept)} of {judged} labels are trusted")


if __name__ == "__main__":
    main()
