"""Expressions of written rulesets: the forms of each type.

`{card}` is a hole for an expression of this type, and `{bool|x:card}` for one in which `x` is the name of a card. `@x`
is a new name. A type with `?` can be missing. `LEAVES` has the names that the frame declares (`shells.yaml`).
"""

# The sets, by the type of their members.
SORTS = {"card": "cards", "player": "players", "side": "sides", "rank": "ranks", "suit": "suits", "colour": "colours"}

LEAVES: dict[str, tuple[str, ...]] = {
    "bool": ("true", "false", "flag", "options.strict", "(sw is on)", "(options.tie == filling)", "kept.odd"),
    "int": ("0", "1", "2", "3", "-2", "num", "direction", "options.bound", "level(2)", "calls.size", "pile.size"),
    "small": ("1", "2", "3"),
    "divisor": ("2", "3", "-3"),
    "number": ("num", "direction", "level(2)", "points(who)"),
    "card": ("kept",),
    "card?": ("maybe-card", "pile.top", "pile.bottom", "hand(who).first", "row.first", "lowest()"),
    "player": ("who", "next(who)", "previous(who)"),
    "player?": ("maybe-player",),
    "side": ("team", "side(who)"),
    "side?": ("maybe-side",),
    "rank": ("rk", "kept.rank", "options.best-rank"),
    "rank?": ("maybe-rank", "options.no-rank"),
    "suit": ("su", "options.best-suit"),
    "suit?": ("maybe-suit", "options.no-suit"),
    "colour": ("col",),
    "colour?": ("maybe-colour",),
    "int?": ("maybe-int", "options.maybe"),
    "shown": ("pile.top", "row.first", "shelf(2).bottom", "open.first"),
    "word": ("filling", "clearing", "what"),
    "mood": ("mood", "good"),
    "rule": ("sw", "too"),
    "cards": ("cset", "pack", "hand(who)", "pile", "row", "open", "shelf(2)", "hand(next(who))", "stock", "box.cards"),
    "players": ("players", "playing", "pset", "members(team)"),
    "sides": ("sides", "tset"),
    "ranks": ("ranks", "rset", "strong", "varied", "options.some-ranks"),
    "suits": ("suits", "sset", "options.some-suits", "dark"),
    "colours": ("colours", "colset"),
    "zone": ("pile", "row", "open", "shelf(1)", "hand(who)", "by-side(team)", "tops(rk)", "nook(what)", "spot"),
    "pile": ("pile", "stock", "shelf(1)", "shelf(3)", "covered", "tops(rk)", "tower(who, 1)"),
    "note": ("memo", "Note()"),
    "some": ("hand(who)", "shelf(2)"),
}

# What `with most` and `with least` compare: something about the member.
MEASURES = {
    "card": ("pips(@x.rank) + {int|x:card}", "order(@x.rank)"), "player": ("points(@x)", "hand(@x).size"),
    "side": ("tally(@x) - {small}",), "rank": ("order(@x)", "pips(@x)"), "suit": ("of-suit(@x)",),
    "colour": ("(count @d in pack where @d.colour == @x)",),
}  # fmt: skip

# `T` is each sort of member, and `S` the sets of these.
MEMBERS: dict[str, tuple[str, ...]] = {
    "bool": (
        "{T} == {T}", "{T} != {T}", "{T?} == {T}", "{T?} != {T?}", "{T} in {S}", "{T?} in {S}", "{T?} not in {S}",
        "({S} + {T}) in {S}", "({S} - {T}) not in {S}", "{S} is empty", "{S} is not empty", "{S} == {S}",
        "{S} != {S}", "maybe-T is some", "maybe-T is none", "(the @x in {S} where {bool|x:T}) is not none",
        "{T} in [{T}, {T}]",
        "any @x in {S}", "any @x in {S} where {bool|x:T}", "all @x in {S} where {bool|x:T}",
        "no @x in {S} where {bool|x:T}", "no @x in {S}",
    ),
    "int": (
        "count @x in {S}", "count @x in {S} where {bool|x:T}", "count @x in {S} where {bool|x:T} with most {M}",
        "count @x in {S} with least {M}", "sum {int|x:T} for @x in {S}", "sum {int|x:T} for @x in {S} where {bool|x:T}",
        "most {int|x:T} for @x in {S}", "least {int|x:T} for @x in {S}", "most {int|x:T} for @x in {S} where {bool|x:T}",
        "least {int|x:T} for @x in {S} where {bool|x:T}", "{S}.size", "({S} & {T}).size",
    ),
    "S": (
        "those @x in {S} where {bool|x:T}", "those @x in {S} with most {M}", "those @x in {S} with least {M}",
        "those @x in {S} where {bool|x:T} with most {M}", "{S} + {S}", "{S} - {S}", "{S} & {S}", "{S} + {T}",
        "{S} - {T}", "{S} - {T?}", "{S} & {T}", "[{T}, {T}]", "[{T}]",
    ),
    "T": ("sure_T({T?})", "{T} if {bool} else {T}"),
    "T?": ("{S}.first", "the @x in {S} where {bool|x:T}", "the @x in {S} with most {M}", "the @x in {S} with least {M}",
           "{T} if {bool} else {T?}", "{T} if {bool} else none"),
}  # fmt: skip

# Domains with members that no set type has; each is gone through by all of `ROUNDS`.
DOMAINS = {
    "1..{small}": "int", "{number}..{int}": "int", "duty": "word", "calls": "note", "seats from {player}": "player",
    "seats after {player}": "player", "{small} cards of {some} at most 7": "cards",
    "1..2 cards of {some} at most 7": "cards", "turns": "player", "rules": "rule", "[1, 3..5]": "int", "{zone}": "card",
}  # fmt: skip
ROUNDS: dict[str, tuple[str, ...]] = {
    "bool": ("any @x in {D} where {bool|x:T}", "all @x in {D} where {bool|x:T}", "no @x in {D} where {bool|x:T}"),
    "int": ("count @x in {D} where {bool|x:T}", "sum {int|x:T} for @x in {D}", "most {int|x:T} for @x in {D}",
            "least {int|x:T} for @x in {D} where {bool|x:T}", "sum {int|x:T} for @x in {D} where {bool|x:T}"),
}  # fmt: skip

PLAIN: dict[str, tuple[str, ...]] = {
    "bool": (
        "{bool} and {bool}", "{bool} or {bool}", "not {bool}", "{bool} if {bool} else {bool}", "{bool} == {bool}",
        "{bool} != {bool}", "{int} == {int}", "{int} != {int}", "{int} < {int}", "{int} <= {int}", "{int} > {int}",
        "{int} >= {int}", "{rank} < {rank}", "{rank} <= {rank}", "{rank} > {rank}", "{rank} >= {rank}",
        "{rank} < {digit}", "{int?} == {int}", "{int?} is some", "{int?} is none", "cset in {cards}", "{players} in {players}",
        "{sides} in {sides}", "{ranks} not in {ranks}", "{suits} in {suits}", "{colours} in {colours}", "{number} in 1..{small}",
        "{number} not in [1, 3..5]", "{number} in {number}..{int}", "{rank} in {rankspan}", "{rank} not in [{rankspan}]",
        "{rank} in {rank}..{rank}", "{rank} in [{letter}, {digit}]", "{rank?} == {digit}", "{rank} != {digit}",
        "{digit} in {ranks}", "{suit} == {suitliteral}", "{suit?} in [{suitliteral}, {suitliteral}]",
        "{colour} == {colourliteral}", "{colour?} in [{colourliteral}]",
        "{card} == {face}", "{card?} == {face}", "{card?} != {face}", "{card} in [{face}, {face}]",
        "{card?} not in [{face}]", "{face} in {cards}", "{face} not in {cards}", "[{face}, {face}] in {cards}",
        "{face} == {card}", "{cards} == [{face}, {face}]", "({card} as {face}) == {face}", "({card} as {card}).rank in {ranks}",
        "{zone} has cards", "{zone} has no cards", "{zone} is empty", "{zone} is not empty", "{zone} == {zone}",
        "{zone} != {zone}", "{card} in {zone}", "{cards} has cards", "{cards} has no cards", "face_up({card})",
        "{card} in lucky", "{card?} in options.wanted", "{card?} not in lucky", "lucky == {cards}",
        "{word} == {word}", "{word} in [filling, clearing]", "{word} not in [filling, clearing]", "{word} != clearing", '{word} == "any"',
        "{mood} == good", "{mood} != {mood}", "{mood} in [good, bad]", "{note}.mood == {mood}",
        "{player} in tset", "{player} not in sides + {side}", "side({player}) == {side}", "{note} == {note}", "{note} != {note}",
        "{note}.live", "is_meld({some})", "may lay({player}, {some})", "may put({player}, {card})",
        "may lay({player}, {face})", "possible pick({player})", "any @x in calls", "calls is empty", "turns is not empty",
        "{rule} is off", "{rule} is on", "{rule} is not on", "{rule} in in-force", "any @r in rules where @r is off",
        "{suit?} == {card}.suit", "{card?}.suit == {card}.suit", "{card?}.rank == {card?}.rank",
        "{card?}.colour == {card?}.colour", "alike({card}, {card})", "ending == undecided", "ending != spoilt",
        "{card}.odd", "any @p in seats after who", "{card} in {note}.place", "{player?} in {players}",
    ),
    "int": (
        "{int} + {int}", "{int} - {int}", "{int} * {small}", "{int} // {divisor}", "{int} mod {divisor}", "-{int}",
        "{int} if {bool} else {int}", "min({int}, {int})", "max({int}, {int})", "pips({rank})", "order({rank})",
        "pips({digit})", "order({letter})", "sure_int({int?})", "points({player})", "tally({side})", "tally({player})",
        "of-rank({rank})", "of-rank({digit})", "of-suit({suit})", "done({player}, {word})", "held({player}, {small})",
        "{card}.tag", "{note}.amount", "{pile}.size", "{zone}.size", "worth({card})", "loose({some})",
        "deadwood({some})", "deadwood({cards} & hand(who))", "deadwood(hand(who))", "count @w in {duties} where {bool|w:word}",
        "sum @x.place for @x in {pile}", "{note}.place.size", "turns.size",
        "most (pips(@x.rank) if {bool|x:card} else 0) for @x in {cards}", "{int} // {int}",
    ),
    "int?": ("{int} if {bool} else none", "{note}.bid"),
    "card": ("sure_card({face})", "{card} as {face}"),
    "card?": ("{pile}.top", "{pile}.bottom", "{zone}.first", "card_at({pile}, {int})", "card_at(row, {int})",
              "{note}.card", "the @x in {cards} where @x == {face}", ),
    "cards": ("of_rank({rank})", "of_rank({ranks})", "of_rank([{digit}, {letter}])", "of_suit({suit})",
              "of_suit({suits})", "{cards} - {face}", "{cards} + {face}", "{cards} & {face}", "[{face}, {face}]",
              "[{face}]", "{zone}.cards", "{pile} - {pile}.top", "melded({some})", "meld_of({card}, {some})",
              "lay_off({some} - shelf(2), shelf(2) & {some})",
              "lay_off({some} - shelf(2) - pile, shelf(2) - {some}, pile - {some})", "extra({player})", "cset if {bool} else {cards}",
              "those @x in {cards} where @x.rank in {ranks}", "those @x in {cards} with most pips(@x.rank)"),
    "some": ("those @x in hand(who) where {bool|x:card}", "hand({player})", "hand(who) - {card?}", "hand(who) & {cards}"),
    "player": ("next({player})", "previous({player})"),
    "player?": ("{note}.by", "{card}.by", "(seats from {player}).first", "(seats after {player}).first",
                "the @p in seats after {player} where {bool|p:player}",  "turns.last", "turns.first"),
    "players": ("members({side})", "members({sides})", "members({player})", "those @p in seats from {player} where {bool|p:player}", "{players} if {bool} else {players}"),
    "side": ("side({player})",),
    "sides": ("{sides} + {player}", "{sides} - {player}", "{sides} & {player}", "tset if {bool} else {sides}"),
    "rank": ("{letter}", "{card}.rank"),
    "rank?": ("{card?}.rank", "{note}.rank"),
    "ranks": ("[{letter}, {digit}]", "[{rank}, {rankspan}]", "{ranks} - {letter}", "rset if {bool} else {ranks}"),
    "suit": ("{suitliteral}",),
    "suit?": ("{card}.suit", "{card?}.suit"),
    "suits": ("[{suitliteral}]", "{suits} - {suitliteral}", "{suits} + {suit?}", "{suits} if {bool} else sset"),
    "colour": ("colour_of({suit})",),
    "colour?": ("{card}.colour", "{card?}.colour"),
    "colours": ("[{colourliteral}]", "{colours} if {bool} else colset"),
    "word": ("{word} if {bool} else {word}", "{note}.role"),
    "duties": ("duty",),
    "mood": ("{note}.mood", "{card}.feels", "{mood} if {bool} else bad"),
    "zone": ("hand({player})", "by-side({side})", "tops({rank})", "nook({word})", "shelf({small})",
             "by-suit({suit})", "{zone} if {bool} else {zone}", "{note}.place"),
    "pile": ("shelf({small})", "tops({rank})", "tops({digit})", "tower({player}, 2)"),
    "note": ("Note(amount: {int}, live: {bool})", "Note(by: {player?}, card: {card?})",
             "Note(bid: {int?}, role: {word}, rank: {rank?})", "Note(mood: {mood}, place: {zone})",
             "{note} but (amount: {int})", "{note} but (live: {bool}, bid: {int?})", "{note} if {bool} else {note}",
             "(calls.last if calls.last is some else memo)", "(calls.first if calls.first is some else memo)",
             "(calls({small}) if calls.size >= 3 else memo)"),
}  # fmt: skip

# For cards that count as others, where a mark `guise` says as which.
GUISED: dict[str, tuple[str, ...]] = {
    "bool": ("{card}.guise is some", "{card}.guise == {face}", "{card} == {card}.guise", "({card} as {face}) == {card}",
             "({card} as {face}) in {cards}", "{card} in [{face}, {card} as {face}]", "{note}.card == {face}",
             "[{card} as {face}] == [{card}]", "{face} in [{card} as {face}]"),
    "int": ("[{card} as {face}, {card}].size", "pips(({card} as {card}).rank)"),
    "card": ("({card} as {face}) as {card}", "{card} as {face} if {bool} else {card}"),
    "card?": ("[{card} as {face}].first", "calls.last.card if calls.last is some else {card?}"),
}  # fmt: skip


def expressions(guises: bool) -> dict[str, list[str]]:
    """Return all forms of each type."""
    forms = {type_: list(listed) for type_, listed in PLAIN.items()}
    for type_, listed in GUISED.items() if guises else ():
        forms[type_] += listed
    for member, members in SORTS.items():
        for kind, listed in MEMBERS.items():
            of = {"T": member, "T?": f"{member}?", "S": members}.get(kind, kind)
            for form in listed:
                for measure in MEASURES[member] if "{M}" in form else ("",):
                    text = form.replace("sure_T", f"sure_{member}").replace("{M}", measure).replace("|x:T", f"|x:{member}")
                    text = text.replace("maybe-T", f"maybe-{member}").replace("{T}", f"{{{member}}}").replace("{T?}", f"{{{member}?}}")
                    forms.setdefault(of, []).append(text.replace("{S}", f"{{{members}}}"))
    for domain, member in DOMAINS.items():
        for kind, listed in ROUNDS.items():
            forms[kind] += [form.replace("{D}", domain).replace("|x:T", f"|x:{member}") for form in listed]
    return forms
