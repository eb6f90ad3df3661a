"""Makes a run's state of the mean of two runs, weight by weight: `python3 mean.py --run NAME --of BEFORE AFTER --share 0.3`.

`--share` is what AFTER, a run that went on from BEFORE, has of the mean. Each BatchNorm is put into its convolution first, since the mean of two
divisors is not that of what they divide; so the state is there to be exported. To train it on, restore the exported model.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from export import fold, load
from restore import unfolded
from train import HERE, save


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--of", nargs=2, required=True, metavar=("BEFORE", "AFTER"))
    parser.add_argument("--share", type=float, required=True)
    args = parser.parse_args()
    paths = [args.runs / name / "state.pt" for name in args.of]
    nets = [load(path) for path in paths]
    for net in nets:
        fold(net)
    before, after = (net.state_dict() for net in nets)
    weights = {name: (1 - args.share) * before[name] + args.share * after[name] for name in after if not name.startswith("sides.")}
    net = unfolded(weights).state_dict()

    done = torch.load(paths[1], map_location="cpu", weights_only=False)["done"]
    done["mean_of"] = {name: round(share, 4) for name, share in zip(args.of, (1 - args.share, args.share))}
    folder = args.runs / args.run
    folder.mkdir(parents=True, exist_ok=True)
    record = json.loads((paths[1].parent / "record.json").read_text())
    (folder / "record.json").write_text(json.dumps(record | {"run": args.run}, indent=1))
    save({"net": net, "ema": net, "optimiser": {}, "done": done}, folder / "state.pt")


if __name__ == "__main__":
    main()
