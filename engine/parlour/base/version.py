"""The version of the installed Parlour."""

from __future__ import annotations


def own_version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and rarely needed

    try:
        return version("parlour")
    except PackageNotFoundError:
        return "(not installed)"
