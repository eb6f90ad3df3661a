"""Lets a run go on with a deeper network: `python3 grow.py --run NAME [--stages runs/STAGES/stages.pt]`, after blocks were added to `net.py`.

The blocks the state does not know begin as identities (Chen et al. 2016, Net2Net): the last BatchNorm of each scales by 0,
so the grown network answers as the small one did (with the mean of its logits and the stages'), and learns from there. The optimiser keeps its moments of the rest.
Every added module has to be a `Residual` that keeps shape and follows a ReLU, or the stages, which come from `imitate.py`;
any other change is refused.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from net import ClearcutNet, Residual
from train import HERE, optimiser_of, save


# The last layer of the stages' head.
LAST = ("head.2.weight", "head.2.bias")


def added(net: nn.Module, known: dict[str, torch.Tensor]) -> list[tuple[str, Residual]]:
    """The blocks of `net` of which `known`, a state of it before, has nothing."""
    return [
        (name, block)
        for name, block in net.named_modules()
        if isinstance(block, Residual) and not any(key.startswith(name + ".") for key in known)
    ]


def grown(known: dict[str, torch.Tensor], stages: dict[str, torch.Tensor] | None = None) -> nn.Module:
    """The network of `net.py` with the weights of a shallower one, and with these stages. Raises RuntimeError where they do not fit."""
    net = ClearcutNet()
    blocks = added(net, known)
    if stages:
        # Both answers count by half where they are added up; that of a network that had stages does already.
        if not any(name.startswith("stages.") for name in known):
            known = known | {name: known[name] / 2 for name in ("head.weight", "head.bias")}
        known = known | {f"stages.{name}": value / 2 if name in LAST else value for name, value in stages.items()}
    for name, block in blocks:
        if not isinstance(block.project, nn.Identity):
            raise RuntimeError(f"{name} changes the shape of its input, so it cannot begin as an identity")
        nn.init.zeros_(block.second[1].weight)
    fresh = {f"{name}.{key}": value for name, block in blocks for key, value in block.state_dict().items()}
    net.load_state_dict({**fresh, **known})
    return net


def names(known: dict[str, torch.Tensor]) -> list[str]:
    """The parameters of a state in the order in which `optimiser_of` numbers them: weights first, vectors after. The stages do not learn."""
    parameters = [name for name in known if not name.endswith(("running_mean", "running_var", "num_batches_tracked")) and not name.startswith("stages.")]
    return [name for name in parameters if known[name].ndim > 1] + [name for name in parameters if known[name].ndim <= 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--stages", type=Path, help="stages.pt of a run of imitate.py, for a state that has none or others")
    args = parser.parse_args()
    path = args.runs / args.run / "state.pt"
    state = torch.load(path, map_location="cpu", weights_only=False)

    torch.manual_seed(0)
    stages = torch.load(args.stages, map_location="cpu") if args.stages else None
    net = grown(state["net"], stages)
    # A state that was restored has no moments yet.
    moments = {name: state["optimiser"]["state"][index] for index, name in enumerate(names(state["net"])) if index in state["optimiser"]["state"]}
    numbered = list(enumerate(names(net.state_dict())))
    optimiser = {
        "state": {index: moments[name] for index, name in numbered if name in moments},
        "param_groups": optimiser_of(net).state_dict()["param_groups"],
    }
    before = sum(value.numel() for name, value in state["net"].items() if "running" not in name and "num_batches" not in name)
    blocks = [name for name, _ in added(net, state["net"])] + (["stages"] if stages else [])
    ema = grown(state["ema"], stages)
    done = state["done"]
    done.setdefault("grown", []).append({"step": done["step"], "blocks": blocks, "parameters": sum(p.numel() for p in net.parameters())})
    save({"net": net.state_dict(), "ema": ema.state_dict(), "optimiser": optimiser, "done": done}, path)
    print(f"{len(blocks)} parts added ({', '.join(blocks)}): {before} parameters became {done['grown'][-1]['parameters']}")


if __name__ == "__main__":
    main()
