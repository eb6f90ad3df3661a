"""Inside Blender: strands of hair or fur on some faces of a mesh, in the colours of their roots. Each has exact alpha."""

from __future__ import annotations

import random
import re

import bpy
from mathutils import Vector

# Share of a person's height from the top: hair only; lowest point of hanging hair.
CROWN, HEAD = 0.015, 0.12


def faces_of(mesh, where: str, top: float, height: float) -> list:
    """The faces of `mesh` that strands grow on."""
    if where == "scalp":
        return scalp(mesh, top, height)
    named = lambda face: mesh.data.materials[face.material_index].name if mesh.data.materials else ""  # noqa: E731
    return [face for face in mesh.data.polygons if re.search(where, named(face), re.IGNORECASE)]


def scalp(mesh, top: float, height: float) -> list:
    """Faces of a head whose colour is more like the crown's than the face's: for persons whose hair is painted on their
    texture. `top` and `height` are the whole person's, in the scene's units."""
    head = [face for face in mesh.data.polygons if (mesh.matrix_world @ face.center).z > top - height * HEAD]
    colour = colours(mesh, head)
    if not colour:
        return []
    depth = {face.index: (top - (mesh.matrix_world @ face.center).z) / height for face in head}
    mean = lambda faces: sum((colour[f.index] for f in faces), Vector((0, 0, 0))) / len(faces)  # noqa: E731
    crown = [face for face in head if depth[face.index] < CROWN and face.index in colour]
    cheeks = [face for face in head if 0.06 < depth[face.index] < 0.1 and face.index in colour]
    if not crown or not cheeks:
        return []
    # The lightest half of what lies at the cheeks' height is skin: the rest is hair beside it.
    cheeks.sort(key=lambda face: sum(colour[face.index]))
    hair, skin = mean(crown), mean(cheeks[len(cheeks) // 2 :])
    return [face for face in head if face.index in colour and (colour[face.index] - hair).length < (colour[face.index] - skin).length]


def colours(mesh, faces: list) -> dict[int, Vector]:
    """The texture's colour at the middle of each face that has a texture, as the OBJ importer laid it."""
    layer, found, pixels = mesh.data.uv_layers.active, {}, {}
    for face in faces:
        material = mesh.data.materials[face.material_index] if mesh.data.materials else None
        nodes = material.node_tree.nodes if material and material.use_nodes else []
        image = next((node.image for node in nodes if node.type == "TEX_IMAGE" and node.image), None)
        if image is None or layer is None or not image.size[0]:
            continue
        if image.name not in pixels:
            pixels[image.name] = image.pixels[:]
        middle = sum((layer.data[loop].uv for loop in face.loop_indices), Vector((0, 0))) / len(face.loop_indices)
        width, tall = image.size
        at = (int(middle.y % 1 * (tall - 1)) * width + int(middle.x % 1 * (width - 1))) * image.channels
        found[face.index] = Vector(pixels[image.name][at : at + 3])
    return found


class Strands:
    """Strands on all meshes of a model; `vary` gives them another length, density, curl and thickness."""

    def __init__(self, meshes: list, where: str, top: float, height: float, size: float):
        self.size, self.hair, self.systems = size, where in ("scalp", "hair"), []
        for mesh in meshes:
            faces = faces_of(mesh, where, top, height)
            if not faces:
                continue
            roots = mesh.vertex_groups.new(name="roots")
            roots.add(sorted({vertex for face in faces for vertex in face.vertices}), 1, "REPLACE")
            mesh.modifiers.new("strands", "PARTICLE_SYSTEM")
            system = mesh.particle_systems[-1]
            system.vertex_group_density = "roots"
            system.settings.type = "HAIR"
            system.settings.material = faces[0].material_index + 1
            self.systems.append(system)

    def vary(self, pick: random.Random):
        length = self.size * (pick.uniform(0.02, 0.07) if self.hair else pick.choice([pick.uniform(0.006, 0.02), pick.uniform(0.02, 0.08)]))
        count, children = pick.choice([1200, 2500, 4000]), pick.choice([10, 25, 45])
        curl, clump, wild = pick.choice([0, pick.uniform(0, 0.05)]), pick.uniform(-0.2, 0.4), pick.uniform(0, 0.5)
        lean, thick = pick.uniform(-0.6, 0.6), self.size * pick.uniform(0.0004, 0.0014)
        for system in self.systems:
            strands = system.settings
            system.seed = pick.randrange(1 << 16)
            strands.count, strands.hair_length, strands.hair_step = count, length, 4
            strands.tangent_factor = lean * length
            strands.child_type, strands.rendered_child_count, strands.child_length = "INTERPOLATED", children, 1
            strands.clump_factor = clump
            strands.roughness_1, strands.roughness_endpoint = wild * length * 0.4, wild * length * 0.8
            if curl:
                strands.kink, strands.kink_amplitude, strands.kink_frequency = "CURL", curl * length, pick.uniform(1, 5)
            else:
                strands.kink = "NO"
            strands.root_radius, strands.tip_radius, strands.radius_scale, strands.use_hair_bspline = 1, 0.2, thick, True
