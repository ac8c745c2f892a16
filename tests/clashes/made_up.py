"""A small family for clashes, with rules made up for tests: play a card on the pile, the first without cards wins. The
examples lay out the cards that each rule is about."""

from pathlib import Path
from shutil import copytree

from parlour.comparison.comparing import Comparer
from parlour.library.library import Library

FAMILY = Path(__file__).parent / "family"
RULES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((FAMILY / "rules").glob("*.yaml"))}


def comparer(folder: Path) -> Comparer:
    """A comparer of the family, in a folder of its own."""
    write(folder)
    library = Library.standard(folder)
    subject, _ = library.find("lay", ("frame",))
    assert subject is not None
    return Comparer(library, subject)


def write(folder: Path) -> None:
    copytree(FAMILY, folder, dirs_exist_ok=True)
