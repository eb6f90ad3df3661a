"""Trains the bundled model from scratch: `python3 train.py --data DIR ... --run NAME --minutes N`.

Progress is counted in seconds of training, not in steps, because the machines this runs on are shared: the learning
rate and the picture size follow the share of `--minutes` that is used up. Step n always draws the same batch for the
same seed and size. To compare recipes, `--steps` counts in steps from where the run was restored instead, at one size: runs then do equal work. One process a core trains (`--replicas`), each on batches of its own, and the gradients are averaged:
two threads in one process do only 1.1 times the work of one. State goes to `runs/NAME/state.pt` every few minutes and at the end, by rename, so a kill at any
moment leaves a whole file; the same command resumes from it. Starting again with more `--minutes` trains on.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import platform
import time
from pathlib import Path

import numpy as np
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset

from composites import Recipe, Sampler
from data import build_cache, digest, read_manifests, split, usable
from losses import hybrid
from net import ClearcutNet

HERE = Path(__file__).parent
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
# (share of the time used up, size, batch): small pictures teach what a subject is, large ones where its edge runs.
PLAN = ((0.25, 160, 24), (0.85, 224, 16), (0.92, 320, 8), (1.00, 384, 6))
PEAK_RATE, WARMUP_STEPS, WEIGHT_DECAY, EMA_DECAY = 2.5e-3, 500, 0.02, 0.9995


class Batches(Dataset):
    """Batches by key (step, size, count); the key comes from the training loop's own schedule."""

    def __init__(self, sampler: Sampler):
        self.sampler = sampler

    def __getitem__(self, key):
        return [torch.from_numpy(np.ascontiguousarray(part)) for part in self.sampler.batch(*key)]


def chosen(data: list[Path], without: list[str]) -> list[dict[str, str]]:
    """The rows to train on: training's part of the split, but for folders left out and masks that cannot be trusted."""
    return [row for row in split(read_manifests(data))[0] if usable(row) and row["file"].split("/")[0] not in without]


def planned(used: float) -> tuple[int, int]:
    """(size, batch) when this share of the run is used up."""
    return next(((size, batch) for until, size, batch in PLAN if used < until), PLAN[-1][1:])


def rate(peak: float, used: float, step: int, warmup: int) -> float:
    """Warm-up by steps, then straight down to a hundredth of the peak."""
    return peak * min(1, (step + 1) / warmup) * max(0.01, 1 - used)


def normalise(rgb: torch.Tensor) -> torch.Tensor:
    """uint8 [N, 3, S, S] to the network's input."""
    mean, std = torch.tensor(MEAN).view(1, 3, 1, 1), torch.tensor(STD).view(1, 3, 1, 1)
    return ((rgb.float() / 255 - mean) / std).contiguous(memory_format=torch.channels_last)


def save(state: dict, path: Path):
    """Write beside, flush to disk, rename: a reader sees the old file or the new one, never half a file."""
    draft = path.with_suffix(".part")
    with open(draft, "wb") as handle:
        torch.save(state, handle)
        handle.flush()
        os.fsync(handle.fileno())
    os.replace(draft, path)


def average(ema: torch.nn.Module, net: torch.nn.Module, step: int):
    """Moves the averaged weights and BatchNorm statistics towards the current ones, faster in the first steps: a run that was
    restored and goes on for a few thousand would otherwise be measured by what it was restored from."""
    keep = min(EMA_DECAY, (1 + step) / (10 + step))
    pairs = list(zip(ema.state_dict().values(), net.state_dict().values()))
    with torch.no_grad():
        floats = [pair for pair in pairs if pair[0].dtype.is_floating_point]
        torch._foreach_lerp_([slow for slow, _ in floats], [fast for _, fast in floats], 1 - keep)
        for slow, fast in pairs:
            if not slow.dtype.is_floating_point:
                slow.copy_(fast)


def agree(net: torch.nn.Module, seconds: float) -> float:
    """Replaces every replica's gradients by their mean over all replicas; gives the mean of their `seconds`, so that
    all follow one plan and stop after the same step."""
    gradients = [p.grad for p in net.parameters()]
    flat = torch.cat([g.flatten() for g in gradients] + [torch.tensor([seconds])])
    dist.all_reduce(flat)
    flat /= dist.get_world_size()
    for gradient, mean in zip(gradients, flat[:-1].split([g.numel() for g in gradients])):
        gradient.copy_(mean.view_as(gradient))
    return float(flat[-1])


def optimiser_of(net: torch.nn.Module) -> torch.optim.Optimizer:
    weights = [p for p in net.parameters() if p.ndim > 1]
    rest = [p for p in net.parameters() if p.ndim <= 1]
    return torch.optim.AdamW([{"params": weights, "weight_decay": WEIGHT_DECAY}, {"params": rest, "weight_decay": 0.0}], fused=True)


def compute_loss(logits, alpha, weight, exact):
    return hybrid([each.float() for each in logits], alpha.float() / 255, weight, exact)


def train(rank: int, args: argparse.Namespace, command: int):
    """One replica's part of the run; the first one keeps the averaged weights, the state and the record. `command` is the
    process that started it."""
    folder = args.runs / args.run
    dist.init_process_group("gloo", init_method=f"file://{folder.resolve()}/meeting", rank=rank, world_size=args.replicas)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rows, recipe = chosen(args.data, args.without), Recipe.with_shares(args.renders, args.views)
    sampler = Sampler(build_cache(args.runs / "cache", rows), args.seed, recipe)

    net = ClearcutNet().to(memory_format=torch.channels_last)
    ema = copy.deepcopy(net).eval()
    optimiser = optimiser_of(net)
    done = {"step": 0, "passes": 0, "seconds": 0.0, "passes_by_size": {}, "starts": []}
    path = folder / "state.pt"
    if path.exists():
        state = torch.load(path, map_location="cpu", weights_only=False)
        net.load_state_dict(state["net"])
        ema.load_state_dict(state["ema"])
        optimiser.load_state_dict(state["optimiser"])
        done = state["done"]
    # A resumed run may follow another plan or have more data than before: the record keeps them all.
    plan = [[1.0, args.size, args.batch]] if args.steps else PLAN
    done["starts"].append({"step": done["step"], "minutes": args.minutes, "steps": args.steps, "plan": plan, "peak_rate": args.peak_rate, "replicas": args.replicas,
                           "recipe": recipe.as_dict(), "without": args.without, "pictures": len(rows), "data_sha256": digest(rows)})  # fmt: skip
    total, warmup = args.minutes * 60, min(WARMUP_STEPS, args.steps // 10) if args.steps else WARMUP_STEPS
    base = done["restored"][-1]["step"] if "restored" in done else 0

    def used() -> float:
        """Share of the run that is behind us."""
        return (done["step"] - base) / args.steps if args.steps else done["seconds"] / total

    def keys():
        step = done["step"]
        while True:
            yield (step * args.replicas + rank, *((args.size, args.batch) if args.steps else planned(used())))
            step += 1

    def keep():
        save({"net": net.state_dict(), "ema": ema.state_dict(), "optimiser": optimiser.state_dict(), "done": done}, path)

    # Shapes are compiled one by one: a graph for any size would be slower at each.
    answer, loss_of = torch.compile(net, dynamic=False), torch.compile(compute_loss, dynamic=False)
    # One process draws batches while this one trains; it inherits the niceness.
    batches = iter(DataLoader(Batches(sampler), sampler=keys(), batch_size=None, num_workers=1, prefetch_factor=4))
    net.train()
    saved = mark = time.monotonic()
    running = None
    while used() < 1:
        if os.getppid() != command:
            # A signal that ends the command ends its replicas too: left alone they would write over the state of the next run.
            os._exit(1)
        rgb, alpha, weight, exact = next(batches)
        for group in optimiser.param_groups:
            group["lr"] = rate(args.peak_rate, used(), done["step"] - base, warmup)
        with torch.autocast("cpu", torch.bfloat16):
            logits = answer(normalise(rgb))
        loss = loss_of(logits, alpha, weight, exact)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        now = time.monotonic()
        done["seconds"] = agree(net, done["seconds"] + now - mark)
        mark = now
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        size = str(rgb.shape[-1])
        done["step"] += 1
        done["passes"] += len(rgb) * args.replicas
        done["passes_by_size"][size] = done["passes_by_size"].get(size, 0) + len(rgb) * args.replicas
        running = loss.item() if running is None else 0.98 * running + 0.02 * loss.item()
        if rank > 0:
            continue
        average(ema, net, done["step"] - base)
        if done["step"] % 25 == 0:
            print(f"step {done['step']} passes {done['passes']} {done['seconds'] / 60:.1f} min size {size} loss {running:.4f}", flush=True)
        if now - saved > args.save_every:
            keep()
            saved = now
    if rank == 0:
        keep()
        print(f"finished: step {done['step']}, {done['passes']} passes, {done['seconds'] / 60:.1f} min", flush=True)
    dist.destroy_process_group()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories with manifests and picture folders")
    parser.add_argument("--run", required=True, help="name of the run, a folder under runs/")
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--minutes", type=float, default=90, help="minutes of training in total, earlier starts counted in")
    parser.add_argument("--steps", type=int, help="steps from where the run was restored, instead of minutes, at --size and --batch")
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--peak-rate", type=float, default=PEAK_RATE)
    parser.add_argument("--renders", type=float, default=0.0, help="share of a batch that is composites of renders")
    parser.add_argument("--views", type=float, default=0.0, help="share of a batch that is views labelled by the teacher")
    parser.add_argument("--without", nargs="*", default=[], help="folders not to train on, to be judged by all of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replicas", type=int, default=2, help="processes that train, one a core")
    parser.add_argument("--save-every", type=float, default=180, help="seconds between states on disk")
    args = parser.parse_args()

    folder = args.runs / args.run
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "meeting").unlink(missing_ok=True)
    build_cache(args.runs / "cache", chosen(args.data, args.without))
    if (folder / "state.pt").exists():
        print(f"resuming {args.run}", flush=True)
    else:
        record = {
            "run": args.run, "seed": args.seed, "parameters": sum(p.numel() for p in ClearcutNet().parameters()),
            "weight_decay": WEIGHT_DECAY, "ema_decay": EMA_DECAY, "torch": torch.__version__, "machine": platform.machine(),
        }  # fmt: skip
        (folder / "record.json").write_text(json.dumps(record, indent=1))
    torch.multiprocessing.spawn(train, (args, os.getpid()), args.replicas)


if __name__ == "__main__":
    main()
