"""Files that a test writes."""

from pathlib import Path


def write(path: str | Path, text: str) -> Path:
    """Write a file, with the folders above it."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
