"""The teacher, u2netp, as a function of any number of pictures at once, on a GPU too.

It is not part of this repository (`TEACHER` in the README says where it comes from), and nor are its weights: the
student learns its outputs for the training photographs.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper, shape_inference
from onnx2torch import convert
from torch import nn

from augment import HALO

SIDE = 320


def of_any_number(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same graph with enlargements as factors: as sizes, they would fit only one picture."""
    model = shape_inference.infer_shapes(model)
    graph = model.graph
    sides = {value.name: value.type.tensor_type.shape.dim[-1].dim_value for value in (*graph.value_info, *graph.output)}
    for node in graph.node:
        if node.op_type == "Resize" and len(node.input) == 4:
            factor = sides[node.output[0]] / sides[node.input[0]]
            name = f"{node.output[0]}.factors"
            graph.initializer.append(numpy_helper.from_array(torch.tensor([1, 1, factor, factor]).numpy(), name))
            node.input[:] = [node.input[0], "", name]
    return model


class Teacher(nn.Module):
    """Labels pictures. `mean` and `std` are those of the network's input, which both networks share."""

    def __init__(self, file: Path, mean: tuple[float, ...], std: tuple[float, ...]):
        super().__init__()
        self.net = convert(of_any_number(onnx.load(file))).eval().requires_grad_(False)
        self.register_buffer("mean", torch.tensor(mean).view(1, 3, 1, 1))
        self.register_buffer("std", torch.tensor(std).view(1, 3, 1, 1))

    def answer(self, rgb: torch.Tensor) -> torch.Tensor:
        """float [N, 3, s, s] in 0..1 to alpha [N, 1, s, s]."""
        x = (rgb / rgb.amax((1, 2, 3), keepdim=True).clamp(min=1 / 255) - self.mean) / self.std
        maps = self.net(x.contiguous(memory_format=torch.channels_last))
        return (maps[0] if isinstance(maps, (list, tuple)) else maps).float()

    def stages(self, names: tuple[str, ...]) -> dict[str, torch.Tensor]:
        """A dictionary that every answer fills with what the teacher's stages gave, [N, 64, s, s] each, under these names in the
        order in which they work. A stage of u2netp ends in an addition, and nothing else in it does."""
        found: dict[str, torch.Tensor] = {}
        ends = [node.target for node in self.net.graph.nodes if node.op == "call_module" and node.target.startswith("Add")]
        for name, end in zip(names, ends):
            self.net.get_submodule(end).register_forward_hook(lambda _module, _inputs, output, name=name: found.__setitem__(name, output))
        return found

    @torch.no_grad()
    def label(self, rgb: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(alpha float [N, 1, S, S], weight [N]) of uint8 [N, 3, S, S]. Where the teacher is unsure, its answer counts
        less but is kept: doubt is part of the function."""
        small = F.interpolate(rgb.float() / 255, size=(SIDE, SIDE), mode="bilinear", antialias=True, align_corners=False)
        alpha = self.answer(small)
        maybe = (alpha > 0.1).float()
        sure = ((alpha - 0.5).abs() * 2 * maybe).sum((1, 2, 3)) / maybe.sum((1, 2, 3)).clamp(min=1)
        confidence = torch.where(maybe.sum((1, 2, 3)) > 0, sure, torch.ones_like(sure))
        fog, solid = HALO
        clear = ((alpha - fog) / (solid - fog)).clamp(0, 1)
        return F.interpolate(clear, size=rgb.shape[-2:], mode="bilinear", align_corners=False), ((confidence - 0.5) / 0.4).clamp(0.2, 1)
