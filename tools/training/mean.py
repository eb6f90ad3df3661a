"""Averages the weights of several states of one run: `python3 mean.py STATE STATE ... --run NAME`, to be exported as a run of its own.

States of one run lie close enough to each other for the mean of their weights to be a network too, often a better one than any
of them (Izmailov et al. 2018). Writes `runs/NAME/state.pt` with the averaged weights and the counters of the last state given.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from train import save

HERE = Path(__file__).parent


def mean(states: list[dict[str, torch.Tensor]], shares: list[float]) -> dict[str, torch.Tensor]:
    """Weights averaged by `shares`; counters (BatchNorm's batches) are the last state's."""
    return {
        name: sum(share * state[name] for share, state in zip(shares, states)) if last.is_floating_point() else last
        for name, last in states[-1].items()
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("states", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="+", help="one for each state, equal if left out")
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    args = parser.parse_args()
    shares = args.shares or [1.0] * len(args.states)
    if len(shares) != len(args.states):
        parser.error("give as many shares as states")
    shares = [share / sum(shares) for share in shares]
    loaded = [torch.load(file, map_location="cpu", weights_only=False) for file in args.states]
    done = loaded[-1]["done"] | {"mean_of": [{"passes": state["done"]["passes"], "share": share} for state, share in zip(loaded, shares)]}
    folder = args.runs / args.run
    folder.mkdir(parents=True, exist_ok=True)
    save({"ema": mean([state["ema"] for state in loaded], shares), "done": done}, folder / "state.pt")


if __name__ == "__main__":
    main()
