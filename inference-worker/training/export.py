"""Writes the averaged weights of a run as ONNX, with the lists of what it was trained and validated on.

`python3 export.py --data DIR ... --run NAME` writes `model.onnx`, `training-data.csv` and
`validation-split.csv`. The same state gives the same bytes.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from PIL import Image
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.fusion import fuse_conv_bn_eval

from data import read_manifests, read_picture, split
from net import ClearcutNet
from train import normalise

HERE = Path(__file__).parent
MODEL = HERE.parent / "models" / "clearcut-1"
# Of so many weights on a tensor is stored in eight bits a weight.
LARGE = 200_000
COLUMNS = ("file", "repository", "commit", "path", "licence", "provenance", "mask", "confidence", "creator")


class Shipped(nn.Module):
    """What is shipped: image [1, 3, S, S] to alpha [1, 1, S, S] in 0..1, the mean of the network's answers for the
    picture and its mirror image, at the input's own size S and at each of the `smaller` ones. A larger size shows the edge,
    a smaller one finds the subject: together they do both, for the time of all of them."""

    def __init__(self, net: nn.Module, smaller: tuple[int, ...] = ()):
        super().__init__()
        self.net = net
        self.smaller = smaller

    def both_ways(self, image):
        plain, mirrored = torch.sigmoid(self.net(torch.cat([image, image.flip(3)]))).split(1)
        return (plain + mirrored.flip(3)) / 2

    def forward(self, image):
        total = self.both_ways(image)
        for size in self.smaller:
            answer = self.both_ways(scaled(image, size))
            total = total + scaled(answer, image.shape[-1])
        return total / (1 + len(self.smaller))


def scaled(x, size: int):
    return F.interpolate(x, size=(size, size), mode="bilinear", align_corners=False)


def fold(module: nn.Module):
    """Puts each BatchNorm into the convolution before it, in place."""
    for child in module.children():
        if isinstance(child, nn.Sequential):
            for index in range(len(child) - 1):
                if isinstance(child[index], nn.Conv2d) and isinstance(child[index + 1], nn.BatchNorm2d):
                    child[index], child[index + 1] = fuse_conv_bn_eval(child[index], child[index + 1]), nn.Identity()
        fold(child)


def pack(file: Path):
    """Stores the weights of an ONNX file small: the large tensors as int8 with a scale for each output channel and place in
    the kernel, the others as float16, each behind what makes it float32 again: a runtime works that out when it loads, so the work per picture is the
    same. The many weights of a large tensor average their rounding out. Vectors stay: they are few, and a bias is where
    rounding would show."""
    model = onnx.load(file)
    graph = model.graph
    nodes = []
    for tensor in list(graph.initializer):
        weights = numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.ndim < 2:
            continue
        name = tensor.name
        graph.initializer.remove(tensor)
        if weights.size < LARGE:
            graph.initializer.append(numpy_helper.from_array(weights.astype(np.float16), f"{name}.half"))
            nodes.append(onnx.helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT, name=f"{name}.whole"))
            continue
        scale = np.abs(weights).max(axis=1, keepdims=True) / np.float32(127)
        scale[scale == 0] = 1
        graph.initializer.append(numpy_helper.from_array(np.round(weights / scale).astype(np.int8), f"{name}.steps"))
        graph.initializer.append(numpy_helper.from_array(scale, f"{name}.scale"))
        nodes.append(onnx.helper.make_node("Cast", [f"{name}.steps"], [f"{name}.float"], to=onnx.TensorProto.FLOAT, name=f"{name}.cast"))
        nodes.append(onnx.helper.make_node("Mul", [f"{name}.float", f"{name}.scale"], [name], name=f"{name}.whole"))
    for index, node in enumerate(nodes):
        graph.node.insert(index, node)
    onnx.checker.check_model(model)
    onnx.save(model, file)


def load(state: Path) -> nn.Module:
    """The averaged network of a saved state, in evaluation mode."""
    net = ClearcutNet()
    net.load_state_dict(torch.load(state, map_location="cpu", weights_only=False)["ema"])
    return net.eval()


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
    parser.add_argument("--sizes", type=int, nargs="+", default=[352], help="sides the picture is looked at in, multiples of 32; the first is the input's")
    parser.add_argument("--out", type=Path, default=MODEL)
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)

    net = load(args.runs / args.run / "state.pt")
    side, *smaller = args.sizes
    plain = Shipped(net, tuple(smaller))
    training, validation = split(read_manifests(args.data))
    # A real picture: on noise alpha is 0 everywhere, and two models that agree on 0 prove nothing.
    picture = read_picture(validation[0])[0].resize((side, side), Image.LANCZOS)
    image = normalise(torch.from_numpy(np.array(picture)).permute(2, 0, 1)[None]).contiguous()
    with torch.no_grad():
        before = plain(image)
        fold(net)
        after = plain(image)
    file = args.out / "model.onnx"
    torch.onnx.export(plain, image, str(file), opset_version=17, input_names=["image"], output_names=["alpha"])
    pack(file)

    import onnxruntime

    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    shipped = session.run(["alpha"], {"image": image.numpy()})[0]
    difference = float(np.abs(shipped - before.numpy()).max())
    print(f"{file.name}: {file.stat().st_size} bytes; folding {float((after - before).abs().max()):.2e}, ONNX {difference:.2e} from torch")
    # Two and a half steps of the 255 that a matte has, at the worst pixel: what eight bits a weight cost.
    if difference > 1e-2:
        raise SystemExit("the exported model does not do what the trained one does")
    write_list(args.out / "training-data.csv", training)
    write_list(args.out / "validation-split.csv", validation)


if __name__ == "__main__":
    main()
