"""Steps and actions of written rulesets, as forms with holes (`forms.py`).

`{steps}` is a block, `{step}` a single step, and «…» the braces of a line for players. The first words say where a form
fits: `ASKS` can't be in hooks or attempts, `CALLS` not in the procedures that it calls, and `LEAVES` only in a stage.
"""

QUIET = (
    "nothing", 'what = "any"', "num = {int}", "num += {small}", "num -= {int}", "flag = {bool}", "kept = {card}",
    "kept = {face}", "who = {player}", "team = {side}", "team = {player}", "rk = {rank}", "rk = {digit}", "su = {suit}",
    "col = {colour}", "what = {word}", "memo = {note}", "mood = {mood}", "maybe-card = {card?}", "maybe-int = {int?}",
    "maybe-rank = {rank?}", "maybe-rank = {digit}", "maybe-suit = {suit?}", "maybe-player = {player?}",
    "maybe-side = {side?}", "maybe-colour = {colour?}", "maybe-card = none", "cset = {cards}", "cset += {cards}",
    "cset -= {face}", "cset += {card}", "cset -= {cards}", "pset = {players}", "pset -= {player}", "pset += {players}",
    "rset += {rank}", "rset = {ranks}", "rset -= {ranks}", "rset = [{rankspan}]", "sset = {suits}", "sset -= {suit}",
    "sset += {suits}", "tset = {sides}", "tset += {side}", "tset -= {side}", "tset -= {player}", "colset = {colours}", "colset += {colour}",
    "colset -= {colours}", "spot = {zone}", "if {bool}: spot = shelf({small})", "points({player}) += {int}",
    "tally({side}) = {int}", "tally({player}) -= 1", "of-rank({rank}) += 1", "of-rank({digit}) = {int}",
    "of-suit({suit}) += 1", "done({player}, {word}) -= {small}", "held({player}, {small}) = {int}",
    "level({small}) = {int}", "gift({player}) = {card?}", "{card}.tag = {int}", "{card}.by = {player}",
    "{card}.tag += 1", "{card}.odd = {bool}", "{card}.feels = {mood}", "{card}.near = {rank?}",
    "let @x = {int}\nnum = @x + 1", "let @x = {cards}\ncset = @x - {face}", "let @x = {card}\n@x = {card}\nkept = @x",
    "let @x = {cardface}\nflag = kept in @x", "let @x = {bool}\nif @x: num += 1", "let @x = 1\n@x += {int}\nnum = @x",
    "let @x = {zone}\nnum = @x.size", "let @x = {note}\nmemo = @x but (amount: 2)", "if {bool}:\n  {steps}",
    "if {bool}:\n  {steps}\nelif {bool}:\n  {steps}\nelse:\n  {steps}", "if {bool}:\n  {steps}\nelse:\n  {steps}",
    "for @x in {cards} where {bool|x:card}:\n  num += {int|x:card}",
    "for @x in {cards}:\n  @x.tag += 1", "for @p in {players}:\n  points(@p) += {int|p:player}",
    "for @p in seats after who where {bool|p:player}:\n  {steps}", "for @p in seats from {player}:\n  points(@p) -= 1",
    "for @x in {ranks}:\n  num += pips(@x)", "for @x in calls where {bool|x:note}:\n  num += @x.amount",
    "for @x in turns:\n  points(@x) += 1", "for @n in 1..{small}:\n  level(@n) += {int|n:int}",
    "for @x in {sides} with most tally(@x):\n  team = @x", "for @x in {cards} with least order(@x.rank):\n  cset -= @x",
    "for @w in duty:\n  done(who, @w) += 1", "for @x in {suits}:\n  of-suit(@x) += 1", "for @x in {colours}: col = @x",
    "for @p in players:\n  who = @p\n  if {bool}: stop", "for @c in {zone}: num += @c.tag",
    "repeat {small} times:\n  {steps}", "repeat {number} times: num += 1",
    "repeat:\n  num += 1\nuntil {bool} limit 3\notherwise:\n  {steps}",
    "repeat:\n  let @x = {int}\n  num += 1\nuntil @x > 2 limit {small}\notherwise:\n  num = 0",
    "while num < {int} limit 4:\n  num += 1\notherwise:\n  nothing",
    "move {card} to {zone}", "move {cards} to pile", "move {face} to open", "move {cards} to hand({player})",
    "move {zone} to pile at bottom", "move {card} to pile at bottom",
    "if pile.size >= 2: move {card} to shelf({small}) at 0", "if pile.size > 3: move {cards} - pile to pile at 2",
    "move pile to covered face down", "move [{face}, {face}] to stock", "move {cards} to covered face up",
    "move {card} to covered face down", "let @x = {card?}\nif @x is some: move @x to open", "move {cards} to nook({word})",
    "if row.first is some: move row.first to by-side({side})", "if row.size < 5: move kept & open to row",
    "if row.size == 0: move {card} to row at {small}", "let @x = pile.top\nif @x is some: move pile from @x to shelf(3)",
    "let @x = shelf(2).bottom\nif @x is some: move shelf(2) from @x to covered at 0 face up",
    "move {cards} - hand(who) to tops({rank})", "move {card} to tops({digit})", "move {cards} & hand(who) to by-suit({suit})",
    "if tight.size < 3: move {card} to tight", "move {pile} to tower({player}, 1)", "move spot to open",
    "deal {small} from stock to each hand", "deal 1 from stock to each hand from {player}", "deal {small} from stock to pile",
    "deal {number} from stock to open", "deal 1 from pile to shelf({small})", "turn up covered", "turn down covered",
    "turn up {cards} & covered", "let @x = covered.top\nif @x is some: turn up @x", "show {cards} to {player}",
    "show {card} to everybody", "show hand(who) to {players}", 'say "«{int}» for «{player}»«{bool}: , and «{rank}»»"',
    'say to {player} "you have «{cards}»"', 'say to {players} "«{word}» «{side}»"',
    "log calls(by: {player}, amount: {int})", "log calls(card: {card?}, live: {bool})", "log calls(rank: {rank?})",
    "log turns({player})", "reverse direction", "switch on sw", "switch off sw", "switch on {rule}", "switch off rules",
    "switch on rules", "for @r in rules where @r is off:\n  switch on @r", "if playing.size > 2: who leaves game",
)  # fmt: skip

GUISED = (
    "if pile.top is some: pile.top counts as {face}", "for @c in open: @c counts as {face}",
    "move {card} as {face} to pile", "{card} counts as {card}", "{card}.guise = {card?}", "{card}.guise = none",
    "kept = {card} as {face}", "gift({player}) = {card} as {face}", "memo = memo but (card: {card} as {face})",
    "log calls(card: {card} as {face})", "for @x in [{card} as {face}]: kept = @x", "cset = [{card} as {face}]",
    "let @x = {card} as {face}\nmove @x to {zone}", "let @x = {card} as {face}\n@x = {card}\nmaybe-card = @x",
    "let @x = {card} as {face}\nif @x.rank == {rank}: @x.tag += 1", "move [{card} as {face}] to open",
)  # fmt: skip
GUISED_ACTIONS = (
    "for @c in guises of open: move @c to pile", "for @c in guises of pile where {bool|c:card}: kept = @c",
    "for @c in guises of row: {step}", '"beat «{shown}»": {step}', "for @c in open: maybe-card = @c",
    "for @c in guises of hand(p), @d in hand(p) where @c != @d: memo = memo but (card: @c)",
    '"name «@x»" for @x in faces of open where @x.rank == kept.rank: cset = @x',
)

RANDOM = (
    "num = random 1..6", "num = random 1..{small}", "who = random players", "kept = random pack", "rk = random ranks",
    "let @x = {cards}\nif @x is not empty: kept = random @x", "if hand(who) has cards: kept = random hand(who)",
    "shuffle stock", "shuffle pile into stock", "shuffle {cards} into stock", "shuffle covered",
)  # fmt: skip

CALLS = (
    "toss({player})",     "tidy({player}, {card})", "count_up({small})", "attempt:\n  {steps}\n  {steps}\nkeep if {bool}\nelse:\n  {steps}",
    "attempt:\n  move {cards} to open\n  num += 1\nkeep if {bool}", "attempt:\n  tidy({player}, {card})\nkeep if {bool}",
    "attempt:\n  let @x = {int}\n  num += @x\nkeep if @x > 1",
)  # fmt: skip

ASKS = (
    "ask pick({player})", "ask extra({player})", "play trip({player})", "repeat 2 times:\n  {steps}\n  if {bool}: stop",
    "poll @p in seats after who where {bool|p:player}:\n  stop-it if {bool|p:player}: {step}\n  let-it: next\n  else: {step}",
    "poll react(@p) for @p in seats after {player}:\n  else: {step}", "poll react(@p) for @p in seats from {player}",
    "poll @p in {players}: grab quiet: next",
    "ask first @p in playing where {bool|p:player}:\n  grab: {step}\n  leave-it: next",
    "ask first react(@p) for @p in players", "ask first react(@p) for @p in playing where {bool|p:player}:\n  else: num = 0",
    "ask together @p in players:\n  one: num += 1\n  two \"two «@n»\" for @n in 1..2 where {bool|n:int}: points(@p) += @n\n"
    "  three if {bool|p:player}: {step}",
    "ask together @p in playing where {bool|p:player}:\n  \"a card for «@p»\"\n  include more(@p)\n  wait: nothing",
    "ask {player}:\n  \"say «{int}» «{int} > 1: or «{player}»»\"\n  up \"up «@n»\" for @n in 1..3 where {bool|n:int}:\n"
    "    {steps}\n  down only if nothing else: nothing\n  else: nothing",
    "ask {player}: yes: {step}", "let lap = 0\nwhile lap < 2 limit 9:\n  ask pick({player})\n  lap += 1\n"
    "repeated:\n  num = 1", "repeat:\n  ask first react(@p) for @p in players\n  num += 1\nuntil {bool} limit 2\n"
    "repeated:\n  num = 1\notherwise:\n  num = 2",
)  # fmt: skip

ENDS = ("if {bool}: end spell", "if {bool}: end spell as spoilt")

ACTIONS = (
    "for @c in hand(p) where {bool|c:card}: move @c to pile", "for @c in hand(p) does put(p, @c)",
    "for @c in hand(p) does lay(p, [@c])", "for @c in hand(p) does put(@c)", "if {bool} for @c in hand(p): {step}",
    "for @c in row: {step}", "for @c in pile - pile.top where {bool|c:card}: {step}",
    "for @q in players where @q != p and {bool|q:player}: who = @q",
    "for @q in playing, @n in 1..2 where {bool|n:int}: points(@q) += @n", "for @q in seats after p: who = @q",
    "for @s in sides where {bool|s:side}: team = @s", "for @r in ranks where {bool|r:rank}: rk = @r",
    "for @u in suits where {bool|u:suit}: su = @u", "for @u in colours: col = @u", "for @w in duty: what = @w",
    "for @n in 1..{small} where @n > {int}: level(@n) += 1", "for @n in [1, 4..6]: num = @n",
    "for @cs in groups of hand(p) where {bool|cs:cards}: move @cs to open",
    "for @cs in groups of hand(p) where @cs.size >= 2 does lay(p, @cs)", "for @cs in melds of hand(p): move @cs to open",
    "for @cs in melds of hand(p) where {bool|cs:cards} does lay(p, @cs)",
    "for @cs in runs of hand(p) where @cs.size >= {small}: cset = @cs", "for @cs in double runs of hand(p): cset = @cs",
    "for @cs in triple runs of hand(p): cset = @cs", "for @cs in 2 cards of hand(p) where {bool|cs:cards}: cset = @cs",
    "for @cs in 0..2 cards of hand(p): cset += @cs", "for @cs in 2..3 cards of hand(p) where @cs.size == 2: cset -= @cs",
    "for @cs in 1..{small} cards of hand(p) where all @x in @cs where {bool|x:card} does lay(p, @cs)",
    "for @c in guises of hand(p) where {bool|c:card}: {step}", "for @c in guises of hand(p) does put(p, @c)",
    "for @x in faces of pack where @x.rank in {ranks}: cset = @x", "for @x in faces of of_rank({rank}): flag = kept == @x or @x in open",
    "for @x in faces of {cards}: move @x & open to hand(p)", "for @x in faces of {cards} where @x in hand(p) does lay(p, @x)",
    "for @k in places of pile: num = @k", "for @k in places of row where {bool|k:int}: num = @k",
    "for @c in hand(p), @d in hand(p) where @c != @d and @c.rank == @d.rank: cset = [@c, @d]",
    '"give «@c» to «@q»" for @c in hand(p), @q in players where @q != p: move @c to hand(@q)', '"do it «{int}»": {step}',
    "if {bool}:\n  {steps}", "if {bool} does slap(p) blind else count_up(1): {step}", "does slap(p) blind: {step}",
    "if {bool} only if nothing else: {step}", "for @r in rules where @r is off: switch on @r", "does slap(p) blind",
    "for @x in rules does switched(@x)", "does tidy(p, {card})", "if flag quiet: nothing", "if {bool}: ask react(p)",
)  # fmt: skip
