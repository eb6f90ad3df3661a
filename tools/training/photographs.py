"""Copies further photographs from public repositories: `python3 photographs.py --snapshots DIR --data DIR --out EXTRA`.

`photographs.csv` names each repository with its commit, the paths wanted, their licence, and the folder they go to: `rooms`
(no subject, good for light and ground) or `unlabelled` (for the views that the teacher labels, see `views.py`); rooms in
which a person or a thing is the subject, looked through by eye, are in `rooms-with-subject.csv` and go there too. DIR holds
a clone of each as `OWNER+NAME/repo`: `git clone https://github.com/OWNER/NAME DIR/OWNER+NAME/repo`. Leaves out
photographs that the manifests of `--data` already have. Writes `EXTRA/manifest-photographs.csv` and JPEGs of at most 640 pixels.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import subprocess
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from data import read_manifests
from gather import COLUMNS

HERE = Path(__file__).parent
LONGEST = 640
# Exports of labelling tools turn photographs, which leaves pure black in the corners.
BLACK = 6
KEPT_SHARES = (1, 0.9, 0.8, 0.7, 0.6, 0.5)


def listed(repository: Path, commit: str, pattern: str) -> list[str]:
    """Matching paths at the commit, each content once."""
    lines = subprocess.run(["git", "-C", repository, "ls-tree", "-r", commit], check=True, capture_output=True, text=True).stdout.splitlines()
    by_content = {}
    for line in lines:
        about, path = line.split("\t", 1)
        if re.search(pattern, path):
            by_content.setdefault(about.split()[2], path)
    return sorted(by_content.values())


def evenly(paths: list[str], most: str) -> list[str]:
    """At most that many of them, evenly spread over the list."""
    step = max(1.0, len(paths) / int(most)) if most else 1.0
    return [paths[int(index * step)] for index in range(int(len(paths) / step))]


def without_corners(picture: Image.Image) -> Image.Image | None:
    """The largest middle part without black corners, or nothing if even half of each side has them."""
    for share in KEPT_SHARES:
        w, h = picture.width * (1 - share) / 2, picture.height * (1 - share) / 2
        part = picture.crop((int(w), int(h), int(picture.width - w), int(picture.height - h)))
        small = np.asarray(part.resize((64, 64), Image.BOX))
        corners = [small[:3, :3], small[:3, -3:], small[-3:, :3], small[-3:, -3:]]
        if sum(int(corner.max()) <= BLACK for corner in corners) < 2:
            return part
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--snapshots", type=Path, required=True)
    parser.add_argument("--data", type=Path, nargs="*", default=[], help="data directories whose pictures are not taken again")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    known = {(row["repository"], row["path"]) for row in read_manifests(args.data)}
    with open(HERE / "rooms-with-subject.csv", newline="") as handle:
        with_subject = {(row["repository"], row["path"]) for row in csv.DictReader(handle)}
    rows = []
    with open(HERE / "photographs.csv", newline="") as handle:
        for source in csv.DictReader(handle):
            name, commit = source["repository"], source["commit"]
            repository = args.snapshots / name.replace("/", "+") / "repo"
            fresh = [path for path in listed(repository, commit, source["pattern"]) if (name, path) not in known]
            for number, path in enumerate(evenly(fresh, source["most"])):
                content = subprocess.run(["git", "-C", repository, "cat-file", "blob", f"{commit}:{path}"], check=True, capture_output=True).stdout
                picture = without_corners(ImageOps.exif_transpose(Image.open(io.BytesIO(content))).convert("RGB"))
                if picture is None:
                    continue
                picture.thumbnail((LONGEST, LONGEST), Image.LANCZOS)
                folder = "unlabelled" if (name, path) in with_subject else source["folder"]
                (args.out / folder).mkdir(parents=True, exist_ok=True)
                file = f"{folder}/{name.split('/')[0].lower()}-{number:04}.jpg"
                picture.save(args.out / file, quality=92)
                rows.append({"file": file, "repository": name, "commit": commit, "path": path, "licence": source["licence"],
                             "provenance": source["provenance"], "mask": "none"})  # fmt: skip
            print(f"{name}: {sum(row['repository'] == name for row in rows)}", flush=True)
    with open(args.out / "manifest-photographs.csv", "w", newline="") as handle:
        writer = csv.DictWriter(handle, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
