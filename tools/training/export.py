"""Writes the averaged weights of a run as ONNX, with the lists of its training and validation pictures.

`python3 export.py --data DIR ... --run NAME` writes `model.onnx`, `training-data.csv` and
`validation-split.csv`. The same state gives the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from PIL import Image
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from data import PHOTO_FOLDERS, read_manifests, read_picture, split
from encoder import FIXED, Same
from net import ClearcutNet
from train import normalise

HERE = Path(__file__).parent
MODEL = HERE.parent.parent / "inference-worker" / "models" / "clearcut-2"
# Training photographs that the ranges of activations are measured on.
CALIBRATION = 40
# Computed in eight bits. Not enlarging: ONNX Runtime takes four times as long for it as in floats. A ReLU must be,
# or the range before it is measured with the half that it discards, and each convolution adds a step to and from floats.
EIGHT_BITS = ["Conv", "Concat", "MaxPool", "Relu", "Clip", "Add"]
# How far the shipped matte may be from the network's, on the mean of a picture's pixels: what eight bits cost.
MAX_APART = 0.01
COLUMNS = ("file", "repository", "commit", "path", "licence", "provenance", "mask", "confidence", "creator")


Inputs = dict[str, torch.Tensor]


class Shipped(nn.Module):
    """A shipped network: image [1, 3, S, S], the detail network's with a matte, to alpha [1, 1, S, S] in 0..1."""

    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net

    def forward(self, *inputs):
        return torch.sigmoid(self.net(*inputs))


def in_numpy(inputs: Inputs) -> dict[str, np.ndarray]:
    return {name: value.numpy() for name, value in inputs.items()}


def fold(module: nn.Module):
    """Folds each BatchNorm into the preceding convolution, in place."""
    for child in module.children():
        if isinstance(child, nn.Sequential):
            for index in range(len(child) - 1):
                if isinstance(child[index], nn.Conv2d) and isinstance(child[index + 1], nn.BatchNorm2d):
                    child[index], child[index + 1] = fuse_conv_bn_eval(child[index], child[index + 1]), nn.Identity()
        fold(child)


class Calibration(CalibrationDataReader):
    """Inputs of the model, one by one."""

    def __init__(self, shown: list[Inputs]):
        self.inputs = iter(in_numpy(each) for each in shown)

    def get_next(self):
        return next(self.inputs, None)


def left_in_floats(plain: Path) -> list[str]:
    """The few nodes of the encoder's fixed blocks that lose by far the most, and those that add the logits."""
    kept = ("/encoder/stem/", *(f"/encoder/blocks.{index}/" for index in range(FIXED)))
    return [node.name for node in onnx.load(plain).graph.node if any(part in node.name for part in kept) or node.name.count("/") == 2]


def quantise(plain: Path, file: Path, shown: list[Inputs]):
    """Quantises an ONNX file to eight bits (static quantisation, Jacob et al. 2018): activations in 256 steps of their
    range on `shown`, weights in steps per output channel. A processor with
    instructions for it (VNNI) takes half of the time or less. Between convolutions only enlarging leaves eight bits.
    Weights use seven of the eight bits (`reduce_range`): with only AVX2 the sum of two products would silently overflow
    its 16 bits."""
    quantize_static(
        str(plain), str(file), Calibration(shown), quant_format=QuantFormat.QDQ, op_types_to_quantize=EIGHT_BITS,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True,
        calibrate_method=CalibrationMethod.MinMax, nodes_to_exclude=left_in_floats(plain), extra_options={"CalibMovingAverage": True},
    )  # fmt: skip
    model = onnx.load(file)
    shorten(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, file)


def shorten(graph: onnx.GraphProto):
    """Gives values and quantisation steps short names, and nodes none: long ones take 4 % of the file. Stores equal
    tensors once."""
    kept = {value.name for value in (*graph.input, *graph.output)}
    stored: dict[bytes, str] = {}
    names: dict[str, str] = {}
    for tensor in list(graph.initializer):
        if tensor.name.startswith("net.") and tensor.name.endswith(("_quantized", "scale")):
            kept.add(tensor.name)
            continue
        name, tensor.name = tensor.name, ""
        content = tensor.SerializeToString()
        if content in stored:
            graph.initializer.remove(tensor)
        tensor.name = names[name] = stored.setdefault(content, f"c{len(stored)}")
    computed = (name for node in graph.node for name in node.output if name not in kept)
    names |= {name: f"v{index}" for index, name in enumerate(computed)}
    for node in graph.node:
        node.name = ""
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]
    del graph.value_info[:]


def as_input(row: dict[str, str], side: int, box: tuple[float, float, float, float] | None = None) -> torch.Tensor:
    """A listed picture, or a box of it (left, top, right, bottom), in the model's input form, float32 [1, 3, S, S]."""
    picture = read_picture(row)[0].resize((side, side), Image.LANCZOS, box)
    return normalise(torch.from_numpy(np.array(picture)).permute(2, 0, 1)[None]).contiguous()


def load(state: Path, stages: Path) -> nn.Module:
    """The averaged sight of a run's state and the stages, in evaluation mode."""
    net = ClearcutNet()
    net.sight.load_state_dict(torch.load(state, map_location="cpu", weights_only=False)["ema"])
    net.stages.load_state_dict(torch.load(stages, map_location="cpu", weights_only=True))
    return net.eval()


def pad_inside(graph: onnx.GraphProto, plain: nn.Module):
    """Has convolutions pad by themselves what nodes of their own padded before them; those that work out how much go too."""
    paddings = {f"{name}.weight": module for name, module in plain.named_modules() if isinstance(module, Same) and module.stride != (1, 1)}
    made = {node.output[0]: node for node in graph.node}
    for node in graph.node:
        module = paddings.get(node.input[1]) if node.op_type == "Conv" else None
        if module is None:
            continue
        node.input[0] = made[node.input[0]].input[0]
        for attribute in [attribute for attribute in node.attribute if attribute.name == "pads"]:
            node.attribute.remove(attribute)
        node.attribute.append(helper.make_attribute("pads", [module.before, module.before, module.after, module.after]))
    while True:
        used = {name for node in graph.node for name in node.input} | {value.name for value in graph.output}
        idle = [node for node in graph.node if not used & set(node.output)]
        if not idle:
            break
        for node in idle:
            graph.node.remove(node)



def examples(training: list[dict[str, str]], validation: list[dict[str, str]]) -> tuple[list, list]:
    """Rows to calibrate on, and others to compare on."""
    photographs = [row for row in training if row["file"].split("/")[0] in PHOTO_FOLDERS]
    return photographs[:: max(1, len(photographs) // CALIBRATION)], validation[:: max(1, len(validation) // 16)]


def write_network(net: nn.Module, file: Path, calibrated: list[Inputs], shown: list[Inputs]):
    """Writes the network as ONNX in eight bits and compares both on `shown`, real pictures: on noise alpha is 0
    everywhere, and two models that agree on 0 prove nothing."""
    plain = Shipped(net)
    with torch.no_grad():
        before = [plain(*inputs.values()).numpy() for inputs in shown]
        fold(net)
        folded = max(float(np.abs(plain(*inputs.values()).numpy() - answer).max()) for inputs, answer in zip(shown, before))
    with tempfile.TemporaryDirectory() as folder:
        floats = Path(folder) / "floats.onnx"
        torch.onnx.export(plain, tuple(shown[0].values()), str(floats), opset_version=17, input_names=list(shown[0]), output_names=["alpha"], dynamo=False)
        model = onnx.load(floats)
        pad_inside(model.graph, plain)
        onnx.save(model, floats)
        quantise(floats, file, calibrated)

    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    apart = [float(np.abs(session.run(["alpha"], in_numpy(inputs))[0] - answer).mean()) for inputs, answer in zip(shown, before)]
    print(f"{file.name}: {file.stat().st_size} bytes; folding {folded:.2e}; from the network {np.mean(apart):.4f}, in one picture {max(apart):.4f}")
    if np.mean(apart) > MAX_APART:
        raise SystemExit("the exported model does not do what the trained one does")


def write_list(path: Path, rows: list[dict[str, str]]):
    with open(path, "w", newline="") as handle:
        writer = csv.DictWriter(handle, COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--stages", type=Path, required=True, help="weights of the stages, as imitate.py writes them")
    parser.add_argument("--size", type=int, default=352, help="side of the input, a multiple of 32")
    parser.add_argument("--out", type=Path, default=MODEL)
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)

    net = load(args.runs / args.run / "state.pt", args.stages)
    training, validation = split(read_manifests(args.data))
    write_network(net, args.out / "model.onnx", *([{"image": as_input(row, args.size)} for row in rows] for rows in examples(training, validation)))
    write_list(args.out / "training-data.csv", training)
    write_list(args.out / "validation-split.csv", validation)


if __name__ == "__main__":
    main()
