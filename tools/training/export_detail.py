"""Writes the averaged weights of the detail network as ONNX: `python3 export_detail.py --data DIR ... --run NAME`, after
`export.py`, whose model gives the first mattes."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
import torch.nn.functional as F

from data import read_manifests, read_picture, split
from detail import Detail
from detail_samples import FirstLook, box_around
from export import HERE, MODEL, Inputs, as_input, examples, write_network

# As in the product, `subject/look-at-detail.ts`.
CONTEXT = 0.35


def looked_at(row: dict[str, str], size: int, look: FirstLook) -> Inputs:
    """The box around what the first look finds in a listed picture, or the whole picture, and its matte there."""
    picture = read_picture(row)[0]
    first = look(as_input(row, look.side))[0, 0]
    left, top, right, bottom = box_around(first) or (0, 0, 1, 1)
    wide, tall = CONTEXT * (right - left), CONTEXT * (bottom - top)
    left, top, right, bottom = max(0, left - wide), max(0, top - tall), min(1, right + wide), min(1, bottom + tall)
    where = torch.tensor([[[right - left, 0, left + right - 1], [0, bottom - top, top + bottom - 1]]], dtype=torch.float32)
    grid = F.affine_grid(where, [1, 1, size, size], align_corners=False)
    matte = F.grid_sample(first[None, None], grid, padding_mode="border", align_corners=False)
    box = (left * picture.width, top * picture.height, right * picture.width, bottom * picture.height)
    return {"image": as_input(row, size, box), "matte": matte}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--size", type=int, default=448, help="side of the input, a multiple of 32")
    parser.add_argument("--out", type=Path, default=MODEL)
    args = parser.parse_args()
    torch.set_num_threads(1)
    net, look = Detail(), FirstLook(args.out / "model.onnx")
    net.load_state_dict(torch.load(args.runs / args.run / "state.pt", map_location="cpu", weights_only=False)["ema"])
    rows = examples(*split(read_manifests(args.data)))
    write_network(net.eval(), args.out / "detail.onnx", *([looked_at(row, args.size, look) for row in each] for each in rows))


if __name__ == "__main__":
    main()
