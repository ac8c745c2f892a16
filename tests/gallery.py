"""The gallery, docs/gallery.md: every family, game and house rule, with its text and its options in words.

The text of a rule is as it reads in the smallest mix that has the rule. Run as a script, this writes the page:
`python tests/gallery.py`.
"""

import textwrap
from collections.abc import Iterator
from pathlib import Path

from parlour.documents.composition import Composition, Document, scalars
from parlour.documents.prose import options_by_name, setting_in_words, text_of
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.mixing.compose import compose
from parlour.mixing.smallest import mixes_for

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "gallery.md"
WIDTH = 100
HEAD = """# Games and house rules

Use this page to choose a game and the house rules for it. For each family you find its games, then
the house rules that work in them. The last parts have rules for several families. Add a rule by its
id:

```sh
parlour rules crazy-eights --with jack-skips
parlour play crazy-eights --with jack-skips --auto
```

A rule can have options, each listed here by its name and its value when you set nothing:
`--set jack-skips.ranks=10` changes one. The script `tests/gallery.py` writes this page from the
rulesets.
"""


def page() -> str:
    library = Library([ROOT / "rulesets"])
    frames, games, rules = (_documents(library, kind) for kind in ("frame", "game", "rule"))
    parts = [HEAD]
    played = {_frame_of(game, games) for game in games}
    for frame in sorted(frames, key=lambda frame: frame.id not in played):
        parts.append(f"## {frame.title}\n")
        parts += _frame(frame, library)
        for game in games:
            if _frame_of(game, games) == frame.id:
                parts += _game(game, library)
        own = [rule for rule in rules if _named(rule, "for")[0] == frame.id]
        if own:
            parts.append(f"### House rules for `{frame.id}`\n")
            for rule in own:
                parts += _rule(rule, library)
    return "\n".join(parts)


def _documents(library: Library, kind: str) -> list[Document]:
    found = (load(listed.path)[0] for listed in library.listed() if listed.kind == kind)
    return sorted((document for document in found if document is not None), key=lambda d: d.title.casefold())


def _named(document: Document, section: str) -> list[str]:
    return [item.value for item in scalars(document.node.get(section))]


def _frame_of(game: Document, games: list[Document]) -> str:
    """Return the frame of a game, which can extend other games."""
    by_id = {other.id: other for other in games}
    while (id := _named(game, "extends")[0]) in by_id:
        game = by_id[id]
    return id


def _frame(frame: Document, library: Library) -> Iterator[str]:
    composition, _ = compose(library, frame.id)
    yield _paragraph(_text(frame, composition))
    yield from _options(frame, composition)


def _game(game: Document, library: Library) -> Iterator[str]:
    composition, _ = compose(library, game.id)
    assert composition is not None, f"{game.id} can be composed"
    yield f"### {game.title}\n"
    yield _paragraph(f"`{game.id}`{_remarks(game)}. {_text(game, composition)}")
    for words, later in (("Its house rules", False), ("Players make and repeal these", True)):
        rules = [use.rule for use in composition.uses if composition.holds_at_start(use.rule) != later]
        if rules:
            titles = sorted((rule.title for rule in rules), key=str.casefold)
            yield _paragraph(f"{words}: {'; '.join(titles)}.")
    settings = [
        f"- `{name}`: {setting_in_words(setting)}"
        for name, setting in options_by_name(composition).items()
        if setting.set_by is game or setting.document is game
    ]
    yield from _list(settings)


def _rule(rule: Document, library: Library) -> Iterator[str]:
    composition = next(_smallest(rule, library), None)
    group = _named(rule, "group")
    place = f", one of the group `{group[0]}`" if group else ""
    others = _named(rule, "for")[1:]
    also = f", also for {' and '.join(f'`{frame}`' for frame in others)}" if others else ""
    yield f"#### {rule.title}\n"
    yield _paragraph(f"`{rule.id}`{place}{also}{_remarks(rule)}. {_text(rule, composition)}")
    yield from _options(rule, composition)


def _smallest(rule: Document, library: Library) -> Iterator[Composition]:
    for mix in mixes_for(rule, library, rule.id):
        composition, _ = compose(library, mix.subject, mix.with_)
        if composition is not None:
            yield composition


def _remarks(document: Document) -> str:
    """Return its other names, and whether it is experimental."""
    names = _named(document, "also-called")
    called = f", also called {', '.join(names)}" if names else ""
    return called + (", experimental" if _named(document, "status") == ["experimental"] else "")


def _text(document: Document, composition: Composition | None) -> str:
    return text_of(document, composition) if composition is not None else document.text


def _options(document: Document, composition: Composition | None) -> Iterator[str]:
    settings = options_by_name(composition).items() if composition is not None else ()
    own = [(name, setting) for name, setting in settings if setting.document.id == document.id]
    yield from _list([f"- `{name}`: {setting_in_words(setting)}" for name, setting in own])


def _list(items: list[str]) -> Iterator[str]:
    if items:
        yield "".join(_paragraph(item, indent="  ") for item in items)


def _paragraph(text: str, indent: str = "") -> str:
    wrapped = textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(wrapped) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
