"""Trains the bundled model from scratch: `python3 train.py --data DIR ... --run NAME --minutes N`.

Progress is counted in seconds of training, not in steps, because the machines this runs on are shared: the learning
rate and the picture size follow the share of `--minutes` that is used up. Step n always draws the same batch for the
same seed and size. State goes to `runs/NAME/state.pt` every few minutes and at the end, by rename, so a kill at any
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
from torch.utils.data import DataLoader, Dataset

from composites import Sampler
from data import build_cache, digest, read_manifests, split, usable
from losses import hybrid
from net import ClearcutNet

HERE = Path(__file__).parent
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
# (share of the time used up, size, batch): small pictures teach what a subject is, large ones where its edge runs.
# Batches hold at least 16: below that, on one thread, torch 1.13 leaves oneDNN for plain loops and runs 7 times slower.
PLAN = ((0.75, 160, 16), (0.96, 192, 16), (1.00, 256, 16))
PEAK_RATE, WARMUP_STEPS, WEIGHT_DECAY, EMA_DECAY = 3.5e-3, 300, 0.02, 0.999


class Batches(Dataset):
    """Batches by key (step, size, count); the key comes from the training loop's own schedule."""

    def __init__(self, sampler: Sampler):
        self.sampler = sampler

    def __getitem__(self, key):
        return [torch.from_numpy(np.ascontiguousarray(part)) for part in self.sampler.batch(*key)]


def planned(used: float) -> tuple[int, int]:
    """(size, batch) when this share of the time is used up."""
    return next(((size, batch) for until, size, batch in PLAN if used < until), PLAN[-1][1:])


def rate(used: float, step: int) -> float:
    """Warm-up by steps, then straight down to a hundredth."""
    return PEAK_RATE * min(1, (step + 1) / WARMUP_STEPS) * max(0.01, 1 - used)


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
    """Moves the averaged weights and BatchNorm statistics towards the current ones, faster at the start."""
    keep = min(EMA_DECAY, (1 + step) / (10 + step))
    with torch.no_grad():
        for slow, fast in zip(ema.state_dict().values(), net.state_dict().values()):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - keep)
            else:
                slow.copy_(fast)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories with manifests and picture folders")
    parser.add_argument("--run", required=True, help="name of the run, a folder under runs/")
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--minutes", type=float, default=90, help="minutes of training in total, earlier starts counted in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--save-every", type=float, default=180, help="seconds between states on disk")
    args = parser.parse_args()

    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    folder = args.runs / args.run
    folder.mkdir(parents=True, exist_ok=True)
    rows = [row for row in split(read_manifests(args.data))[0] if usable(row)]
    cache = build_cache(args.runs / "cache", rows)
    sampler = Sampler(cache, args.seed)

    net = ClearcutNet().to(memory_format=torch.channels_last)
    ema = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(
        [
            {"params": [p for p in net.parameters() if p.ndim > 1], "weight_decay": WEIGHT_DECAY},
            {"params": [p for p in net.parameters() if p.ndim <= 1], "weight_decay": 0.0},
        ]
    )
    done = {"step": 0, "passes": 0, "seconds": 0.0, "passes_by_size": {}, "starts": []}
    path = folder / "state.pt"
    if path.exists():
        state = torch.load(path, map_location="cpu")
        net.load_state_dict(state["net"])
        ema.load_state_dict(state["ema"])
        optimiser.load_state_dict(state["optimiser"])
        done = state["done"]
        print(f"resumed at step {done['step']}, {done['seconds'] / 60:.1f} min", flush=True)
    else:
        record = {
            "run": args.run, "seed": args.seed,
            "parameters": sum(p.numel() for p in net.parameters()), "weight_decay": WEIGHT_DECAY, "ema_decay": EMA_DECAY, "torch": torch.__version__, "machine": platform.machine(),
        }  # fmt: skip
        (folder / "record.json").write_text(json.dumps(record, indent=1))

    # A resumed run may follow another plan or have more data than before: the record keeps them all.
    done["starts"].append({"step": done["step"], "minutes": args.minutes, "plan": PLAN, "peak_rate": PEAK_RATE, "pictures": len(rows), "data_sha256": digest(rows)})
    total = args.minutes * 60

    def keys():
        step = done["step"]
        while done["seconds"] < total:
            yield (step, *planned(done["seconds"] / total))
            step += 1

    def state():
        return {"net": net.state_dict(), "ema": ema.state_dict(), "optimiser": optimiser.state_dict(), "done": done}

    # One process draws batches while this one trains; it inherits the niceness.
    loader = DataLoader(Batches(sampler), sampler=keys(), batch_size=None, num_workers=1, prefetch_factor=4)
    net.train()
    saved = mark = time.monotonic()
    running = None
    for rgb, alpha, weight, exact in loader:
        used = done["seconds"] / total
        for group in optimiser.param_groups:
            group["lr"] = rate(used, done["step"])
        loss = hybrid(net(normalise(rgb)), alpha.float() / 255, weight, exact)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average(ema, net, done["step"])
        now = time.monotonic()
        size = str(rgb.shape[-1])
        done["step"] += 1
        done["passes"] += len(rgb)
        done["passes_by_size"][size] = done["passes_by_size"].get(size, 0) + len(rgb)
        done["seconds"] += now - mark
        mark = now
        running = loss.item() if running is None else 0.98 * running + 0.02 * loss.item()
        if done["step"] % 25 == 0:
            print(f"step {done['step']} passes {done['passes']} {done['seconds'] / 60:.1f} min size {size} loss {running:.4f}", flush=True)
        if now - saved > args.save_every:
            save(state(), path)
            saved = now
    save(state(), path)
    print(f"finished: step {done['step']}, {done['passes']} passes, {done['seconds'] / 60:.1f} min", flush=True)


if __name__ == "__main__":
    main()
