"""The cells that ordered zones reserve in a state."""

from pathlib import Path

from parlour.table.layout import layout_of
from three_ways import Small


def test_a_zone_reserves_only_its_room(tmp_path: Path) -> None:
    zones = "zones:\n  pile(1..7): {{ordered: true{}}}\n"
    sizes = [
        layout_of(Small(tmp_path / name, "nothing", zones.format(room)).program(), 2).size
        for name, room in (("large", ""), ("small", ", room: 19"))
    ]
    assert sizes[0] - sizes[1] == 7 * (54 - 19)  # the pack has two jokers


def test_zones_that_reserve_much_share_a_space(tmp_path: Path) -> None:
    """Ten ordered zones have 55 cells each, with the box; with five more they share a cell for each of 54 cards."""
    zones = "zones:\n  pile(1..{}): {{ordered: true}}\n"
    few, many = (
        layout_of(Small(tmp_path / str(number), "nothing", zones.format(number)).program(), 2) for number in (9, 14)
    )
    assert (few.shares, many.shares) == (False, True)
    assert few.where - few.first_cell_of_zones == 10 * 55
    assert many.where - many.first_cell_of_zones == 15 + 54
