"""Trains the bundled model: `python3 train.py --data DIR ... --run NAME --teacher u2netp.onnx --minutes N`.

Progress is counted in minutes of training, so that a run ends on time whatever machine it runs on: the learning rate and
the picture size follow the share of `--minutes` that is used up. Step n always draws the same batch for the same seed and
size. To compare recipes, `--steps` counts in steps instead, at one size: runs then do equal work. Both count from where the
run was restored. `--loaders` processes draw the samples; the teacher labels the views among them on the spot. State goes
to `runs/NAME/state.pt` every few minutes and at the end, by rename, so a kill at any moment leaves a whole file; the same
command resumes from it. Starting again with more `--minutes` trains on.
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

from composites import Recipe, Sampler
from data import LONGEST, build_cache, digest, training_rows
from losses import hybrid
from net import ClearcutNet
from reuse import another
from teacher import Teacher

HERE = Path(__file__).parent
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
# (share of the time used up, size, batch): small pictures teach what a subject is, large ones where its edge runs.
PLAN = ((0.5, 256, 160), (1.00, 352, 96))
STEPS_A_SEED = 1 << 32
PEAK_RATE, WARMUP_STEPS, WEIGHT_DECAY, EMA_DECAY = 1.5e-3, 300, 0.02, 0.999


class Batches(Dataset):
    """Batches by key (step, size, count); the key comes from the training loop's own schedule."""

    def __init__(self, sampler: Sampler):
        self.sampler = sampler

    def __getitem__(self, key):
        return [torch.from_numpy(np.ascontiguousarray(part)) for part in self.sampler.batch(*key)]


def planned(used: float) -> tuple[int, int]:
    """(size, batch) when this share of the run is used up."""
    return next(((size, batch) for until, size, batch in PLAN if used < until), PLAN[-1][1:])


def rate(peak: float, used: float, step: int, warmup: int) -> float:
    """Warm-up by steps, then straight down to a hundredth of the peak."""
    return peak * min(1, (step + 1) / warmup) * max(0.01, 1 - used)


def normalise(rgb: torch.Tensor) -> torch.Tensor:
    """uint8 [N, 3, S, S] to the network's input."""
    mean, std = (torch.tensor(values, device=rgb.device).view(1, 3, 1, 1) for values in (MEAN, STD))
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


def optimiser_of(net: torch.nn.Module) -> torch.optim.Optimizer:
    learning = [p for p in net.parameters() if p.requires_grad]
    weights = [p for p in learning if p.ndim > 1]
    rest = [p for p in learning if p.ndim <= 1]
    return torch.optim.AdamW([{"params": weights, "weight_decay": WEIGHT_DECAY}, {"params": rest, "weight_decay": 0.0}], fused=True)


def train(args: argparse.Namespace):
    folder, device = args.runs / args.run, torch.device(args.device)
    torch.manual_seed(args.seed)
    rows, recipe = training_rows(args.data, args.without), Recipe.with_shares(args.renders, args.views)
    sampler = Sampler(build_cache(args.runs / "cache", rows, LONGEST), args.seed, recipe)
    teacher = Teacher(args.teacher, MEAN, STD).to(device, memory_format=torch.channels_last) if recipe.views else None

    net = ClearcutNet().to(device, memory_format=torch.channels_last)
    ema = copy.deepcopy(net).eval()
    optimiser = optimiser_of(net)
    done = {"step": 0, "passes": 0, "seconds": 0.0, "passes_by_size": {}, "starts": []}
    path = folder / "state.pt"
    if path.exists():
        state = torch.load(path, map_location=device, weights_only=False)
        net.load_state_dict(state["net"])
        ema.load_state_dict(state["ema"])
        optimiser.load_state_dict(state["optimiser"])
        done = state["done"]
    # A resumed run may follow another plan or have more data than before: the record keeps them all.
    plan = [[1.0, args.size, args.batch]] if args.steps else PLAN
    done["starts"].append({"step": done["step"], "minutes": args.minutes, "steps": args.steps, "plan": plan, "peak_rate": args.peak_rate, "uses": args.uses, "device": args.device,
                           "recipe": recipe.as_dict(), "without": args.without, "pictures": len(rows), "data_sha256": digest(rows)})  # fmt: skip
    warmup = min(WARMUP_STEPS, max(1, args.steps // 10)) if args.steps else WARMUP_STEPS
    base = done["restored"][-1] if "restored" in done else {"step": 0, "seconds": 0.0}

    def used() -> float:
        """Share of the run that is behind us."""
        return (done["step"] - base["step"]) / args.steps if args.steps else (done["seconds"] - base["seconds"]) / (args.minutes * 60)

    def keys():
        step = done["step"] // args.uses
        while True:
            yield (step, *((args.size, args.batch) if args.steps else planned(used())))
            step += 1

    def keep():
        save({"net": net.state_dict(), "ema": ema.state_dict(), "optimiser": optimiser.state_dict(), "done": done}, path)

    batches = iter(DataLoader(Batches(sampler), sampler=keys(), batch_size=None, num_workers=args.loaders, prefetch_factor=4, pin_memory=device.type == "cuda"))
    torch.backends.cudnn.benchmark = True
    net.train()
    saved = mark = time.monotonic()
    running = drawn = None
    while used() < 1:
        # A run that resumes between two uses of a batch draws one too.
        if drawn is None or done["step"] % args.uses == 0:
            drawn, mask, weight, exact = (part.to(device, non_blocking=True) for part in next(batches))
            if views := recipe.unlabelled(len(drawn)):
                with torch.autocast(device.type, torch.bfloat16):
                    answers, weight[:views] = teacher.label(drawn[:views])
                mask[:views] = (answers * 255).round().byte()
            rgb, alpha = drawn, mask
        else:
            rgb, alpha = another(drawn, mask, args.seed * STEPS_A_SEED + done["step"])
        for group in optimiser.param_groups:
            group["lr"] = rate(args.peak_rate, used(), done["step"] - base["step"], warmup)
        with torch.autocast(device.type, torch.bfloat16):
            logits = net(normalise(rgb))
        loss = hybrid([each.float() for each in logits], alpha.float() / 255, weight, exact)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        size = str(rgb.shape[-1])
        done["step"] += 1
        done["passes"] += len(rgb)
        done["passes_by_size"][size] = done["passes_by_size"].get(size, 0) + len(rgb)
        running = loss.detach() if running is None else running.lerp(loss.detach(), 0.02)
        average(ema, net, done["step"] - base["step"])
        now = time.monotonic()
        done["seconds"] += now - mark
        mark = now
        if done["step"] % 100 == 0:
            print(f"step {done['step']} passes {done['passes']} {done['seconds'] / 60:.1f} min size {size} loss {running.item():.4f}", flush=True)
        if now - saved > args.save_every:
            keep()
            saved = now
    keep()
    print(f"finished: step {done['step']}, {done['passes']} passes, {done['seconds'] / 60:.1f} min", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories with manifests and picture folders")
    parser.add_argument("--run", required=True, help="name of the run, a folder under runs/")
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--teacher", type=Path, help="an ONNX model with u2net's recipe, which labels the views")
    parser.add_argument("--minutes", type=float, default=20, help="minutes of training since the run began or was restored, earlier starts counted in")
    parser.add_argument("--steps", type=int, help="steps instead of minutes, at --size and --batch")
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--batch", type=int, default=160)
    parser.add_argument("--peak-rate", type=float, default=PEAK_RATE)
    parser.add_argument("--renders", type=float, default=0.15, help="share of a batch that is composites of renders")
    parser.add_argument("--views", type=float, default=0.4, help="share of a batch that is views labelled by the teacher")
    parser.add_argument("--without", nargs="*", default=[], help="folders not to train on, to be judged by all of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--loaders", type=int, default=os.cpu_count(), help="processes that draw samples")
    parser.add_argument("--uses", type=int, default=2, help="steps that train on what is drawn once, all but the first on another crop and light of it")
    parser.add_argument("--save-every", type=float, default=180, help="seconds between states on disk")
    args = parser.parse_args()
    if args.views and not args.teacher:
        parser.error("--views needs a --teacher to label them")

    folder = args.runs / args.run
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "state.pt").exists():
        print(f"resuming {args.run}", flush=True)
    else:
        record = {
            "run": args.run, "seed": args.seed, "parameters": sum(p.numel() for p in ClearcutNet().parameters()),
            "weight_decay": WEIGHT_DECAY, "ema_decay": EMA_DECAY, "torch": torch.__version__, "machine": platform.machine(),
        }  # fmt: skip
        (folder / "record.json").write_text(json.dumps(record, indent=1))
    train(args)


if __name__ == "__main__":
    main()
