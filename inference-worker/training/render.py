"""Renders furniture, vehicles, tools and people with exact alpha: `python3 render.py --out DIR --views 2`.

The models come from Debian's `sweethome3d-furniture` (OBJ files in zip archives, CC0 or CC-BY 3.0 each). There is no
renderer to install: surfaces are splatted as dense points into a depth buffer twice the wanted size, which numpy does
in a second or two a view and which keeps thin legs, spokes and the holes between them exact. Writes PNGs with alpha
to `DIR/renders/` and their rows to `DIR/manifest-renders.csv`; may be stopped at any moment and called again.
"""

from __future__ import annotations

import argparse
import csv
import io
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import numpy as np
from PIL import Image

from gather import COLUMNS, unpack

PACKAGE, VERSION = "sweethome3d-furniture", "1.8-1"
ARCHIVES = {"BlendSwap-CC-0": "CC0-1.0", "BlendSwap-CC-BY": "CC-BY-3.0", "KatorLegaz": "CC-BY-3.0", "Reallusion": "CC-BY-3.0", "Scopia": "CC-BY-3.0"}
SIZE, OVERSAMPLE = 288, 2
MOST_BYTES, MOST_POINTS = 6_000_000, 2_000_000


@dataclass
class Material:
    colour: np.ndarray
    shine: float
    opacity: float
    texture: np.ndarray | None


def read_materials(archive: zipfile.ZipFile, file: PurePosixPath) -> dict[str, Material]:
    """The materials of one MTL file; a texture that is missing or broken leaves the plain colour."""
    found: dict[str, Material] = {}
    current = None
    for line in archive.read(str(file)).decode("latin-1").splitlines():
        key, _, rest = line.strip().partition(" ")
        if key == "newmtl":
            current = found[rest.strip()] = Material(np.full(3, 0.7), 0.1, 1.0, None)
        elif current and key == "Kd":
            current.colour = np.array([float(v) for v in rest.split()[:3]])
        elif current and key == "Ks":
            current.shine = float(np.mean([float(v) for v in rest.split()[:3]]))
        elif current and key == "d":
            current.opacity = float(rest.split()[-1])
        elif current and key == "map_Kd":
            name = str(file.parent / rest.strip().split()[-1])
            if name in archive.namelist():
                current.texture = np.asarray(Image.open(io.BytesIO(archive.read(name))).convert("RGB"), np.float32) / 255
    return found


def read_model(archive: zipfile.ZipFile, file: PurePosixPath):
    """(vertices [V, 3], texture places [T, 2], triangles [N, 3] into both, material index [N], materials). Polygons become fans."""
    points, places, corners, which = [], [], [], []
    names: dict[str, int] = {}
    materials: list[Material] = []
    library: dict[str, Material] = {}
    now = 0
    for line in archive.read(str(file)).decode("latin-1").splitlines():
        parts = line.split()
        if not parts:
            continue
        if parts[0] == "v":
            points.append([float(v) for v in parts[1:4]])
        elif parts[0] == "vt":
            places.append([float(v) for v in parts[1:3]])
        elif parts[0] == "mtllib":
            library |= read_materials(archive, file.parent / line.split(None, 1)[1].strip())
        elif parts[0] == "usemtl":
            name = parts[1] if len(parts) > 1 else ""
            if name not in names:
                names[name] = len(materials)
                materials.append(library.get(name, Material(np.full(3, 0.7), 0.1, 1.0, None)))
            now = names[name]
        elif parts[0] == "f":
            face = []
            for corner in parts[1:]:
                numbers = corner.split("/")
                v, t = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 and numbers[1] else 0
                face.append((v - 1 if v > 0 else len(points) + v, t - 1 if t > 0 else (len(places) + t if t < 0 else -1)))
            for second, third in zip(face[1:], face[2:]):
                corners.append((face[0], second, third))
                which.append(now)
    if not materials:
        materials.append(Material(np.full(3, 0.7), 0.1, 1.0, None))
    triangles = np.array(corners, int)
    return np.array(points), np.array(places or [[0.0, 0.0]]), triangles[..., 0], triangles[..., 1], np.array(which), materials


def spread(areas: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(triangle of each point, barycentric [P, 3]): about two points a pixel, evenly laid (Roberts' R2 sequence)."""
    density = min(2.0, MOST_POINTS / max(areas.sum(), 1))
    counts = np.ceil(areas * density).astype(int) + 2
    owner = np.repeat(np.arange(len(areas)), counts)
    index = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    u, v = (0.5 + index * 0.7548776662466927) % 1, (0.5 + index * 0.5698402909980532) % 1
    over = u + v > 1
    u, v = np.where(over, 1 - u, u), np.where(over, 1 - v, v)
    return owner, np.stack([1 - u - v, u, v], 1).astype(np.float32)


def view(points: np.ndarray, rng, level: bool) -> np.ndarray:
    """Vertices as seen by a random camera: x right, y down, z away, scaled to the unit box and in perspective."""
    low, high = points.min(0), points.max(0)
    p = (points - (low + high) / 2) / max((high - low).max(), 1e-9)
    turn, tilt = rng.normal(0, 0.7), rng.uniform(0, 0.12) if level else rng.uniform(0.05, 0.65)
    c, s = np.cos(turn), np.sin(turn)
    p = p @ np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
    c, s = np.cos(tilt), np.sin(tilt)
    p = p @ np.array([[1, 0, 0], [0, c, s], [0, -s, c]])
    away = rng.uniform(1.6, 4) - p[:, 2]
    return np.stack([p[:, 0] / away, -p[:, 1] / away, away], 1)


def render(model, rng, level: bool) -> Image.Image:
    """One view as RGBA, cropped to what is seen."""
    points, places, vertices, textures, which, materials = model
    p = view(points, rng, level)
    side = SIZE * OVERSAMPLE
    used = p[vertices.reshape(-1), :2]
    low, extent = used.min(0), max(float(np.ptp(used, 0).max()), 1e-9)
    p[:, :2] = (p[:, :2] - low) / extent * (side - 4) + 2
    corners = p[vertices].astype(np.float32)
    a, b = corners[:, 1, :2] - corners[:, 0, :2], corners[:, 2, :2] - corners[:, 0, :2]
    owner, bary = spread(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2)
    place = (corners[owner] * bary[..., None]).sum(1)
    x, y = place[:, 0].astype(int).clip(0, side - 1), place[:, 1].astype(int).clip(0, side - 1)

    # Light on each triangle, before perspective would bend its normal.
    flat = points[vertices]
    normal = np.cross(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    key = rng.normal(0, 1, 3) + np.array([0, 1.2, 0.8])
    key /= np.linalg.norm(key)
    lit = np.abs(normal @ key)
    shade = rng.uniform(0.25, 0.5) + 0.2 * normal[:, 1] + rng.uniform(0.4, 0.8) * lit
    colours = np.stack([m.colour for m in materials])[which]
    base = colours[owner].astype(np.float32)
    for index, material in enumerate(materials):
        if material.texture is not None:
            here = np.flatnonzero((which[owner] == index) & (textures[owner, 0] >= 0))
            uv = (places[textures[owner[here]]] * bary[here, :, None]).sum(1) % 1
            h, w = material.texture.shape[:2]
            base[here] = material.texture[((1 - uv[:, 1]) * (h - 1)).astype(int), (uv[:, 0] * (w - 1)).astype(int)]
    shine = np.array([m.shine for m in materials])[which] * lit**24
    colour = np.clip(base * shade[owner, None] + shine[owner, None] * 0.7, 0, 1)
    opacity = np.array([m.opacity for m in materials])[which][owner]

    # Far points first: of several on one pixel the nearest is written last and stays.
    picture, depth = np.zeros((side, side, 4), np.float32), np.full((side, side), np.inf)
    solid = np.flatnonzero(opacity > 0.95)
    solid = solid[np.argsort(-place[solid, 2])]
    picture[y[solid], x[solid]] = np.concatenate([colour[solid], np.ones((len(solid), 1))], 1)
    depth[y[solid], x[solid]] = place[solid, 2]
    clear = np.flatnonzero((opacity <= 0.95) & (place[:, 2] < depth[y, x]))
    clear = clear[np.argsort(-place[clear, 2])]
    glass = np.zeros((side, side, 4), np.float32)
    glass[y[clear], x[clear]] = np.concatenate([colour[clear], np.maximum(opacity[clear], 0.15)[:, None]], 1)
    share = glass[..., 3:]
    mixed = picture[..., 3:] * (1 - share) + share
    picture[..., :3] = np.where(mixed > 0, (picture[..., :3] * picture[..., 3:] * (1 - share) + glass[..., :3] * share) / np.maximum(mixed, 1e-6), 0)
    picture[..., 3:] = mixed
    result = Image.fromarray(np.uint8(np.round(picture * 255)), "RGBA").resize((SIZE, SIZE), Image.BOX)
    return result.crop(result.getchannel("A").point(lambda v: 255 * (v > 4)).getbbox() or (0, 0, 1, 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--views", type=int, default=1)
    args = parser.parse_args()
    (args.out / "renders").mkdir(parents=True, exist_ok=True)
    folder = unpack(PACKAGE, VERSION, args.out / "packages") / "usr/share/sweethome3d/furniture"
    archives = {name: zipfile.ZipFile(folder / f"{name}.sh3f") for name in ARCHIVES}
    members = [(name, info.filename) for name, archive in archives.items() for info in archive.infolist()
               if info.filename.lower().endswith(".obj") and info.file_size < MOST_BYTES]  # fmt: skip
    # Shuffled, so that a call cut short leaves a fair sample of all archives.
    order = np.random.default_rng(0).permutation(len(members))
    listing = args.out / "manifest-renders.csv"
    fresh = not listing.exists()
    with open(listing, "a", newline="") as handle:
        writer = csv.DictWriter(handle, COLUMNS, restval="", lineterminator="\n")
        if fresh:
            writer.writeheader()
        for turn in range(args.views):
            for index in order:
                name, member = members[index]
                file = f"renders/{name.lower()}-{PurePosixPath(member).stem}-{turn}.png"
                if (args.out / file).exists():
                    continue
                try:
                    model = read_model(archives[name], PurePosixPath(member))
                    picture = render(model, np.random.default_rng([int(index), turn]), level=name == "Reallusion")
                except (KeyError, ValueError, IndexError) as problem:
                    print(f"{member}: {problem!r}", flush=True)
                    continue
                picture.save(args.out / file)
                writer.writerow({"file": file, "repository": f"debian/{PACKAGE}", "commit": VERSION, "path": f"/usr/share/sweethome3d/furniture/{name}.sh3f!{member}",
                                 "licence": ARCHIVES[name], "provenance": "A", "mask": "exact alpha (rendered)"})  # fmt: skip
                handle.flush()


if __name__ == "__main__":
    main()
