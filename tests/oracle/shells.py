"""The documents of a written ruleset: a frame with every section, rules that play switches or that it always uses, a
game, and a game that extends it. `<<name>>` is a place for something written."""

from __future__ import annotations

FRAME = """\
frame: shell
title: A random game
text: It has everything.
extends: table
players: 2..4
sides: {4: [[1, 3], [2, 4]]}
deck: {each: game, <<deck>>}
seats: {out: game, direction: spell}
names: {w: duty, z: zone, "x y": player}
<<sections>>
types:
  duty: [filling, clearing, any]
  mood: {is: [good, bad], text: mood}
records:
  Spare: {half: {type: int}, whole: {type: int or none}}
  Note:
    by: {type: player or none, text: who}
    bid: {type: int or none}
    card: {type: card or none}
    rank: {type: rank or none}
    place: {type: zone}
    amount: {type: int, default: 1}
    live: {type: bool, default: true}
    role: {type: duty}
    mood: {type: mood, default: bad}
options:
  strict: {type: bool, default: <<strict>>, text: strict}
  bound: {type: int, in: 1..5, default: 3, text: bound}
  maybe: {type: int or none, in: 1..5, default: none, text: maybe}
  no-rank: {type: rank or none, default: none, text: no rank}
  best-rank: {type: rank, default: <<letter>>, text: a rank}
  some-ranks: {type: ranks, default: [<<letter>>, <<digit>>], text: ranks}
  <<suit_options>>
  wanted: {type: cards, default: [<<face1>>, <<face2>>], text: cards}
  tie: {type: [clearing, filling], default: filling, text: tie, values: {clearing: clear it, filling: fill it}}
possible:
  - {require: options.bound <= 5 and players.size < 5, says: too many}
zones:
  hand(player): {seen: <<seen>>, text: hand, also-called: cards, sorted-by: [order(c.rank)]}
  stock: {ordered: true}
  pile: {seen: everybody, ordered: true, counted: everybody}
  open: {seen: everybody}
  row: {seen: everybody, columns: 5}
  covered: {ordered: true, turns: true, seen: <<seen2>>}
  shelf(1..3): {seen: everybody, ordered: true}
  tower(player, 1..2): {seen: [owner, top], ordered: true}
  by-side(side): {seen: side, counted: [owner, partners]}
  tops(rank): {seen: top, ordered: true}
  <<by_suit>>
  nook(duty): {seen: last-batch, turns: true}
  tight: {seen: everybody, ordered: true, room: 2 + 1}
  trick: {seen: everybody, ordered: true, led-by: who}
  base: {seen: everybody, ordered: true<<never_empty>>}
state:
  <<state>>
marks:
  tag: {type: int, inside: [hand, pile, open, row, shelf], seen: everybody, text: tag}
  odd: {type: bool, inside: [pile, shelf, hand], seen: everybody, default: <<strict>>}
  by: {type: player or none, inside: [pile, shelf, tops]}
  feels: {type: mood, inside: [hand, tops, row], default: bad, seen: owner}
  near: {type: rank or none, inside: pile, default: none, seen: nobody}
  <<guise>>
logs:
  calls: {of: Note, room: 60 + options.bound, each: game, seen: everybody, text: calls, shows: "{by} {amount}"}
  turns: {of: player, room: 80, seen: everybody}
shows:
  state: {if: flag, line: "{num} and {who}"}
  wealth(p): "you have {points(p)}"
classes:
  strong: {of: rank, starts: [<<letter>>, <<digit>>], text: strong, shown: true}
  varied: {of: rank, starts: [<<letter>>], text: varied}
  lucky: {of: card, starts: [<<face1>>, <<face2>>], adds: [<<face3>>]}
  <<dark>>
groups:
  match: it must match
  closed: {text: not for now, closed: true}
endings:
  spoilt: somebody spoilt it
  done-with: it is done
outcome:
  total: num
  tallied(side): tally(side)
  pointed(player): points(player) + hand(player).size
facets:
  after: {text: After, by: c, takes: steps, after: "put(p, c)", words: it does something}
  ahead: {text: Ahead, by: c, takes: steps, before: "put(p, c)"}
  worth: {text: Worth, by: c, takes: value, function: worth(c)}
  of rank: {text: Of a rank, by: c.rank, takes: value, function: ranked(c)}
  counts as: {text: Guise, by: c, takes: value, function: faces(c)}
  if: {text: Only if, by: c, takes: condition, may: "put(p, c)", clauses: {unless-it: {forbid: not value, says: no}}}
  play:
    text: Where
    by: c
    takes: [anywhere, nowhere]
    may: put(p, c)
    clauses: {anywhere: {allow: true, despite: [match]}, nowhere: {forbid: <<nowhere>>, group: match}}
<<melding>>
powers:
  <<powers>>
functions:
  <<sure>>
  lowest(): box.first
  alike(c, d): |
    let like = <<alike>>
    like or c.rank == d.rank
  loose(cs): |
    let a = <<loose1>>
    let b = a + <<loose2>>
    let few = <<loose3>>
    a * 2 - b + few.size
  worth(c): pips(c.rank)
  ranked(c): pips(c.rank) + worth(c)
  extra(p): <<extra>>
  faces(c): none
  must(): required
procedures:
  put(p, c): move c to <<landing>>
  lay(p, cs): move cs to open
  count_up(n): num += n
  slap(p): points(p) += 1
  "switched(p, x: rule)": switch on x
  moment(p): nothing
  tidy(p, c): |
    <<tidy>>
  toss(p): |
    <<toss>>
  measure(p): |
    <<measure>>
stages:
  game: |
    shuffle box into stock
    deal 4 from stock to each hand
    deal 3 from stock to pile
    deal 2 from stock to row
    deal 2 from stock to open
    deal 2 from stock to covered
    deal 2 from stock to shelf(2)
    deal 1 from stock to base
    <<setup>>
    resume here with who
    while rounds < 3:
      rounds += 1
      for p in playing: play spell(p)
      if rounds == 2: play tour(who)
      if rounds < 3: ask extra(who)
    champions = those p in players with most <<champions>>
    <<over>>
  spell(p): |
    ask pick(p)
    <<spell>>
    measure(p)
  tour(p): |
    num += 1
    resume here with p as tour
    points(p) -= 1
  trip(p): |
    num += 1
    <<trip>>
prompts:
  pick(p): |
    <<pick>>
    include more(p)
    wait only if nothing else: nothing
  more(p): |
    more for c in hand(p) where <<more>> does put(p, c)
    <<both>>
    lay-one for c in hand(p) where <<lay_one>> does lay(p, [c])
  extra(p): |
    "an extra for {p} or {side(p)}?"
    include drop(p) where <<extra_where>>
    <<extra_actions>>
    else: num -= 1
  drop(p): |
    drop for c in hand(p): move c to box
    drop-open "drop {c}" for c in open: move c to box
  react(p): |
    slap if <<slap>> blind else count_up(<<small>>)
    hold quiet: next
may:
  put(p, c):
    odd: {forbid: <<put1>>, group: match, says: "{c} is odd", text: odd cards}
    other: {forbid: <<put2>>, unless-stuck: true}
    fine: {allow: <<put3>>, despite: [<<despite>>], says: it is fine}
  slap(p), lay(p, cs):
    both: {forbid: <<both_forbid>>, group: closed}
  lay(p, cs):
    few: {forbid: <<lay>>}
  slap(p):
    late: {forbid: <<late>>}
<<misplay>>
when:
  <<moment1>> put(p, c):
    if: <<when1>>
    do: |
      <<do1>>
  <<moment2>> pick(p):
    - if: <<when2>>
      do: |
        <<do2>>
    - |
      <<do3>>
  instead of tidy(p, c):
    if: <<when3>>
    do: |
      <<do4>>
      <<proceed1>>
  instead of trip(p):
    if: <<when4>>
    do: |
      <<do5>>
      <<proceed2>>
  before spell(p): |
    <<do6>>
  instead of spell(p):
    if: <<when5>>
    do: |
      num += 1
      proceed
  instead of extra(p):
    if: <<when6>>
    do: |
      num -= 1
      <<proceed1>>
"""

SW = """\
rule: sw
title: A switched rule
for: shell
text: It is on or off.
options:
  few: {type: int, in: 1..3, default: 2, text: few}
state:
  own: {type: int, seen: everybody}
  <<own_state>>
marks:
  seal: {type: int, inside: [hand, pile], seen: everybody}
when:
  <<sw_moment>>:
    if: <<sw_test>>
    do: |
      own += options.few
      <<sw_steps>>
  before tidy(p, c): |
    <<sw_tidy>>
may:
  lay(p, cs):
    sw-clause: {forbid: <<sw_clause>>, group: match}
  put(p, c):
    odd: {instead: true, forbid: <<sw_odd>>}
classes:
  varied: {adds: [<<sw_adds>>], removes: [<<sw_removes>>]}
functions:
  worth(c): {when: <<sw_case>>, is: own + 7}
  extra(p): {union: <<sw_union>>}
  lowest(): {instead: <<sw_lowest>>}
procedures:
  count_up(n): {instead: num += n + own}
powers:
  <<sw_powers>>
prompts:
  pick(p): |
    sw-action if <<sw_offer>>: own += 2
with:
  too:
    may:
      lay(p, cs):
        both-rules: {forbid: <<sw_with>>}
"""

TOO = """\
rule: too
title: Another rule
for: shell
needs: [sw]
text: It needs the first.
when:
  <<too_moment>>:
    if: <<too_test>>
    do: |
      <<too_steps>>
    later-than: [sw]
  after moment(p): num += 1
functions:
  worth(c): {when: <<too_case>>, is: 9, over: [sw]}
prompts:
  pick(p): |
    instead act1 <<too_action>>
"""

FIXED = """\
rule: fixed
title: A rule for the whole game
for: shell
text: It is always on.
group: fixing
set: {bound: 4}
options:
  strict: {type: bool, default: false, text: strict}
zones:
  tower(player, 1..2): {instead: true, seen: <<seen3>>, counted: <<seen4>>, ordered: true}
  annex: {seen: everybody, ordered: true, room: 2}
classes:
  lucky: [<<fixed_lucky>>]
endings:
  done-with: {instead: it is over}
state:
  gift(player): {instead: true, type: card or none, each: game, seen: <<seen3>>}
marks:
  feels: {instead: true, type: mood, inside: [hand, tops, row], default: bad, seen: <<seen4>>}
logs:
  turns: {instead: true, of: player, room: 90, each: game, seen: nobody}
records:
  Spare: {instead: true, half: {type: int, default: 7}, whole: {type: suit or none}}
types:
  mood: {instead: true, is: [good, bad], text: its mood}
groups:
  match: {instead: true, text: it has to match}
outcome:
  total: {instead: num * 2}
facets:
  if: {instead: true, text: Only if, by: c, takes: condition, may: "put(p, c)", clauses: {unless-it: {forbid: not value, unless-stuck: true}}}
<<fixed_cards>>
functions:
  extra(p): {union: annex.cards}
procedures:
  moment(p): {instead: "<<fixed_moment>>"}
prompts:
  extra(p): |
    fixed-action: <<fixed_step>>
when:
  after extra(p): moment(p)
  <<fixed_when>>:
    do: |
      <<fixed_steps>>
    later-than: [shell]
"""

GAME = """\
game: plain-random
title: Random game before its changes
extends: shell
uses: [fixed, spare]
main: match
<<game_seats>>
set: {maybe: <<maybe>>, fixed.strict: true}
options:
  bound: {instead: true, type: int, in: 1..5, default: 4, text: bound}
functions:
  must(): {instead: num + 3}
"""

LAST = """\
game: random-game
title: Random game
extends: plain-random
<<uses>>
switchable: [sw, too]
without: [spare]
stages:
  <<last_stage>>
prompts:
  <<last_prompt>>
may:
  slap(p):
    late: {instead: true, forbid: <<last_late>>}
"""

SPARE = """\
rule: spare
title: A rule that the last game leaves out
for: shell
text: Nothing.
when:
  before game: num = 99
"""
