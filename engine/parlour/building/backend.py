"""The build backend: setuptools, after preparing the shipped rulesets (`preparing`).

A separate process with a fixed hash seed prepares the rulesets, so that builds are reproducible. If it fails, Parlour
is built without prepared rulesets and only answers more slowly. An editable install has none: whoever edits the engine
or the rulesets would soon make them useless. The setting `prepare` names the only games to prepare, for a faster build:
`pip install . -C prepare=crazy-eights,ct`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ENGINE = Path(__file__).resolve().parents[2]
PREPARED = ENGINE / "parlour" / "_data" / "prepared"
COPIES = ENGINE.parent / "build" / "lib"  # setuptools would also pack modules here that are gone from the engine

Settings = Mapping[str, Any] | None


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    prepare((config_settings or {}).get("prepare", ""))
    shutil.rmtree(COPIES, ignore_errors=True)
    name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name


def prepare(games: str = "") -> None:
    """Write the file of prepared entries in a process of its own, for some games or all; if that fails, leave none."""
    path = os.pathsep.join(filter(None, (str(ENGINE), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "parlour.building.preparing", str(PREPARED), *games.replace(",", " ").split()]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        PREPARED.unlink(missing_ok=True)
        print(f"can't prepare the rulesets: {done.stderr.strip()}", file=sys.stderr)
