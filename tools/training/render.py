"""Renders subjects with exact alpha in Blender: `python3 render.py --data DIR ... --out EXTRA`, after `apt-get install blender`.

Furniture, vehicles, plants, tools, animals and people come as 3D models with Debian's `sweethome3d-furniture`, which is
downloaded and not installed; each view is lit by a photograph without a subject of the data directories (training's part
of the split), so that composed on it the subject fits. Spokes, slats, strings and leaves are as exact as strands of hair
and fur, which some models grow. Writes `EXTRA/renders/NAME.png` with `NAME.shadow.png` (see `rendering/studio.py`) and
lists them in `EXTRA/manifest-renders.csv`; with `--judging`, of the models that training never sees, to `judged`
instead. May be stopped and rerun at any time: finished views are kept.

One view takes 2 to 3 s on two free cores, 5 to 9 s with strands. A model that crashes Blender loses only its own views.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import re
import subprocess
from pathlib import Path

from data import SCENE_FOLDERS, read_manifests, split
from gather import COLUMNS, unpack
from rendering.catalogue import INSTALLED_AT, LICENCES, PACKAGE, VERSION, unpack_models
from rendering.plan import ALIVE, View, kind_of, planned

HERE = Path(__file__).parent
FURTHER = ("scene", "creator")


def photographs(data: list[Path]) -> list[tuple[str, Path]]:
    """(name in its manifest, path) of the photographs used as lights."""
    rows = [row for row in split(read_manifests(data))[0] if row["file"].split("/")[0] in SCENE_FOLDERS]
    return [(row["file"], Path(row["root"]).resolve() / row["file"]) for row in rows]


def render(views: list[View], scenes: list[tuple[str, Path]], models: Path, folder: Path, args: argparse.Namespace) -> str:
    """Starts Blender for views of one model, and again with its older importer for missing ones: each importer crashes
    on a few models. Returns Blender's last output if a view is still missing."""
    said = ""
    for importer in ("new", "old"):
        missing = [view for view in views if not (folder / f"{view.name}.json").exists()]
        if not missing:
            return ""
        wanted = []
        for view in missing:
            file, path = random.Random(f"scene of {view.name}").choice(scenes)
            wanted.append({"name": view.name, "size": view.size, "scene": str(path), "file": file, "to": str(folder / view.name)})
        first = missing[0]
        task = {"path": str(models / first.model.archive / first.model.member), "importer": importer, "fur": first.fur, "person": first.model.is_person,
                "alive": kind_of(first.model).name in ALIVE, "samples": args.samples, "views": wanted}  # fmt: skip
        command = ["blender", "-b", "-noaudio", "--factory-startup", "-t", str(args.threads), "-P", str(HERE / "rendering" / "studio.py"), "--", json.dumps(task)]
        run = subprocess.run(command, capture_output=True, text=True)
        said = f"exit {run.returncode}: {run.stderr.strip()[-160:]}"
    return said if any(not (folder / f"{view.name}.json").exists() for view in views) else ""


def list_views(out: Path, folder: str, views: list[View]):
    """Rewrites `manifest-FOLDER.csv`, by rename: one row for each complete view."""
    # Named by process: several may render at once, each some of the models.
    draft = out / f"manifest-{folder}.{os.getpid()}.part"
    with open(draft, "w", newline="") as handle:
        writer = csv.DictWriter(handle, [*COLUMNS, *FURTHER], restval="", lineterminator="\n")
        writer.writeheader()
        for view in views:
            said = out / folder / f"{view.name}.json"
            if said.exists():
                model = view.model
                writer.writerow({"file": f"{folder}/{view.name}.png", "repository": f"debian/{PACKAGE}", "commit": VERSION,
                                 "path": f"{INSTALLED_AT}/{model.archive}.sh3f!{model.member}", "licence": LICENCES[model.archive], "provenance": "A",
                                 "mask": "exact alpha (rendered)", "creator": model.creator, **json.loads(said.read_text())})  # fmt: skip
    os.replace(draft, out / f"manifest-{folder}.csv")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories with manifests; their photographs without a subject give light")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", type=re.compile, default=re.compile(""), help="expression for the names of models")
    parser.add_argument("--samples", type=int, default=6, help="rays a pixel")
    parser.add_argument("--threads", type=int, default=1, help="threads of Blender; 0 takes all cores")
    parser.add_argument("--judging", action="store_true", help="render the models that are kept apart, which training never sees")
    args = parser.parse_args()
    out = args.out.resolve()
    kept_in = "judged" if args.judging else "renders"
    folder = out / kept_in
    folder.mkdir(parents=True, exist_ok=True)
    scenes = photographs(args.data)
    if not scenes:
        raise SystemExit(f"there is no photograph in {' or '.join(SCENE_FOLDERS)} of --data")
    furniture = unpack(PACKAGE, VERSION, out / "packages") / INSTALLED_AT.lstrip("/")
    models = [model for model in unpack_models(furniture, out / "packages" / "models") if model.for_judging == args.judging]
    every = list(planned(models))
    # Those of other processes are listed too: each writes the whole manifest.
    listed = [view for views in every for view in views]
    rounds = [views for views in every if args.only.search(views[0].model.name)]
    print(f"{len(models)} models, {sum(map(len, rounds))} of {len(listed)} views, lit by {len(scenes)} photographs", flush=True)
    for index, views in enumerate(rounds, 1):
        if problem := render(views, scenes, out / "packages" / "models", folder, args):
            print(f"{views[0].name}: {problem}", flush=True)
        if index % 10 == 0:
            list_views(out, kept_in, listed)
            print(f"{index}/{len(rounds)} {views[0].name}", flush=True)
    list_views(out, kept_in, listed)


if __name__ == "__main__":
    main()
