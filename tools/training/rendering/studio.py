"""Run by Blender, `blender -b -P studio.py -- TASK`: renders views of one model, each in the light of a photograph.

TASK is JSON: `path` (OBJ), `importer`, `fur`, `person`, `alive`, `samples`, and `views`: [{`name`, `size`, `scene` (photograph),
`to` (path without suffix)}]. For each view `to.png` is only the subject, straight alpha, `to.shadow.png` its
shadow on the ground at a quarter of the size (black, its alpha grainy), and `to.json`, written last, says that both are
complete.
"""

from __future__ import annotations

import json
import math
import os
import random
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from rendering.materials import Materials  # noqa: E402
from rendering.strands import Strands  # noqa: E402

SHADOW_SHARE, SHADOW_SAMPLES = 25, 4


class Studio:
    """The model on a ground that only shows its shadow, a sky in a photograph's colours, a sun and a camera."""

    def __init__(self, task: dict):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        (bpy.ops.wm.obj_import if task["importer"] == "new" else bpy.ops.import_scene.obj)(filepath=task["path"])
        self.scene = bpy.context.scene
        self.meshes = [each for each in self.scene.objects if each.type == "MESH"]
        corners = [mesh.matrix_world @ Vector(corner) for mesh in self.meshes for corner in mesh.bound_box]
        self.low, self.high = (Vector([edge(corner[axis] for corner in corners) for axis in range(3)]) for edge in (min, max))
        self.middle, self.size = (self.low + self.high) / 2, (self.high - self.low).length / 2
        self.is_person, self.samples = task["person"], task["samples"]
        self.strands = Strands(self.meshes, task["fur"], self.high.z, self.high.z - self.low.z, self.size) if task["fur"] else None
        if self.strands and not self.strands.systems:
            sys.exit(f"no face is called {task['fur']}")
        self.materials = Materials(task["alive"])
        self.set_up()

    def set_up(self):
        scene = self.scene
        scene.render.engine = "CYCLES"
        scene.render.film_transparent = True
        scene.render.image_settings.color_mode = "RGBA"
        scene.view_settings.view_transform = "Filmic"
        scene.cycles.max_bounces = 4
        scene.cycles.use_denoising = False
        scene.cycles.filter_width = 1.2
        scene.world = bpy.data.worlds.new("sky")
        scene.world.use_nodes = True
        scene.world.cycles.sampling_method, scene.world.cycles.sample_map_resolution = "MANUAL", 64
        nodes = scene.world.node_tree.nodes
        self.sky, self.sky_light = nodes.new("ShaderNodeTexEnvironment"), nodes["Background"].inputs["Strength"]
        scene.world.node_tree.links.new(self.sky.outputs[0], nodes["Background"].inputs["Color"])
        self.sun = self.add("sun", bpy.data.lights.new("sun", "SUN"))
        self.eye = scene.camera = self.add("eye", bpy.data.cameras.new("eye"))
        bpy.ops.mesh.primitive_plane_add(size=self.size * 40, location=(self.middle.x, self.middle.y, self.low.z))
        self.ground = bpy.context.object
        self.ground.is_shadow_catcher = True

    def add(self, name: str, data):
        thing = bpy.data.objects.new(name, data)
        self.scene.collection.objects.link(thing)
        return thing

    def light(self, photograph: str, pick: random.Random):
        """The photograph, wrapped around the model, is its sky; it is scaled down, since only its colours matter. Some
        views have a sun."""
        image = bpy.data.images.load(photograph, check_existing=False)
        image.scale(128, 64)
        pixels = list(image.pixels)
        # Mean of red, green and blue: the fourth value of each pixel is an alpha of 1.
        mean = sum(pixels) * 4 / 3 / len(pixels) - 1 / 3
        self.sky.image, self.sky_light.default_value = image, pick.uniform(0.3, 0.9) / max(mean, 0.02)
        sun = self.sun.data
        sun.energy, sun.angle = pick.choice([0, pick.uniform(0.5, 3.5)]), pick.uniform(0.02, 0.5)
        sun.color = (1, pick.uniform(0.82, 1), pick.uniform(0.65, 1))
        self.sun.rotation_euler = (pick.uniform(0.2, 1.2), 0, pick.uniform(0, 2 * math.pi))

    def look(self, pick: random.Random):
        """A camera at the model's height or above, showing nearly all of it; half of the time head and shoulders of
        people."""
        centre, radius, eye = self.middle.copy(), self.size, self.eye
        if self.is_person and pick.random() < (0.75 if self.strands else 0.45):
            centre.z = self.low.z + (self.high.z - self.low.z) * pick.uniform(0.75, 0.9)
            radius *= pick.uniform(0.25, 0.45)
        eye.data.angle = pick.uniform(0.35, 1.1)
        distance = radius / math.sin(eye.data.angle / 2) * pick.uniform(0.72, 1.1)
        turn, rise = pick.uniform(0, 2 * math.pi), pick.choice([pick.uniform(-0.02, 0.25), pick.uniform(0.1, 0.8)])
        eye.location = centre + distance * Vector((math.cos(turn) * math.cos(rise), math.sin(turn) * math.cos(rise), math.sin(rise)))
        eye.location.z = max(eye.location.z, self.low.z + self.size * 0.05)
        aim = centre + Vector([pick.uniform(-0.12, 0.12) * radius for _ in range(3)])
        eye.rotation_euler = (aim - eye.location).to_track_quat("-Z", "Y").to_euler()
        eye.rotation_euler.rotate_axis("Z", pick.gauss(0, 0.05))
        eye.data.clip_start, eye.data.clip_end = distance / 500, distance * 50

    def shoot(self, view: dict):
        """Renders one view and its shadow. The same name and photograph give the same picture."""
        pick = random.Random(view["name"])
        self.light(view["scene"], pick)
        self.look(pick)
        self.materials.vary(pick)
        if self.strands:
            self.strands.vary(pick)
        render = self.scene.render
        render.resolution_x = render.resolution_y = view["size"]
        for suffix, is_shadow in (("", False), (".shadow", True)):
            self.ground.hide_render = not is_shadow
            for mesh in self.meshes:
                mesh.visible_camera = not is_shadow
            self.scene.cycles.samples = SHADOW_SAMPLES if is_shadow else self.samples
            render.resolution_percentage = SHADOW_SHARE if is_shadow else 100
            render.filepath = f"{view['to']}{suffix}.png"
            bpy.ops.render.render(write_still=True)
        with open(f"{view['to']}.json", "w") as said:
            json.dump({"scene": view["file"]}, said)


if __name__ == "__main__":
    work = json.loads(sys.argv[-1])
    studio = Studio(work)
    for each in work["views"]:
        studio.shoot(each)
