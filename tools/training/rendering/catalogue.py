"""The 3D models of Debian's `sweethome3d-furniture`: their names and authors, and whether a cut-out may show them."""

from __future__ import annotations

import hashlib
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

PACKAGE, VERSION = "sweethome3d-furniture", "1.8-1"
INSTALLED_AT = "/usr/share/sweethome3d/furniture"
LICENCES = {"BlendSwap-CC-0": "CC0-1.0", "BlendSwap-CC-BY": "CC-BY-3.0", "KatorLegaz": "CC-BY-3.0", "Reallusion": "CC-BY-3.0", "Scopia": "CC-BY-3.0"}
# Fixtures of a house and marks on the ground: pictures of them have no subject that is cut out.
FIXTURE_CATEGORIES = {"Doors and windows", "Staircases"}
FIXTURES = re.compile(
    r"fleche|stationnement|passage-pieton|column|sidewalk|porch|curtain|blinds|cabinet|frame|radiator|plug-|switch|dimmer|rj-45|antenna|socket|intercom|entry-bell"
    r"|shower|towel-?rack|garage|living_room$|living$|kitchen-?island|island|hood|box-?light|fluorescent|air-conditioning|swimming-pool|hedge|garden-hut|chimney$"
    r"|bathroom|induction-cooker|cooktop|short-shadows|dining_room|box_room|rails|wall-?light|shutter|tatami",
    re.IGNORECASE,
)
# Flat on the floor: nothing to cut out unless strands grow on them.
FLAT = re.compile(r"rug$|carpet$|mat$", re.IGNORECASE)
ENTRY = re.compile(r"(\w+)#(\d+)=(.*)")


@dataclass(frozen=True)
class Model:
    """One model: `archive!member` is its OBJ file in the package."""

    archive: str
    member: str
    category: str
    creator: str

    @property
    def name(self) -> str:
        return f"{self.archive}-{PurePosixPath(self.member).stem}"

    @property
    def is_person(self) -> bool:
        return self.archive == "Reallusion" or re.search(r"male-01|mannequin", self.member) is not None

    @property
    def is_flat(self) -> bool:
        return FLAT.search(self.name) is not None

    @property
    def for_judging(self) -> bool:
        """One in sixteen is held out, by the hash of its name, so that the choice stays whatever is added."""
        return hashlib.sha1(self.name.encode()).hexdigest()[0] == "0"


def read_catalogue(archive: zipfile.ZipFile) -> dict[str, dict[str, str]]:
    """The archive's catalogue entry of each OBJ file: {member: {"category", "creator", ...}}."""
    entries: dict[str, dict[str, str]] = {}
    for line in archive.read("PluginFurnitureCatalog.properties").decode("latin-1").splitlines():
        if match := ENTRY.match(line.strip()):
            entries.setdefault(match[2], {})[match[1]] = match[3]
    return {entry["model"].lstrip("/"): entry for entry in entries.values() if "model" in entry}


def unpack_models(furniture: Path, to: Path) -> list[Model]:
    """Unpacks the archives of the folder `furniture` to `to/ARCHIVE/`, and lists the models that can be a subject."""
    found = []
    for archive in sorted(LICENCES):
        with zipfile.ZipFile(furniture / f"{archive}.sh3f") as packed:
            if not (to / archive).exists():
                packed.extractall(to / f"{archive}.part")
                (to / f"{archive}.part").rename(to / archive)
            for member, entry in sorted(read_catalogue(packed).items()):
                model = Model(archive, member, entry.get("category", ""), entry.get("creator", ""))
                if member.lower().endswith(".obj") and model.category not in FIXTURE_CATEGORIES and not FIXTURES.search(PurePosixPath(member).stem):
                    found.append(model)
    return found
