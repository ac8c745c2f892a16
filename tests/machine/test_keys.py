"""Keys of zones and variables: ranges that a table decides, and their names in examples."""

from pathlib import Path

from three_ways import Small


def test_a_range_by_an_option_and_by_the_number_of_players(tmp_path: Path) -> None:
    sections = """
    options:
      piles: {type: int, in: 1..5, default: 2, text: piles}
    zones:
      pile(1..options.piles): {seen: everybody, ordered: true}
      row(1..players.size + 1): {seen: everybody}
    state:
      x: {type: int}
    """
    small = Small(
        tmp_path,
        """
        for n in 1..options.piles: deal n from box to pile(n)
        for n in 1..players.size + 1: deal n from box to row(n)
        x = pile(options.piles).size * 10 + row(players.size + 1).size
        """,
        sections,
    )
    assert small.ends() == {**dict.fromkeys(["champions", "ending", "winners"], 0), **_variables(small, 2, 23)}
    assert _variables(small, 3, 24)
    assert _variables(small, 2, 53, piles=5)


def _variables(small: Small, players: int, x: int, **options: int) -> dict[str, int]:
    end = small.ends(dict(options), players)
    assert isinstance(end, dict)
    assert end["x"] == x
    return end
