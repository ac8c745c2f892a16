"""The list of moves reveals nothing hidden from the player who chooses, or `check` prints a note."""

from __future__ import annotations

from pathlib import Path

from three_ways import Small, findings_of

SECTIONS = """
state:
  luck(player): {type: int, seen: owner}
  open-luck(player): {type: int, seen: everybody}
  brow-luck(player): {type: int, seen: others}
  kept: {type: cards, seen: everybody}
zones:
  hand(player): {seen: owner}
  stock: {seen: nobody, ordered: true}
  secret: {seen: nobody, counted: nobody, ordered: true}
  brow(player): {seen: others, counted: others}
  pile: {seen: everybody, ordered: true}
  row(player): {seen: nobody, columns: 4, turns: true}
marks:
  hint: {type: int, inside: brow, seen: everybody}
  doubt: {type: int, inside: brow, seen: others}
functions:
  first(): the p in players
  "shown(r)": any c in pile where c.rank == r
  "holds(q, r)": any c in hand(q) where c.rank == r
  "ranks_of(q)": those r in ranks where any c in hand(q) where c.rank == r
  "lit(q, r)": any c in brow(q) where c.rank == r
  "lit_beside(p, q, r)": q != p and any c in brow(q) where c.rank == r
  "aces(q)": of_rank(A)
  "cards_of(q)": those c in hand(q) where c.suit == ♥
may:
  clause(p, c):
    no: {forbid: "any d in hand(next(p)) where d.rank == c.rank", says: no}
  own(p, c):
    no: {forbid: "any d in hand(p) where d.rank == c.rank and d != c", says: no}
  beside(p, q):
    own: {forbid: q == p, says: no}
"""
PROMPT = """\
  act_{n}(p): |
    {action}
    else: nothing
  other_{n}(q): |
    include act_{n}(q)
    pass: nothing
"""
TOLD = [
    ("go for r in ranks where any c in hand(next(p)) where c.rank == r: nothing", "the cards in `hand`"),
    ("go for q in players, r in ranks where q != p and holds(q, r): nothing", "the cards in `hand`"),
    ("go for r in ranks_of(next(p)): nothing", "the cards in `hand`"),
    ("go if stock has cards and stock.top.rank == 7: nothing", "the cards in `stock`"),
    ("go if K♠ in hand(next(p)): nothing", "the cards in `hand`"),
    ("go if stock.bottom == K♠: nothing", "the cards in `stock`"),
    ("go if cards_of(next(p)) has cards: nothing", "the cards in `hand`"),
    ("go if (sum pips(c.rank) for c in stock) > 9: nothing", "the cards in `stock`"),
    ("go if luck(next(p)) > 3: nothing", "the variable `luck`"),
    ("go if secret.size > 3: nothing", "the number of cards in `secret`"),
    ("clause for c in hand(p): nothing", "the cards in `hand`"),
    ("go if any c in brow(p) where c.rank == 7: nothing", "the cards in `brow`"),
    ("go if brow(p).size == 1: nothing", "the number of cards in `brow`"),
    ("go if brow-luck(p) > 3: nothing", "the variable `brow-luck`"),
    ("go if any c in brow(p) where c.doubt > 1: nothing", "the mark `doubt` of cards"),
    ("go for q in players where any c in brow(q) where c.rank == 7: nothing", "the cards in `brow`"),
    ("go for q in players, r in ranks where lit(q, r): nothing", "the cards in `brow`"),
    ("go for q in playing where brow-luck(q) > 3: nothing", "the variable `brow-luck`"),
    ("go for q in players where any c in brow(q) where c.doubt > 1: nothing", "the mark `doubt` of cards"),
    ("go if any q in players where any c in brow(q) where c.suit == ♥: nothing", "the cards in `brow`"),
]
FAIR = [
    "go if hand(next(p)).size == 1: nothing",
    "go if stock has cards: nothing",
    "go if stock is empty or stock.top is none: nothing",
    "go for q in players where q != p and (count c in hand(q)) > 2: nothing",
    "go for c in hand(p) where holds(p, 7) and c.rank != K: nothing",
    "go for r in ranks_of(p): nothing",
    "go for r in ranks where shown(r): nothing",
    "go if K♠ in hand(p) and luck(p) > 3: nothing",
    "go if open-luck(next(p)) > 3: nothing",
    "go for c in row(next(p)) where face_up(c) and c.rank == 7: nothing",
    "go for k in places of stock: nothing",
    "own for c in hand(p): nothing",
    "go: luck(p) = pips(stock.top.rank) if stock has cards else 0",
    "go if any c in brow(next(p)) where c.rank == 7: nothing",
    "go if brow-luck(next(p)) > 3: nothing",
    "go if any c in brow(p) where c.hint > 1: nothing",
    "go for q in players where q != p and any c in brow(q) where c.rank == 7: nothing",
    "go for q in players, r in ranks where q != p and lit(q, r): nothing",
    "go for q in players, r in ranks where lit_beside(p, q, r): nothing",
    "beside for q in players where any c in brow(q) where c.rank == 7: nothing",
    "go if any q in players where q != p and brow-luck(q) > 3: nothing",
    "go if (count q in players where q != p and any c in brow(q) where c.rank == 7) > 1: nothing",
]
def test_what_tells_something_hidden_is_noted_once(tmp_path: Path) -> None:
    cases = {**dict(TOLD), **dict.fromkeys(FAIR)}
    named = [f"go_{n} {action[3:]}" if action.startswith("go ") else action for n, action in enumerate(cases)]
    prompts = "".join(PROMPT.format(n=n, action=action) for n, action in enumerate(named))
    steps = "shuffle box into stock\ndeal 2 from stock to each hand\nfor p in players:\n"
    steps += "\n".join(f"  ask other_{n}(p)" for n in range(len(cases)))
    small = Small(tmp_path, steps, f"{SECTIONS}prompts:\n{prompts}")
    lines = small.path.with_name("small.yaml").read_text(encoding="utf-8").splitlines()
    told: dict[str, list[str]] = {action: [] for action in named}
    findings = small.findings()
    assert [d for d in findings if d.severity == "error"] == []
    for note in (d for d in findings if d.code == "tells-hidden"):
        at = note.related[0].span if note.related else note.span  # of a clause, the action is related
        assert at is not None
        told[lines[at.line - 1].strip()].append(note.message)
        assert (note.span is not None and note.span.text.startswith("no")) == bool(note.related)
    for (action, what), words in zip(cases.items(), told.values(), strict=True):
        assert [f"depends on {what}" in each for each in words] == [True] * (what is not None), action


LISTED = [
    ("p", "go for c in stock: nothing", "stock"),
    ("p", "go for c in stock where c.rank == 7: nothing", "stock"),
    ("p", "go for c in hand(next(p)): nothing", "hand"),
    ("next(p)", "go for c in hand(p): nothing", "hand"),
    ("p", "go for q in players, c in hand(q) where q != p and c.rank == 7: nothing", "hand"),
    ("p", "go for c in brow(p): nothing", "brow"),
    ("p", "go for c in stock.cards & of_rank(A): nothing", "stock"),
]
UNLISTED = [
    ("p", "go for c in hand(p): nothing"),
    ("p", "go for c in pile: nothing"),
    ("p", "go for q in players, c in hand(q): nothing"),
    ("p", "go for c in hand(p) + stock where c in hand(p): nothing"),
    ("p", "go for c in row(next(p)) where face_up(c): nothing"),
    ("p", "go for k in places of stock: nothing"),
    ("p", "go if 1 == 2 for c in stock: nothing"),
    ("next(p)", "go for c in hand(next(p)): nothing"),
    ("next(next(p))", "go for c in hand(p): nothing"),
    ("p", "go for c in brow(next(p)): nothing"),
    ("p", "go for c in pack where c in hand(p): nothing"),
    ("p", "go for c in of_suit(♥) & hand(p): nothing"),
    ("p", "go for c in kept & hand(p): nothing"),
    ("p", "go for c in kept where c in hand(p): nothing"),
    ("p", "go for c in those c in pack where c in hand(p): nothing"),
    ("p", "go for c in faces of pack: nothing"),
    ("p", "go for c in faces of [8♦, K♠], n in 1..2: nothing"),
]


ANYWHERE = (
    "c in pack", "c in of_rank(A)", "c in [8♦, K♠]", "c in pack - hand(p)", "c in hand(p) + of_suit(♥)",
    "c in those c in pack where c.rank == 8", "cs in groups of pack", "cs in 2 cards of of_rank(K)",
    "cs in runs of of_suit(♥) where cs.size == 3", "c in (hand(p) if p == first() else of_rank(2))", "c in aces(p)",
    "c in kept", "cs in 1..2 cards of kept - hand(p)",
)  # fmt: skip


def test_hidden_cards_can_not_be_offered(tmp_path: Path) -> None:
    hidden = "`go` offers cards from `{}` that the player who chooses can't see"
    anywhere = "`go` offers cards wherever they are, also some that the player who chooses can't see"
    cases = {(asked, action): hidden.format(zone) for asked, action, zone in LISTED}
    cases |= {("p", f"go for {chosen}: nothing"): anywhere for chosen in ANYWHERE}
    refused = len(cases)
    cases |= dict.fromkeys(UNLISTED, "")
    steps = [f"for p in players:\n  ask {asked}:\n    {action}\n    else: nothing" for asked, action in cases]
    found = findings_of(tmp_path, steps, SECTIONS[: SECTIONS.index("may:")], before="shuffle box into stock")
    told = [[d.message for d in each if d.severity == "error"] for each in found]
    assert dict(zip(cases, told, strict=True)) == {case: [words] if words else [] for case, words in cases.items()}
    assert refused == 20
