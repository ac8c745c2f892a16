"""The mix of a suggested example, in the words of an example."""

from __future__ import annotations

from pathlib import Path

from parlour.examples.mixing import ExampleMix
from parlour.mutation.suggestions import of_mix
from scaffold.mixes import LIBRARY


def test_a_rule_in_a_file_of_another_name_goes_by_its_id(tmp_path: Path) -> None:
    """Examples find rules by their ids, so they can be pasted."""
    path = tmp_path / "kings.yaml"
    path.write_text("rule: no-kings-first\ntitle: No kings first\nfor: eights\ntext: Nobody begins with a king.\n")
    mix = ExampleMix("crazy-eights", (path, "queen-draws-four"), (), (), LIBRARY)
    assert of_mix(mix) == ["in: crazy-eights", "with: [no-kings-first, queen-draws-four]"]
