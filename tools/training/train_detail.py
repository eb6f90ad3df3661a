"""Trains the detail network: `python3 train_detail.py --data DIR ... --wheels DIR --sight STATE --run NAME --minutes N`.

Begins as the sight of `--sight`, and learns on boxes around what the shipped first look finds on each sample. Replicas,
processes of one thread, average their gradients: two do twice the work of one with two threads. State, resuming and
rate are as in `train.py`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
import torch.distributed as replicas
import torch.multiprocessing as processes

from composites import Recipe, Sampler
from data import build_cache, training_rows
from detail import Detail
from detail_samples import FirstLook, close_up
from export import MODEL
from train import FROZEN_STEPS, Run, arguments, learn_until_end, normalise, started

# Side of the drawn samples, and of the cache's pictures: a box has a pixel for each of the input.
DRAWN, LONGEST = 512, 448


class Replica(Run):
    """A run whose gradients and seconds are those of all replicas."""

    def __init__(self, path: Path, net: Detail):
        super().__init__(path, net)
        self.leads = replicas.get_rank() == 0

    def share(self):
        gradients = [p.grad for p in self.net.parameters() if p.grad is not None]
        flat = torch.cat([each.flatten() for each in gradients])
        replicas.all_reduce(flat)
        for each, mean in zip(gradients, (flat / replicas.get_world_size()).split([each.numel() for each in gradients])):
            each.copy_(mean.view_as(each))

    def shared_seconds(self, seconds: float) -> float:
        mean = torch.tensor(seconds)
        replicas.all_reduce(mean)
        return float(mean) / replicas.get_world_size()

    def count(self, rgb) -> int:
        return len(rgb) * replicas.get_world_size()


def begun(path: Path, args: argparse.Namespace) -> Replica:
    """The run, from the averaged weights of the sight if it has no state of its own."""
    run = Replica(path, Detail(args.wheels))
    if not run.done["step"]:
        weights = torch.load(args.sight, map_location="cpu", weights_only=False)["ema"]
        for each in (run.net, run.ema):
            each.load_state_dict(weights, strict=False)
        # Its decoder knows how to read the encoder.
        run.done["step"] = FROZEN_STEPS
    return run


def train(rank: int, args: argparse.Namespace):
    replicas.init_process_group("gloo", f"tcp://127.0.0.1:{args.port}", rank=rank, world_size=args.replicas)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    folder = args.runs / args.run
    folder.mkdir(parents=True, exist_ok=True)
    rows = training_rows(args.data, (), args.labels)
    recipe = Recipe(photos=0.36, composites=0.32, renders=0.2, graphics=0.07, faint=0.02, prints=0.05)
    if rank == 0:
        build_cache(args.runs / "cache", rows, LONGEST)
    replicas.barrier()
    sampler = Sampler(build_cache(args.runs / "cache", rows, LONGEST), args.seed + rank, recipe)
    run, look = begun(folder / "state.pt", args), FirstLook(MODEL / "model.onnx")
    run.done["starts"].append(started(args, recipe, rows, step=run.done["step"], replicas=args.replicas))

    def uses(batch):
        drawn, mask, weight, exact = batch
        found = look(normalise(drawn))

        def use(step: int):
            rgb, alpha, first = close_up(drawn, mask, found, args.size, step * args.replicas + rank)
            return rgb, alpha, weight, exact, first

        return use

    learn_until_end(run, sampler, args, DRAWN, uses)
    replicas.barrier()


def main():
    parser = arguments(__doc__)
    parser.add_argument("--sight", type=Path, help="state of the sight to begin with")
    parser.add_argument("--size", type=int, default=448)
    parser.add_argument("--batch", type=int, default=8, help="samples of one replica")
    parser.add_argument("--peak", type=float, default=8e-4)
    parser.add_argument("--replicas", type=int, default=2)
    parser.add_argument("--port", type=int, default=29511, help="on loopback, where the replicas meet")
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    processes.spawn(train, (args,), args.replicas)


if __name__ == "__main__":
    main()
