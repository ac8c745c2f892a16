"""Loops over many games in one call: whole games, single steps, lists of moves. Each game is a state in memory.

    batch(cells, begin, stride, seed, first, count, most, policy, lengths, endings, results, states, fired)

plays games. `begin` is the state that the first game begins from, and each other one `stride` bytes behind that of the
game before; it is null for new games. `states` may be null. The length of a game that generated Python must play is -1,
and so is the ending of a cut-off game. The seeds are those of `parlour.playouts.player`.

    advanced(cells, states, actions, count, seed, numbers, seats, masks, seen, everything, done, rewards, left)

takes an action in each game of a batch: a number of `parlour.table.action_numbers`, LOOK or BEGIN. `numbers` are those
of the next games; `everything` may be null. Behind each state there is room for cells. `left` says what generated
Python must do: NOTHING, STEP, START or SEE, with all that follows.

    steps(cells, states, answers, count, done)           answers the questions of states, in place
    listed(cells, states, count, moves, room, counts)    lists their moves in at most `room` cells for each

An answer is what `linear.SingleStep` says, followed by the values of its choice in so many cells as the action with the
most slots has. If generated Python must repeat a step or a list, the state stays as it is, and `done` or the count is
-1; otherwise `done` is 0. `cells` is memory for one game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.native.extra_cells import ExtraCells
from parlour.table.chance import PRIME
from parlour.table.layout import OVER, QUESTION, RANDOM

LOOK, BEGIN = -1, -2  # in the place of an action
NOTHING, STEP, START, SEE = range(4)  # what is left to do: a whole step, to begin a game and look, or to look

_LOOP = """
define void @$name(ptr noalias %cells, $params) nounwind {
entry:
  %r = alloca [$registers x $t]
$first
  br label %head
head:
  %g = phi i64 [0, %entry], [%g1, %next]
  %more = icmp slt i64 %g, %count
  br i1 %more, label %play, label %done
play:
  %offset = mul i64 %g, $stride
  %state = getelementptr i8, ptr $states, i64 %offset
$before
$taking
  %at_list = getelementptr $t, ptr %r, i64 $list_at
  store $t $list, ptr %at_list
$body
next:
  %g1 = add i64 %g, 1
  br label %head
done:
  ret void
}
"""

_MIX = """
define internal i64 @mix(i64 %z0) alwaysinline nounwind {
  %a = lshr i64 %z0, 30
  %b = xor i64 %z0, %a
  %c = mul i64 %b, -4658895280553007687
  %d = lshr i64 %c, 27
  %e = xor i64 %c, %d
  %f = mul i64 %e, -7723592293110705685
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  ret i64 %h
}

define internal i64 @next_state(i64 %h, i64 %limb) alwaysinline nounwind {
  %a = add i64 %h, %limb
  %b = add i64 %a, -7046029254386353131
  %c = call i64 @mix(i64 %b)
  %d = urem i64 %c, $last
  %e = add i64 %d, 1
  ret i64 %e
}
"""

_BATCH_PARAMS = "ptr %begin, i64 %stride, i64 %seed, i64 %first, i64 %count, i64 %most, i64 %policy, ptr %lengths, ptr %endings, ptr %results, ptr %states, ptr %fired"

_BASE = """  %seed1 = add i64 %seed, -7046029254386353131
  %base = call i64 @mix(i64 %seed1)
"""

_BATCH_FIRST = """  %new = icmp eq ptr %begin, null
  %from = select i1 %new, ptr @BEGINNING, ptr %begin
  %no_states = icmp eq ptr %states, null
"""

_SEEDED = """  %odd = shl i64 %i, 1
  %game_limb = add i64 %odd, 1
  %game = call i64 @next_state(i64 %base, i64 %game_limb)
  %random = call i64 @next_state(i64 0, i64 %game)
  %w_random = $widen i64 %random to $t
  %at_random = getelementptr $t, ptr %r, i64 $random
  store $t %w_random, ptr %at_random
"""

_BATCH = """  %i = add i64 %first, %g
$seeded
  %chooser_limb = add i64 %odd, 2
  %chooser = call i64 @next_state(i64 %base, i64 %chooser_limb)
  %w_chooser = $widen i64 %chooser to $t
  %at_chooser = getelementptr $t, ptr %r, i64 $chooser
  store $t %w_chooser, ptr %at_chooser
  %w_policy = $widen i64 %policy to $t
  %at_policy = getelementptr $t, ptr %r, i64 $policy
  store $t %w_policy, ptr %at_policy
  %w_most = $widen i64 %most to $t
  %w_length = call $t @playout(ptr %s, ptr %r, $t %w_most)
  %length = $narrow $t %w_length to i64
  %at_length = getelementptr i64, ptr %lengths, i64 %g
  store i64 %length, ptr %at_length
  %row = mul i64 %g, $results
  %at_question = getelementptr $t, ptr %r, i64 $question
  %w_question = load $t, ptr %at_question
  %over = icmp eq $t %w_question, $over
  %at_end = getelementptr $t, ptr %r, i64 $ending
  %w_end = load $t, ptr %at_end
  %n_end = $narrow $t %w_end to i64
  %ending = select i1 %over, i64 %n_end, i64 -1
  %at_ending = getelementptr i64, ptr %endings, i64 %g
  store i64 %ending, ptr %at_ending
  br i1 %over, label %tell, label %keep
tell:
  %k = phi i64 [0, %play], [%k1, %told]
  %another = icmp slt i64 %k, $results
  br i1 %another, label %told, label %keep
told:
  %w_k = $widen i64 %k to $t
  %w_result = call $t @outcome(ptr %s, ptr %r, $t %w_k)
  %result = $narrow $t %w_result to i64
  %place = add i64 %row, %k
  %at_result = getelementptr i64, ptr %results, i64 %place
  store i64 %result, ptr %at_result
  %k1 = add i64 %k, 1
  br label %tell
keep:
  %at_fault = getelementptr $t, ptr %s, i64 $fault
  %w_fault = load $t, ptr %at_fault
  %wrong = icmp ne $t %w_fault, 0
  br i1 %wrong, label %mark, label %right
mark:
  store i64 -1, ptr %at_length
  br label %right
right:
  br i1 %no_states, label %keep_rules, label %keep_state
keep_state:
$giving
  %kept_offset = mul i64 %g, $state_bytes
  %at_state = getelementptr i8, ptr %states, i64 %kept_offset
  call void @llvm.memcpy.p0.p0.i64(ptr %at_state, ptr %s, i64 $state_bytes, i1 false)
  br label %keep_rules
keep_rules:
$firing
  br label %next"""

_COPIED = """  %s = getelementptr i8, ptr %cells, i64 0
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %state, i64 $state_bytes, i1 false)
  %rest = getelementptr i8, ptr %s, i64 $state_bytes
  call void @llvm.memset.p0.i64(ptr %rest, i8 0, i64 $rest_bytes, i1 false)
"""

_ANSWER = """  %answer_offset = mul i64 %g, $answer_bytes
  %at_answer = getelementptr i8, ptr %answers, i64 %answer_offset
  %answer = load $t, ptr %at_answer
  %at_values = getelementptr $t, ptr %at_answer, i64 1
  %at_choice = getelementptr $t, ptr %s, i64 $choice
  call void @llvm.memcpy.p0.p0.i64(ptr %at_choice, ptr %at_values, i64 $choice_bytes, i1 false)"""

_STEPS = """  %w_result = call $t @step(ptr %s, ptr %r, $t %answer)
  %result = $narrow $t %w_result to i64
  %at_result = getelementptr i64, ptr %results, i64 %g
  store i64 %result, ptr %at_result
  %fine = icmp eq i64 %result, 0
  br i1 %fine, label %keep, label %next
keep:
$giving
  call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %s, i64 $state_bytes, i1 false)
  br label %next"""

_LISTED = """  %w_many = call $t @legal(ptr %s, ptr %r)
  %many = $narrow $t %w_many to i64
  %at_count = getelementptr i64, ptr %counts, i64 %g
  %too_many = icmp sgt i64 %many, %room
  %known = select i1 %too_many, i64 -1, i64 %many
  store i64 %known, ptr %at_count
  %some = icmp sgt i64 %known, 0
  br i1 %some, label %copy, label %next
copy:
  %row = mul i64 %g, %room
  %at_moves = getelementptr $t, ptr %moves, i64 %row
  %listed = getelementptr $t, ptr %s, i64 $moves
  %bytes = mul i64 %known, $bytes
  call void @llvm.memcpy.p0.p0.i64(ptr %at_moves, ptr %listed, i64 %bytes, i1 false)
  br label %next"""


_ADVANCED_PARAMS = "ptr %states, ptr %actions, i64 %count, i64 %seed, ptr %numbers, ptr %seats, ptr %masks, ptr %seen, ptr %everything, ptr %finished, ptr %rewards, ptr %left"

_IN_PLACE = """  %s = getelementptr i8, ptr %state, i64 0
  %rest = getelementptr i8, ptr %s, i64 $state_bytes
  call void @llvm.memset.p0.i64(ptr %rest, i8 0, i64 $anew_bytes, i1 false)
  %list = getelementptr $t, ptr %cells, i64 $list_cell
  %a_list = ptrtoint ptr %list to i64
  %a_state = ptrtoint ptr %s to i64
  %apart = sub i64 %a_list, %a_state
  %far = sdiv i64 %apart, $bytes
  %w_far = $widen i64 %far to $t
  %at_left = getelementptr i64, ptr %left, i64 %g
  store i64 0, ptr %at_left
"""

_ADVANCED = """  %at_action = getelementptr i64, ptr %actions, i64 %g
  %action = load i64, ptr %at_action
  switch i64 %action, label %act [i64 $action_look, label %look i64 $action_begin, label %start]
act:
  %begun = getelementptr $t, ptr %s, i64 $begun
  %begun_before = getelementptr $t, ptr %cells, i64 $begun
  call void @llvm.memcpy.p0.p0.i64(ptr %begun_before, ptr %begun, i64 $begun_bytes, i1 false)
  %w_action = $widen i64 %action to $t
  %arm1 = call $t @take_action(ptr %s, ptr %r, $t %w_action)
  %whole = icmp ne $t %arm1, 0
  br i1 %whole, label %step, label %look
step:
  call void @llvm.memcpy.p0.p0.i64(ptr %cells, ptr %s, i64 $state_bytes, i1 false)
  %arm = sub $t %arm1, 1
  %w_stepped = call $t @step(ptr %s, ptr %r, $t %arm)
  %fine = icmp eq $t %w_stepped, 0
  br i1 %fine, label %stepped, label %unable
stepped:
  %at_question = getelementptr $t, ptr %r, i64 $question
  %question = load $t, ptr %at_question
  %over = icmp eq $t %question, $over
  br i1 %over, label %ended, label %look
ended:
  %winners = call $t @winners(ptr %s, ptr %r)
  %at_fault = getelementptr $t, ptr %s, i64 $fault
  %fault = load $t, ptr %at_fault
  %sure = icmp eq $t %fault, 0
  br i1 %sure, label %rewarding, label %unable
rewarding:
  %w_many = call $t @llvm.ctpop.$t($t %winners)
  %many = $narrow $t %w_many to i64
  %divisor = sitofp i64 %many to double
  %portion = fdiv double 1.0, %divisor
  %share = fptrunc double %portion to float
  %reward_row = mul i64 %g, $players
  br label %reward
reward:
  %seat_k = phi i64 [0, %rewarding], [%seat_k1, %reward]
  %w_seat_k = $widen i64 %seat_k to $t
  %shifted = lshr $t %winners, %w_seat_k
  %wins = trunc $t %shifted to i1
  %prize = select i1 %wins, float %share, float 0.0
  %reward_place = add i64 %reward_row, %seat_k
  %at_reward = getelementptr float, ptr %rewards, i64 %reward_place
  store float %prize, ptr %at_reward
  %seat_k1 = add i64 %seat_k, 1
  %another = icmp slt i64 %seat_k1, $players
  br i1 %another, label %reward, label %rewarded
rewarded:
  %at_done = getelementptr i8, ptr %finished, i64 %g
  store i8 1, ptr %at_done
  br label %start
start:
  %at_number = getelementptr i64, ptr %numbers, i64 %g
  %i = load i64, ptr %at_number
  %i1 = add i64 %i, 1
  store i64 %i1, ptr %at_number
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr @BEGINNING, i64 $state_bytes, i1 false)
  call void @llvm.memset.p0.i64(ptr %rest, i8 0, i64 $rest_bytes, i1 false)
$renewing
  store $t %w_far, ptr %at_list
$seeded
  %w_started = call $t @step(ptr %s, ptr %r, $t 0)
  %at_first = getelementptr $t, ptr %r, i64 $question
  %first_question = load $t, ptr %at_first
  %asks = icmp ne $t %first_question, $over
  %well = icmp eq $t %w_started, 0
  %started = and i1 %asks, %well
  br i1 %started, label %look, label %unstarted
look:
  %mask_offset = mul i64 %g, $actions
  %mask = getelementptr i8, ptr %masks, i64 %mask_offset
  call void @llvm.memset.p0.i64(ptr %mask, i8 0, i64 $actions, i1 false)
  %a_mask = ptrtoint ptr %mask to i64
  %w_mask = $widen i64 %a_mask to $t
  %at_mask = getelementptr $t, ptr %r, i64 $mask
  store $t %w_mask, ptr %at_mask
  %seen_offset = mul i64 %g, $seen_bytes
  %seen_row = getelementptr i8, ptr %seen, i64 %seen_offset
  call void @llvm.memset.p0.i64(ptr %seen_row, i8 0, i64 $seen_bytes, i1 false)
  %a_seen = ptrtoint ptr %seen_row to i64
  %w_seen = $widen i64 %a_seen to $t
  %at_seen = getelementptr $t, ptr %r, i64 $row
  store $t %w_seen, ptr %at_seen
  %w_seat = call $t @look(ptr %s, ptr %r)
  %seat = $narrow $t %w_seat to i64
  %looked = icmp sge i64 %seat, 0
  br i1 %looked, label %all, label %unseen
all:
  %at_seat = getelementptr i64, ptr %seats, i64 %g
  store i64 %seat, ptr %at_seat
  %no_row = icmp eq ptr %everything, null
  br i1 %no_row, label %save, label %reveal
reveal:
  %all_row = getelementptr i8, ptr %everything, i64 %seen_offset
  call void @llvm.memset.p0.i64(ptr %all_row, i8 0, i64 $seen_bytes, i1 false)
  %a_all = ptrtoint ptr %all_row to i64
  %w_all = $widen i64 %a_all to $t
  store $t %w_all, ptr %at_seen
  %revealed = call $t @everything(ptr %s, ptr %r, $t %w_seat)
  br label %save
unseen:
  store i64 $left_see, ptr %at_left
  br label %save
save:
$giving
  br label %next
unable:
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %cells, i64 $state_bytes, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %begun, ptr %begun_before, i64 $begun_bytes, i1 false)
  store i64 $left_step, ptr %at_left
  br label %next
unstarted:
  store i64 %i, ptr %at_number
  store i64 $left_start, ptr %at_left
  br label %next"""


class GameLoops:
    """Writes loops for states that begin as `blank`."""

    def __init__(self, width: int, blank: Sequence[int], cells: ExtraCells, registers: Mapping[int, int]) -> None:
        self.width = width
        self.size = size = len(blank)
        self.blank = blank
        self.cells = cells
        self.registers = registers
        bytes_ = width // 8
        inside = [cell for cell in registers if cell < size]
        self._words: dict[str, object] = {
            "t": f"i{width}",
            "widen": "bitcast" if width == 64 else "sext",
            "narrow": "bitcast" if width == 64 else "trunc",
            "bytes": bytes_,
            "state_bytes": size * bytes_,
            "rest_bytes": (cells.moves - size) * bytes_,
            "list_at": registers[cells.list_at],
            "list": cells.list,
            "registers": len(registers),
            "random": registers[RANDOM],
            "question": registers[QUESTION],
            "over": OVER,
            "fault": cells.fault,
            "taking": "\n".join(self._copied("taken", cell, "s", cell, "r", registers[cell]) for cell in registers),
            "renewing": "\n".join(self._copied("new", cell, "s", cell, "r", registers[cell]) for cell in registers),
            "giving": "\n".join(self._copied("given", cell, "r", registers[cell], "s", cell) for cell in inside),
        }

    def playing(self, ending: int, results: int, firings: Sequence[int]) -> str:
        """`ending` and `firings` are the cells with the ending and the fired rules."""
        registers, cells = self.registers, self.cells
        words = {
            "chooser": registers[cells.chooser],
            "policy": registers[cells.policy],
            "results": results,
            "ending": registers[ending],
        }
        firing = "\n".join(self._firing(k, registers[cell], len(firings)) for k, cell in enumerate(firings))
        body = _filled(_BATCH, {"firing": firing, "seeded": _SEEDED})
        return self._beginning + self._loop(
            "batch", _BATCH_PARAMS, "%from", "%stride", body, words, first=_BATCH_FIRST + _BASE
        )

    @property
    def _beginning(self) -> str:
        """The state before a game, and what computes seeds."""
        entries = ", ".join(f"i{self.width} {v}" for v in self.blank)
        beginning = f"@BEGINNING = internal constant [{self.size} x i{self.width}] [{entries}]\n"
        return beginning + _filled(_MIX, {"last": PRIME - 1})

    def batching(self, actions: int, features: int, players: int) -> str:
        cells = self.cells
        words = {
            "begun": cells.begun,
            "begun_bytes": (cells.moves - cells.begun) * self.width // 8,
            "anew_bytes": (cells.begun - self.size) * self.width // 8,
            "row_bytes": cells.moves * self.width // 8,
            "list_cell": cells.list,
            "list": "%w_far",
            "actions": actions,
            "seen_bytes": 4 * features,
            "players": players,
            "mask": self.registers[cells.mask],
            "row": self.registers[cells.mask + 1],
            "action_look": LOOK,
            "action_begin": BEGIN,
            "left_step": STEP,
            "left_start": START,
            "left_see": SEE,
        }
        body = _filled(_ADVANCED, {"seeded": _SEEDED})
        return self._beginning + self._loop(
            "advanced", _ADVANCED_PARAMS, "%states", "$row_bytes", body, words, first=_BASE, before=_IN_PLACE
        )

    def stepping(self) -> str:
        words = {
            "answer_bytes": (1 + self.cells.slots) * self.width // 8,
            "choice": self.cells.choice,
            "choice_bytes": self.cells.slots * self.width // 8,
            "moves": self.cells.moves,
        }
        params = "ptr %states, ptr %answers, i64 %count, ptr %results"
        steps = self._loop("steps", params, "%states", "$state_bytes", _STEPS, words, before=_COPIED + _ANSWER)
        params = "ptr %states, i64 %count, ptr %moves, i64 %room, ptr %counts"
        return steps + self._loop("listed", params, "%states", "$state_bytes", _LISTED, words)

    def _loop(
        self, name: str, params: str, states: str, stride: str, body: str, words: Mapping[str, object],
        first: str = "", before: str = _COPIED,
    ) -> str:  # fmt: skip
        parts = {"params": params, "states": states, "stride": stride, "body": body, "first": first, "before": before}
        return _filled(_filled(_LOOP, {"name": name, **parts}), {**self._words, **words})

    def _copied(self, what: str, number: int, source: str, from_: int, target: str, to: int) -> str:
        """Copy one cell."""
        name, cell = f"%{what}{number}", f"getelementptr i{self.width}, ptr"
        return f"""  {name}_from = {cell} %{source}, i64 {from_}
  {name} = load i{self.width}, ptr {name}_from
  {name}_to = {cell} %{target}, i64 {to}
  store i{self.width} {name}, ptr {name}_to"""

    def _firing(self, rule: int, register: int, rules: int) -> str:
        """Copy how often a rule fired from its register into the array."""
        return f"""  %f{rule}_cell = getelementptr $t, ptr %r, i64 {register}
  %f{rule}_wide = load $t, ptr %f{rule}_cell
  %f{rule} = $narrow $t %f{rule}_wide to i64
  %f{rule}_row = mul i64 %g, {rules}
  %f{rule}_place = add i64 %f{rule}_row, {rule}
  %f{rule}_at = getelementptr i64, ptr %fired, i64 %f{rule}_place
  store i64 %f{rule}, ptr %f{rule}_at"""


def _filled(text: str, words: Mapping[str, object]) -> str:
    """Return a text with these values in the place of its `$names`."""
    for name in sorted(words, key=len, reverse=True):  # a name may begin with another
        text = text.replace(f"${name}", str(words[name]))
    return text
