"""Inside Blender: varies colour and shine of the materials for each view, so that few models stand for many things."""

from __future__ import annotations

import random
import re

import bpy

# Skin, fur and leaves change in brightness but hardly in hue; where all of a person is one texture, that holds for the clothes too.
CLOTHES = re.compile(r"upper|lower|shoe|shirt|skirt|suit|tie|pants|fabric", re.IGNORECASE)


class Materials:
    """The imported materials, each with a node between its colour and its shader that changes hue, saturation and brightness."""

    def __init__(self, is_alive: bool):
        self.shaders, self.changes = [], []
        for material in bpy.data.materials:
            if not material.use_nodes:
                continue
            tree = material.node_tree
            for shader in [node for node in tree.nodes if node.type == "BSDF_PRINCIPLED"]:
                change = tree.nodes.new("ShaderNodeHueSaturation")
                colour = shader.inputs["Base Color"]
                if colour.links:
                    tree.links.new(colour.links[0].from_socket, change.inputs["Color"])
                else:
                    change.inputs["Color"].default_value = colour.default_value
                tree.links.new(change.outputs[0], colour)
                self.shaders.append(shader)
                self.changes.append((change, is_alive and not CLOTHES.search(material.name)))

    def vary(self, pick: random.Random):
        """Half of the views keep the model's own colours, which are the likely ones."""
        free = pick.random() < 0.5
        turn = pick.gauss(0, 0.12) if pick.random() < 0.6 else pick.uniform(-0.5, 0.5)
        for change, is_natural in self.changes:
            hue = pick.gauss(0, 0.012) if is_natural else turn + pick.gauss(0, 0.03)
            change.inputs["Hue"].default_value = 0.5 + (max(-0.5, min(0.5, hue)) if free else 0)
            change.inputs["Saturation"].default_value = pick.uniform(0.8, 1.15) if is_natural else pick.uniform(0.2, 1.4) if free else 1
            change.inputs["Value"].default_value = pick.uniform(0.55, 1.6) if free else pick.uniform(0.85, 1.1)
        for shader in self.shaders:
            shader.inputs["Roughness"].default_value = pick.uniform(0.25, 0.95)
            shader.inputs["Specular"].default_value = pick.uniform(0.1, 0.6)
