"""docs/gallery.md has every game and house rule, as the rulesets describe them."""

import gallery
from parlour.library.library import Library


def test_the_gallery_is_what_the_rulesets_say() -> None:
    written = gallery.PAGE.read_text(encoding="utf-8")
    assert written == gallery.page(), "run `python tests/gallery.py`"


def test_every_game_and_rule_is_there_once_with_its_text_filled_in() -> None:
    written = gallery.PAGE.read_text(encoding="utf-8")
    for id in Library([gallery.ROOT / "rulesets"]).ids("game", "rule"):
        heads = [line for line in written.splitlines() if line.startswith((f"`{id}`,", f"`{id}`."))]
        assert len(heads) == 1, id
    assert "{" not in written


def test_a_rule_shows_its_other_names_and_its_options() -> None:
    written = gallery.PAGE.read_text(encoding="utf-8")
    section = written.partition("\n#### Jacks skip\n")[2].partition("\n#### ")[0]
    assert "- `jack-skips.ranks`: " in section
    assert "also called" in written
