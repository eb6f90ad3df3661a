"""Makes a bank of views with the teacher's intermediate outputs: `python3 bank.py --data DIR ... --teacher u2netp.onnx
--bank BANK --views 2400`.

`imitate.py` uses a view many times, and the teacher takes longer than all of that: so it runs once. Each
feature is stored in eight bits as the root of its share of the channel's largest, since most are small. Takes 6 MB a view.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
import torch.multiprocessing as processes

from composites import Sampler
from data import LONGEST, build_cache, training_rows
from stages import STRIDES, WIDTH
from teacher import SIDE, Teacher
from train import HERE, MEAN, STD

# Share of `views.py`; the rest are samples as `train.py` draws them, without renders.
VIEWS = 0.75
AT_ONCE = 4
# Batches for measuring the channels' ranges.
MEASURED = 12


class Bank:
    """Reads a bank. Entries are numbers from 0 to `len(bank)`; the last `HELD_OUT` are for measuring."""

    HELD_OUT = 48

    def __init__(self, folder: Path, mode: str = "r"):
        self.files = {name: np.load(folder / f"{name}.npy", mmap_mode=mode) for name in ("rgb", "alpha", *STRIDES)}
        ranges = np.load(folder / "ranges.npz")
        self.top, self.variance = ({stage: torch.from_numpy(ranges[f"{stage}.{kind}"]).view(1, WIDTH, 1, 1) for stage in STRIDES} for kind in ("top", "variance"))

    def __len__(self) -> int:
        return len(self.files["rgb"])

    def some(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """Numbers of `count` distinct training entries."""
        return np.sort(rng.choice(len(self) - self.HELD_OUT, count, replace=False))

    def held_out(self) -> list[np.ndarray]:
        """Numbers of the held-out entries, a few at a time."""
        return np.split(np.arange(len(self) - self.HELD_OUT, len(self)), self.HELD_OUT // AT_ONCE)

    def picture(self, entries: np.ndarray) -> torch.Tensor:
        """uint8 [N, 3, S, S]."""
        return torch.from_numpy(self.files["rgb"][entries]).permute(0, 3, 1, 2)

    def alpha(self, entries: np.ndarray) -> torch.Tensor:
        """The teacher's answer, float32 [N, 1, S, S] in 0..1."""
        return torch.from_numpy(self.files["alpha"][entries])[:, None].float() / 255

    def feature(self, stage: str, entries: np.ndarray) -> torch.Tensor:
        """Output of the teacher's stage, float32 [N, 64, s, s]."""
        return (torch.from_numpy(self.files[stage][entries]).permute(0, 3, 1, 2).float() / 255).square() * self.top[stage]

    def apart(self, stage: str, answer: torch.Tensor, entries: np.ndarray) -> torch.Tensor:
        """Mean squared difference from the teacher's stage, relative to each channel's variance: 0 is equal, 1 is no
        better than the mean."""
        return ((answer.float() - self.feature(stage, entries)).square() / self.variance[stage]).mean()


class Filler:
    """Draws views and runs the teacher on them."""

    def __init__(self, args: argparse.Namespace):
        torch.set_num_threads(1)
        rows = training_rows(args.data, ("renders",))
        self.seed, self.sampler = args.seed, Sampler(build_cache(args.runs / "cache", rows, LONGEST), args.seed)
        self.teacher = Teacher(args.teacher, MEAN, STD).to(memory_format=torch.channels_last)
        self.found = self.teacher.stages(tuple(STRIDES))

    def views(self, number: int) -> np.ndarray:
        """uint8 [AT_ONCE, S, S, 3]."""
        rng = np.random.default_rng([self.seed, number])
        drawn = (self.sampler.views.draw(rng, SIDE) if rng.random() < VIEWS else self.sampler.sample(rng, SIDE)[0] for _ in range(AT_ONCE))
        return np.stack([np.asarray(view) for view in drawn])

    @torch.no_grad()
    def ask(self, views: np.ndarray) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        """(alpha [N, 1, S, S], {stage: float32 [N, 64, s, s]}) of the teacher."""
        with torch.autocast("cpu", torch.bfloat16):
            alpha = self.teacher.answer(torch.from_numpy(views).permute(0, 3, 1, 2).float() / 255)
        return alpha, {stage: (F.max_pool2d(found, 2) if stage == "s1" else found).float() for stage, found in self.found.items()}

    def ranges(self) -> dict[str, np.ndarray]:
        """Largest value and variance of every channel of every stage, from a few views outside the bank."""
        seen: dict[str, list[torch.Tensor]] = {stage: [] for stage in STRIDES}
        for batch in range(MEASURED):
            for stage, found in self.ask(self.views(10_000_000 + batch))[1].items():
                seen[stage].append(found.transpose(0, 1).flatten(1)[:, :: max(1, found.shape[-1] // 20)])
        whole = {stage: torch.cat(parts, 1) for stage, parts in seen.items()}
        top = {f"{stage}.top": values.amax(1).clamp(min=1e-3).numpy() for stage, values in whole.items()}
        # A dead channel must not outweigh all others.
        return top | {f"{stage}.variance": values.var(1).clamp(min=1e-2).numpy() for stage, values in whole.items()}


def fill(part: int, args: argparse.Namespace):
    """Every `parts`-th batch of the bank, from `part` on."""
    filler, bank, start = Filler(args), Bank(args.bank, "r+"), time.monotonic()
    for number in range(part, args.views // AT_ONCE, args.processes):
        views = filler.views(number)
        alpha, found = filler.ask(views)
        entries = slice(number * AT_ONCE, (number + 1) * AT_ONCE)
        bank.files["rgb"][entries], bank.files["alpha"][entries] = views, (alpha[:, 0] * 255).round().byte().numpy()
        for stage, feature in found.items():
            bank.files[stage][entries] = ((feature / bank.top[stage]).clamp(0, 1).sqrt() * 255).round().byte().permute(0, 2, 3, 1).numpy()
        if number % 100 == part:
            print(f"{number * AT_ONCE} of {args.views} views, {time.monotonic() - start:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--teacher", type=Path, required=True, help="u2netp as ONNX")
    parser.add_argument("--bank", type=Path, required=True, help="folder to make")
    parser.add_argument("--views", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    args.bank.mkdir(parents=True)
    np.savez(args.bank / "ranges.npz", **Filler(args).ranges())
    shapes = {"rgb": (SIDE, SIDE, 3), "alpha": (SIDE, SIDE), **{stage: (SIDE // stride, SIDE // stride, WIDTH) for stage, stride in STRIDES.items()}}
    for name, shape in shapes.items():
        np.lib.format.open_memmap(args.bank / f"{name}.npy", "w+", np.uint8, (args.views, *shape))
    processes.spawn(fill, (args,), args.processes)


if __name__ == "__main__":
    main()
