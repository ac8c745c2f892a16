"""The ranks that the house rules of a mix are about, so that `a heart` means another card."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.documents.composition import Document
from parlour.game import Game
from parlour.lang import syntax as s
from parlour.lang.rule_ranks import own_ranks, ranks_named


def special_ranks(game: Game) -> frozenset[str]:
    """Return the ranks that some house rule is about."""
    rules = [document for document in game.composition.documents if document.kind == "rule"]
    return frozenset[str]().union(*(ranks_of(game, rule) for rule in rules))


def ranks_of(game: Game, rule: Document) -> frozenset[str]:
    """Return the ranks that a rule is about: by a power or a class, by an option, or by its functions."""
    design = game.program.deck.design
    return own_ranks(rule, design) | ranks_named([*_chosen(game, rule), *_in_functions(game, rule)], design)


def _chosen(game: Game, rule: Document) -> Iterator[str]:
    """Yield the ranks and cards that the options of a rule name."""
    for option in game.composition.options.values():
        if option.document.id == rule.id and option.type.kind in ("rank", "ranks", "cards"):
            value = option.data
            yield from map(str, value if isinstance(value, list) else [value])


def _in_functions(game: Game, rule: Document) -> Iterator[str]:
    """Yield what the functions of a rule compare with ranks, such as `J` in `c.rank == J`."""
    own = [member for member in game.composition.sections["functions"] if member.document is rule]
    if not own:
        return
    from parlour.lints.member_texts import texts_of  # slow to import, and needed for these rules only

    for member in own:
        for text in texts_of(game.composition, member):
            for node in s.walk(text.syntax):
                if isinstance(node, s.Binary) and isinstance(node.left, s.Field) and node.left.name == "rank":
                    yield node.right.span.text
