"""Views to render, in order: subjects that photographs teach worst come first and most often."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rendering.catalogue import Model

SIZE, FUR_SIZE = 400, 768


@dataclass(frozen=True)
class Kind:
    """Models by name or category, and how many views one is rendered in, plain and with strands."""

    name: str
    pattern: re.Pattern[str]
    views: int


def kind(name: str, pattern: str, views: int) -> Kind:
    return Kind(name, re.compile(pattern, re.IGNORECASE), views)


# The first that matches counts. Matched against `CATEGORY/ARCHIVE-NAME`.
KINDS = (
    kind("cycles", r"bicycle|-bike$|indoor-bike|cycle|wheelchair|motorbike|yamaha|scooter|stroller|wheelbarrow|skateboard", 24),
    kind("people", r"/Reallusion|male-01|mannequin", 36),
    kind("animals", r"^Characters/|deer$|dog$|teddyBear|caballito|-doll$", 28),
    kind("bags", r"handbag|backpack|briefcase|suitcase|basket$|trunk-large|sleepingBag", 24),
    kind("plants", r"plant|tree|ficus|palm|bamboo|bonsai|cactus|flower|tulip|lily|orchid|acacia|bush|maple|poplar|pine|cypress|blossom|beech|arbolito|yucca|spatifilum|bluePine|maceta", 14),
    kind("instruments", r"guitar|piano|xylophone|keyboard|headphone|reflex_camera|basic_camera", 20),
    kind("worn", r"glasses|hanger|hanging-clothes|folded_clothes|chapeau|casque|gant|shoes|slippers|sneakers|mocassin|chaussette|jupe|-robe$|blouson|pantalon|bootie|watch|montre|bague|umbrella|suit$", 12),
    kind("open", r"racket|railing|fence|ladder|goal|swing|hammock|rack|clothes-horse|lamp|fan$|trolley|crib|candelabre|lantern|basketball_net|cone|trampoline|seesaw|bench|stool|coat", 10),
    kind("chairs", r"chair|silla|fotel|thonet|rattan|table|puff", 8),
    kind("tools", r"broom|shovel|tool|cissors|marteau|tournevis|scie|pince|perceuse|meuleuse|mower|knife|fork|spoon|comb|brush|cepillo|keys|pencil|ruler|whisk|squeezer|utensil|tape|key|hose|stapler", 12),
    kind("vehicles", r"^Vehicles/|rowboat|biplane|train|truck", 8),
    kind("other", r"", 5),
)  # fmt: skip

# Natural colours, which vary less than those of things.
ALIVE = {"people", "animals", "plants"}

# Model, and the material whose faces strands grow on. "scalp" is found by place and colour where hair is painted on the skin's texture.
FUR = (
    (r"Reallusion-(boy|girl)|male-01|mannequin", r"hair"),
    (r"Reallusion-(?!lying)", "scalp"),
    (r"BlendSwap-CC-BY-bulldog", r"peau"),
    (r"(?<!clothes)-(cat|dog|horse2?|siameseCat|rabbit|deer)$", r"."),
    (r"CC-0-chicken$", r"chicken"),
    (r"teddyBear$", r"teddy"),
    (r"-doll$", r"texture|pink"),
    (r"broom$", r"hair"),
    (r"toiletBrush$", r"white"),
    (r"chapeau$|casquette$", r"firstcolor|textured"),
    (r"slippers$|gant-textured$|chaussette$|oriental-rug$|round-carpet$|bathmat$|doormat$|-puff$|towel\d?$|sleepingBag$|sneakers$|-bush$|esponja$|-robe$|blouson$", r"."),
)


@dataclass(frozen=True)
class View:
    """One picture to render. `fur` is the material that strands grow on, or nothing."""

    model: Model
    number: int
    fur: str

    @property
    def name(self) -> str:
        return f"{self.model.name}-{'fur-' if self.fur else ''}{self.number:02}"

    @property
    def size(self) -> int:
        return FUR_SIZE if self.fur else SIZE


def kind_of(model: Model) -> Kind:
    return next(each for each in KINDS if each.pattern.search(f"{model.category}/{model.name}"))


def fur_of(model: Model) -> str:
    return next((where for pattern, where in FUR if re.search(pattern, model.name)), "")


def planned(models: Iterable[Model]) -> Iterator[list[View]]:
    """Lists of views of one model, each list for one start of Blender. Round by round, so that an interrupted bank
    shows all models: four views of each model first, then doubling until every model has its number."""
    order = sorted(models, key=lambda model: KINDS.index(kind_of(model)))
    first, last = 0, 4
    while first < max(each.views for each in KINDS):
        for model in order:
            until = min(last, kind_of(model).views)
            for fur in ("", fur_of(model)) if fur_of(model) else ("",):
                if views := [View(model, number, fur) for number in range(first, until) if fur or not model.is_flat]:
                    yield views
        first, last = last, last * 2
