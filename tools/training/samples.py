"""Draws training samples: `python3 samples.py --data DIR ... --out sheet.png`, to look at after a change of a
generator.

Each sample stands above its own cut-out on magenta, in the order of the batches that a run with `--seed` draws.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image

from composites import Recipe, Sampler
from data import LONGEST, build_cache, training_rows

HERE = Path(__file__).parent
MAGENTA = np.array([255, 0, 200], np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=160)
    parser.add_argument("--rows", type=int, default=5)
    parser.add_argument("--columns", type=int, default=12)
    parser.add_argument("--renders", type=float, default=0.15, help="share of composites of renders")
    parser.add_argument("--views", type=float, default=0.0, help="share of views, of which none is labelled here")
    args = parser.parse_args()

    sampler = Sampler(build_cache(args.runs / "cache", training_rows(args.data), LONGEST), args.seed, Recipe.with_shares(args.renders, args.views))
    lines = []
    for step in range(args.rows):
        rgb, alpha, _, _ = sampler.batch(step, args.size, args.columns)
        rgb, alpha = rgb.transpose(0, 2, 3, 1).astype(np.float32), alpha.transpose(0, 2, 3, 1) / np.float32(255)
        lines += [np.concatenate(rgb, 1), np.concatenate(rgb * alpha + MAGENTA * (1 - alpha), 1)]
    Image.fromarray(np.uint8(np.concatenate(lines))).save(args.out)


if __name__ == "__main__":
    main()
