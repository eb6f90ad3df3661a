"""Makes a run's state of the shipped model, where the state itself is lost or was never here: `python3 restore.py --data DIR ... --run NAME`.

The same function comes back, within the rounding that `export.py` stored its weights with; what the ONNX file no longer
has begins anew: the optimiser's moments, the side outputs of the deep supervision (as zeros, so that they disturb nothing
before they have learned) and each BatchNorm, which was folded into its convolution. Its statistics are measured on the
training pictures, because a BatchNorm that trains divides by those of its batch, whatever it was told before.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from composites import Sampler
from data import LONGEST, build_cache, training_rows
from export import MODEL
from net import ClearcutNet
from train import HERE, normalise, optimiser_of, save

# The root mean square that each output channel's weights get: about what they had after the runs of 2.x. It changes nothing
# of what the network answers, only how far a step of the optimiser, which is as long for small weights as for large, turns them.
RMS = 0.1
SIZE, BATCHES, PER_BATCH = 320, 24, 8


def unpacked(file: Path) -> dict[str, torch.Tensor]:
    """The float32 tensors of a file that `export.quantise` wrote, by their names in `ClearcutNet`."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(file).graph.initializer}
    weights = {}
    for name, steps in stored.items():
        plain = name.removeprefix("net.").removesuffix("_quantized")
        if not name.startswith("net.") or not name.endswith("_quantized"):
            continue
        is_bias = plain.endswith(".bias")
        scale = stored[f"{name}_scale" if is_bias else name.removesuffix("quantized") + "scale"]
        weights[plain] = steps.astype("float32") * scale.reshape(-1, *[1] * (steps.ndim - 1))
    return {name: torch.from_numpy(values) for name, values in weights.items()}


def pairs(net: nn.Module) -> list[tuple[str, nn.Conv2d, nn.BatchNorm2d]]:
    """(name of the convolution, convolution, the BatchNorm behind it)."""
    return [
        (f"{name}.0", module[0], module[1])
        for name, module in net.named_modules()
        if isinstance(module, nn.Sequential) and len(module) > 1 and isinstance(module[1], nn.BatchNorm2d)
    ]


def unfolded(weights: dict[str, torch.Tensor]) -> nn.Module:
    """The network of folded weights, each BatchNorm of which only adds the bias. Raises KeyError where they do not fit."""
    net = ClearcutNet().eval()
    folded = {f"{name}.bias" for name, _, _ in pairs(net)}
    for name, conv, norm in pairs(net):
        conv.weight.data.copy_(weights[f"{name}.weight"])
        norm.bias.data.copy_(weights[f"{name}.bias"])
        norm.running_var.fill_(1 - norm.eps)
    rest = {name: values for name, values in weights.items() if name not in folded}
    missing, unknown = net.load_state_dict(rest, strict=False)
    lost = [name for name in missing if name.endswith((".weight", ".bias")) and not name.startswith("sides.")]
    known = {f"{name.removesuffix('0')}1.{kind}" for name, _, _ in pairs(net) for kind in ("weight", "bias")}
    if unknown or set(lost) - known:
        raise KeyError(f"not the network of net.py: {unknown or lost}")
    for side in net.sides:
        nn.init.zeros_(side.weight)
        nn.init.zeros_(side.bias)
    return net


def measure(net: nn.Module, batches: list[torch.Tensor]):
    """Gives every BatchNorm the mean and variance of what reaches it, and weights that undo both."""
    sums = {norm: [0, 0.0, 0.0] for _, _, norm in pairs(net)}

    def note(norm, inputs):
        x = inputs[0].double()
        total = sums[norm]
        total[0] += x.numel() // x.shape[1]
        total[1] = total[1] + x.sum((0, 2, 3))
        total[2] = total[2] + x.square().sum((0, 2, 3))

    hooks = [norm.register_forward_pre_hook(note) for norm in sums]
    with torch.no_grad():
        for batch in batches:
            net(batch)
    for hook in hooks:
        hook.remove()
    for _, conv, norm in pairs(net):
        count, total, squares = sums[norm]
        mean = (total / count).float()
        variance = (squares / count - (total / count).square()).clamp(min=0).float()
        scale = RMS / conv.weight.data.square().mean((1, 2, 3)).sqrt().clamp(min=1e-6)
        conv.weight.data.mul_(scale.view(-1, 1, 1, 1))
        norm.running_mean.copy_(mean * scale)
        norm.running_var.copy_(variance * scale.square())
        norm.weight.data.copy_((norm.running_var + norm.eps).sqrt() / scale)
        norm.bias.data.add_(mean)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--model", type=Path, default=MODEL)
    args = parser.parse_args()
    folder = args.runs / args.run
    path = folder / "state.pt"
    if path.exists():
        raise SystemExit(f"{path} is there: train.py goes on from it")
    folder.mkdir(parents=True, exist_ok=True)

    record = json.loads((HERE / "records" / f"{args.model.name}.json").read_text())
    sampler = Sampler(build_cache(args.runs / "cache", training_rows(args.data), LONGEST), record["seed"])
    batches = [normalise(torch.from_numpy(sampler.batch(step, SIZE, PER_BATCH)[0])) for step in range(BATCHES)]

    net = unfolded(unpacked(args.model / "model.onnx")).to(memory_format=torch.channels_last)
    with torch.no_grad():
        before = torch.sigmoid(net(batches[0]))
        measure(net, batches)
        apart = float((torch.sigmoid(net(batches[0])) - before).abs().max())
    if apart > 1e-3:
        raise SystemExit(f"the network with its BatchNorms does not do what the shipped one does: {apart:.2e} apart")

    done = {
        "step": record["steps"], "passes": record["image_passes"], "seconds": record["training_minutes"] * 60,
        "passes_by_size": record["image_passes_by_size"], "starts": record["starts"],
        "restored": [*record.get("restored", []), {"step": record["steps"], "seconds": record["training_minutes"] * 60, "model_sha256": record["model_sha256"]}],
    }  # fmt: skip
    if "grown" in record:
        done["grown"] = record["grown"]
    save({"net": net.state_dict(), "ema": net.state_dict(), "optimiser": optimiser_of(net).state_dict(), "done": done}, path)
    kept = ("run", "seed", "parameters", "weight_decay", "ema_decay", "torch", "machine")
    (folder / "record.json").write_text(json.dumps({key: record[key] for key in kept} | {"run": args.run}, indent=1))
    print(f"{path}: {args.model.name} {record['version']} after {record['training_minutes']} minutes, {apart:.2e} from the shipped one")


if __name__ == "__main__":
    main()
