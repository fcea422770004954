"""What do the vectors say? Every loader fails when it finds nothing."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent.parent / "vectors"


@cache
def json_lines(name: str) -> list[dict[str, Any]]:
    with gzip.open(FOLDER / name, "rt", encoding="utf-8") as file:
        found = [json.loads(line) for line in file]
    assert found, f"{name} is empty"
    return found


@cache
def rule_cases(category: str) -> list[dict[str, Any]]:
    everything = json.loads((FOLDER / "rules.json").read_text(encoding="utf-8"))
    found = [case for case in everything["vectors"] if case["category"] == category]
    assert len(found) == everything["categories"][category] > 0
    return found


@cache
def preset_values() -> dict[str, Any]:
    found = json.loads((FOLDER / "presets.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    assert found["presets"]
    return found
