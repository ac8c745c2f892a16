"""The page of `parlour test --html`. `scenes/coverage.yaml` has the reports."""

import re
from pathlib import Path

from scaffold.files import write
from scaffold.terminal import run

RULE = """\
rule: kings-draw
title: Kings draw
for: eights
text: After a King the next player draws <two> cards.
when:
  after play(p, c):
    if: c.rank == K
    do: draw(next(p), 2)
examples:
  - name: the next player draws two cards
    in: crazy-eights
    given: {pile: 9♦, hand 1: K♦ 4♠, hand 2: 4♣ 6♠, to move: 1}
    moves: ["1: play K♦"]
    then: {hand 2 size: 4}
"""


def test_the_page_has_each_line_with_its_state(tmp_path: Path) -> None:
    rule, page = write(tmp_path / "kings-draw.yaml", RULE), tmp_path / "coverage.html"
    assert run("test", str(rule), "--html", str(page)).code == 0
    html = page.read_text(encoding="utf-8")
    assert "draws &lt;two&gt; cards" in html  # a ruleset can't put anything into the page
    hook = next(line for line in html.splitlines() if "after play(p, c):</code>" in line)
    assert hook.startswith('<details class="line part">')
    assert "after play(p, c): condition never false" in hook
    assert "examples: …" in html
    assert "the next player draws two cards</code>" not in html
    assert not re.search(r"<script|<link|src=|https?:", html)
    assert "prefers-color-scheme: dark" in html
    assert 'name="viewport"' in html
