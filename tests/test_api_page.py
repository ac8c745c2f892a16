"""docs/api.md names everything that `parlour` offers."""

import dataclasses
import re
from pathlib import Path

import pytest

import parlour

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```$", "", PAGE, flags=re.MULTILINE | re.DOTALL)
CODE = {word for code in re.findall(r"`([^`]+)`", PROSE) for word in re.findall(r"[A-Za-z_]+", code)}
OF_THE_ENGINE = {
    "Library": {
        "beside", "digest", "find", "has", "hides_others", "home", "knows", "rules_for", "search", "with_texts"
    },
}


def public(cls: type) -> set[str]:
    """The fields, attributes and methods that a class of the engine has by itself."""
    own = {name for base in cls.__mro__ if base.__module__.startswith("parlour") for name in vars(base)}
    if dataclasses.is_dataclass(cls):
        own |= {field.name for field in dataclasses.fields(cls)}
    return {name for name in own if not name.startswith("_")} - OF_THE_ENGINE.get(cls.__name__, set())


@pytest.mark.parametrize("name", parlour.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    thing = getattr(parlour, name)
    assert name in CODE
    if isinstance(thing, type):
        assert public(thing) <= CODE, public(thing) - CODE


def test_type_hints_are_included() -> None:
    assert (ROOT / "engine" / "parlour" / "py.typed").exists()
    assert '"parlour" = ["py.typed"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
