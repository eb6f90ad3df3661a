"""Fetches pictures from Debian packages: `python3 gather.py --out DIR`, on Debian 12 or a container of it.

`packages.csv` names each picture with its package, version and licence; nothing else is taken from a package. Writes
`DIR/manifest.csv` in the form of the training data's own, so that DIR can be given to `--data` beside it. The packages
are downloaded and unpacked under `DIR/packages`, not installed.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
COLUMNS = ("file", "repository", "commit", "path", "licence", "provenance", "mask", "confidence", "coverage")
# Wallpapers are many times larger than any sample drawn from them.
LONGEST = 1600


def unpack(package: str, version: str, packages: Path) -> Path:
    """The folder with the package's files, downloaded unless it lies there already."""
    folder = packages / package
    if not folder.exists():
        packages.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", f"{package}={version}"], cwd=packages, check=True)
        [archive] = packages.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", archive, folder], check=True)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    rows = []
    with open(HERE / "packages.csv", newline="") as handle:
        for source in csv.DictReader(handle):
            folder, path = source["folder"], Path(source["path"])
            picture = Image.open(unpack(source["package"], source["version"], args.out / "packages") / path.relative_to("/"))
            # Wallpaper files are named after their size; the folder two levels up has the name.
            stem = path.parts[-4] if path.parent.name == "images" else f"{path.parent.name}-{path.stem}"
            file = f"{folder}/{stem}.{'jpg' if folder == 'wallpapers' else 'png'}"
            (args.out / folder).mkdir(parents=True, exist_ok=True)
            picture = picture.convert("RGB" if folder == "wallpapers" else "RGBA")
            picture.thumbnail((LONGEST, LONGEST), Image.LANCZOS)
            picture.save(args.out / file, quality=92)
            # Debian names a package's authors, not each photographer: provenance B unless the licence itself requires
            # credits.
            rows.append({"file": file, "repository": f"debian/{source['package']}", "commit": source["version"], "path": source["path"], "licence": source["licence"],
                         "provenance": "A" if source["licence"].startswith("CC") else "B", "mask": "none" if folder == "wallpapers" else "exact alpha"})  # fmt: skip
    with open(args.out / "manifest.csv", "w", newline="") as handle:
        writer = csv.DictWriter(handle, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows)} pictures in {args.out}")


if __name__ == "__main__":
    main()
