"""Writes the model's `manifest.json` and the run's record from what training, export and evaluation left.

`python3 manifest.py --run NAME --detail NAME --version 0.1.0`, after export.py, export_detail.py and evaluate.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
from pathlib import Path

import torch

from detail import Detail
from encoder import PACKAGE, SHA256, VERSION
from net import ClearcutNet
from train import MEAN, STD

HERE = Path(__file__).parent


def file_of(path: Path) -> dict[str, str | int]:
    content = path.read_bytes()
    return {"file": path.name, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def parameters(net: torch.nn.Module) -> int:
    return sum(p.numel() for p in net.parameters())


def trained(state: Path) -> dict:
    """Steps, passes, time and starts of a run."""
    done = torch.load(state, map_location="cpu", weights_only=False)["done"]
    return {"steps": done["step"], "image_passes": done["passes"], "image_passes_by_size": done["passes_by_size"],
            "training_minutes": round(done["seconds"] / 60, 1), "starts": done["starts"], "mean_of": done.get("mean_of", [])}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True)
    parser.add_argument("--runs", type=Path, default=HERE / "runs")
    parser.add_argument("--model", type=Path, default=HERE.parent.parent / "inference-worker" / "models" / "clearcut-2")
    parser.add_argument("--version", required=True)
    parser.add_argument("--size", type=int, default=352)
    parser.add_argument("--detail", required=True, help="run of the detail network")
    parser.add_argument("--detail-size", type=int, default=448)
    parser.add_argument("--no-subject-below", type=float, required=True, help="chosen from evaluate.py's no_subject_below table")
    args = parser.parse_args()

    folder = args.runs / args.run
    scores = json.loads((folder / "scores.json").read_text())
    model, detail = file_of(args.model / "model.onnx"), file_of(args.model / "detail.onnx")
    record = {
        "run": args.run, "version": args.version, "model_sha256": model["sha256"], "detail_sha256": detail["sha256"],
        "parameters": {"model": parameters(ClearcutNet()), "detail": parameters(Detail())},
        "encoder": {"package": PACKAGE, "version": VERSION, "sha256": SHA256}, "torch": torch.__version__, "machine": platform.machine(),
        **trained(folder / "state.pt"), "detail": {"run": args.detail, **trained(args.runs / args.detail / "state.pt")}, "scores": scores,
    }  # fmt: skip
    records = HERE / "records"
    records.mkdir(exist_ok=True)
    (records / f"{args.model.name}.json").write_text(json.dumps(record, indent=2) + "\n")

    own = {name: {k: v for k, v in value.items() if k in ("pictures", "iou", "mae", "boundary")} for name, value in scores["clearcut-2"].items()
           if isinstance(value, dict) and "iou" in value}  # fmt: skip
    manifest = {
        "name": "clearcut-2", "version": args.version, **model, "licence": "Apache-2.0",
        "input": {"name": "image", "width": args.size, "height": args.size, "resize": "fill", "range": "0..1", "mean": MEAN, "std": STD},
        "output": {"name": "alpha", "normalise": "none"},
        "noSubjectBelow": args.no_subject_below, "closerLook": True,
        "detail": detail | {"width": args.detail_size, "height": args.detail_size},
        "training": {"script": "tools/training", "record": f"tools/training/records/{args.model.name}.json",
                     "data": "training-data.csv", "validation": "validation-split.csv", "scores": own},
    }  # fmt: skip
    (args.model / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    print(json.dumps(manifest, indent=2))


if __name__ == "__main__":
    main()
