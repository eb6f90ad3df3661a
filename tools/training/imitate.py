"""Trains the stages of `stages.py` on the outputs of the teacher's: `python3 imitate.py blocks --bank BANK --run NAME --minutes N`,
then `python3 imitate.py whole --data DIR ... --bank BANK --run NAME --minutes N`.

`blocks` trains each block separately, on inputs and outputs of the teacher's: local functions, of which one picture
holds thousands of samples, so a few thousand pictures suffice. Each process has some of the blocks. `whole` then trains
all of them in a row, each still on the teacher's stage, and the head on its answer: later blocks learn to make up for
errors of the first. Two fifths of its samples have a known mask (`composites.py`), most of them composites and renders
with exact alpha: there the teacher is often wrong, so its stages do not count. The processes share their gradients.
Statistics of BatchNorms stay as the blocks have them; they would be those of a few pictures.
Progress goes to `runs/NAME` every minute, by rename (a file a block, or `stages.pt`), and both begin with what is
there; the rate falls with the minutes of this call.
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
import torch.distributed as group
import torch.multiprocessing as processes
from torch import nn

from bank import Bank
from composites import Recipe, Sampler
from data import LONGEST, Cache, build_cache, training_rows
from layers import double, halve
from losses import bce, hybrid, soft_iou
from stages import STRIDES, Stages
from teacher import SIDE
from train import HERE, average, normalise, save

# Blocks of about equal cost together, with how many pictures they learn from at once.
SHARES = ({"s1": 2, "d2": 2}, {"s2": 2, "s3": 3, "s4": 6, "s5": 8, "s6": 8, "d5": 8, "d4": 6, "d3": 3})
BLOCK_RATE, WHOLE_RATE, WARMUP_STEPS, WEIGHT_DECAY = 2e-3, 2.5e-4, 100, 0.01
# Samples per process: of the bank, and with a known mask.
IMITATED, KNOWN = 3, 2
KNOWN_ARE = Recipe(photos=0.4, composites=0.25, renders=0.3)
# How far the stages are from the teacher's, beside how far the answer is. The first is left out: it cannot follow at half the side.
HINTS, HINTED = 2.0, tuple(stage for stage in STRIDES if stage != "s1")
SAVE_EVERY = 60


def reaching(bank: Bank, entries: np.ndarray, stage: str) -> torch.Tensor:
    """Input of the teacher's stage, as it is or as the blocks join it."""
    if stage == "s1":
        return normalise(bank.picture(entries))
    if stage == "s2":
        return bank.feature("s1", entries)
    if stage.startswith("s"):
        return halve(bank.feature(f"s{int(stage[1]) - 1}", entries))
    below = "s6" if stage == "d5" else f"d{int(stage[1]) + 1}"
    return torch.cat([double(bank.feature(below, entries)), bank.feature(f"s{stage[1]}", entries)], 1)


def rate(peak: float, used: float, step: int) -> float:
    """Linear warm-up by steps, then cosine decay."""
    return peak * min(1, (step + 1) / WARMUP_STEPS) * max(0.01, 0.5 * (1 + math.cos(math.pi * used)))


def optimiser_of(net: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.AdamW(net.parameters(), weight_decay=WEIGHT_DECAY)


def move(optimiser: torch.optim.Optimizer, to: float):
    """Takes one optimiser step at the rate `to`."""
    for weights in optimiser.param_groups:
        weights["lr"] = to
    optimiser.step()


def repeatedly(minutes: float, step: Callable[[float, int], float], agreed: Callable[[float], float] = lambda used: used, keep: Callable[[], None] = lambda: None):
    """Calls `step(share of the time used, number)` until the minutes are over, `keep` every minute and at the end. `agreed` has
    processes that share gradients end at the same step."""
    start = kept = time.monotonic()
    number, running = 0, None
    while (used := agreed((time.monotonic() - start) / 60 / minutes)) < 1:
        loss = step(used, number)
        running = loss if running is None else running + 0.02 * (loss - running)
        number += 1
        if time.monotonic() - kept > SAVE_EVERY:
            kept = time.monotonic()
            keep()
            print(f"{(kept - start) / 60:.1f} min, step {number}, loss {running:.3f}", flush=True)
    keep()


def learn_blocks(part: int, args: argparse.Namespace):
    """Trains the blocks of one share, each into its own file."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    bank, rng, net = Bank(args.bank), np.random.default_rng([args.seed, part]), begun(args)
    wanted = {stage: count for stage, count in SHARES[part].items() if not args.only or stage in args.only}
    blocks = {stage: getattr(net, stage).train() for stage in wanted}
    optimisers = {stage: optimiser_of(block) for stage, block in blocks.items()}

    def step(used: float, number: int) -> float:
        losses = []
        for stage, block in blocks.items():
            entries = bank.some(rng, wanted[stage])
            with torch.autocast("cpu", torch.bfloat16):
                answer = block(reaching(bank, entries, stage).contiguous(memory_format=torch.channels_last))
            loss = bank.apart(stage, answer, entries)
            optimisers[stage].zero_grad(set_to_none=True)
            loss.backward()
            move(optimisers[stage], rate(BLOCK_RATE, used, number))
            losses.append(loss.item())
        return float(np.mean(losses))

    def keep():
        for stage, block in blocks.items():
            save(block.state_dict(), args.folder / f"{stage}.pt")

    if blocks:
        repeatedly(args.minutes, step, keep=keep)


def learn_whole(part: int, args: argparse.Namespace):
    """Trains all blocks and the head; averages gradients over the processes. Keeps averaged weights."""
    torch.set_num_threads(1)
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(args.port)}
    group.init_process_group("gloo", rank=part, world_size=args.processes)
    torch.manual_seed(args.seed)
    bank, rng, net = Bank(args.bank), np.random.default_rng([args.seed, 100 + part]), begun(args).eval()
    sampler = Sampler(known(args), args.seed, KNOWN_ARE)
    slow, optimiser = copy.deepcopy(net), optimiser_of(net)
    weights = list(net.parameters())

    def agreed(used: float) -> float:
        shared = torch.tensor(used)
        group.broadcast(shared, 0)
        return float(shared)

    def step(used: float, number: int) -> float:
        entries = bank.some(rng, IMITATED)
        rgb, alpha, weight, exact = map(torch.from_numpy, sampler.batch(number * args.processes + part, SIDE, KNOWN))
        with torch.autocast("cpu", torch.bfloat16):
            found = net.found(normalise(torch.cat([bank.picture(entries), rgb])))
            logits = net.answer(found).float()
        imitated, target = logits[:IMITATED], bank.alpha(entries)
        each = torch.ones_like(target)
        loss = (bce(imitated, target, each) + soft_iou(torch.sigmoid(imitated), target, each)).mean()
        loss = loss + HINTS * torch.stack([bank.apart(stage, found[stage][:IMITATED], entries) for stage in HINTED]).mean()
        loss = loss + hybrid([logits[IMITATED:]], alpha.float() / 255, weight, exact)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        flat = torch.cat([weight.grad.reshape(-1) for weight in weights])
        group.all_reduce(flat)
        for weight, part_of in zip(weights, (flat / args.processes).split([weight.numel() for weight in weights])):
            weight.grad = part_of.view_as(weight)
        nn.utils.clip_grad_norm_(weights, 5.0)
        move(optimiser, rate(WHOLE_RATE, used, number))
        average(slow, net, number)
        return loss.item()

    repeatedly(args.minutes, step, agreed, lambda: save(slow.state_dict(), args.folder / "stages.pt") if part == 0 else None)


def known(args: argparse.Namespace) -> Cache:
    """The pictures that samples come from."""
    return build_cache(args.runs / "cache", training_rows(args.data), LONGEST)


@torch.no_grad()
def measured(net: Stages, bank: Bank) -> dict[str, float]:
    """How far each stage is from the teacher's (`Bank.apart`), all in a row, on what nothing learned from."""
    apart = []
    for entries in bank.held_out():
        found = net.found(normalise(bank.picture(entries)))
        apart.append([float(bank.apart(stage, found[stage], entries)) for stage in STRIDES])
    return dict(zip(STRIDES, np.mean(apart, 0).round(3).tolist()))


def begun(args: argparse.Namespace) -> Stages:
    """The run's network so far; blocks learned separately since then take precedence."""
    net = Stages().to(memory_format=torch.channels_last)
    if (whole := args.folder / "stages.pt").exists():
        net.load_state_dict(torch.load(whole))
    for stage in STRIDES:
        if (alone := args.folder / f"{stage}.pt").exists():
            getattr(net, stage).load_state_dict(torch.load(alone))
    return net


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phase", choices=("blocks", "whole"))
    parser.add_argument("--data", type=Path, nargs="+", help="of `whole`: directories with manifests and picture folders")
    parser.add_argument("--bank", type=Path, required=True, help="what bank.py made")
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--only", nargs="*", choices=tuple(STRIDES), help="of the blocks these alone")
    parser.add_argument("--processes", type=int, default=2, help="of `whole`; `blocks` has two")
    parser.add_argument("--port", type=int, default=29511, help="on the loopback, where processes share their gradients")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.phase == "whole" and not args.data:
        parser.error("whole needs --data for the pictures whose mask is known")
    args.folder = args.runs / args.run
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.phase == "blocks":
        processes.spawn(learn_blocks, (args,), len(SHARES))
    else:
        # Remove the blocks' own files: a resumed `whole` would overwrite its progress with them.
        save(begun(args).state_dict(), args.folder / "stages.pt")
        for stage in STRIDES:
            (args.folder / f"{stage}.pt").unlink(missing_ok=True)
        # Made once, before the processes that open it.
        known(args)
        processes.spawn(learn_whole, (args,), args.processes)
    print(measured(begun(args).eval(), Bank(args.bank)))


if __name__ == "__main__":
    main()
