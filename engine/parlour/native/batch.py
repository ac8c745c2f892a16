"""Many games in one call: each begins from its own seed, and what came of it goes into arrays.

    batch(cells, begin, seed, first, count, most, policy, stop, lengths, results, states, fired)

`begin` is the state that every game begins from, or null for new games; `states` and `fired` may be null. Gives how
many games were played before `stop` was set. The length of a game that must be played elsewhere is -1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.machine.layout import RANDOM
from parlour.machine.random import PRIME
from parlour.native.choosing import Cells

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

define internal i64 @seed_state(i64 %seed) alwaysinline nounwind {
  %a = add i64 %seed, -7046029254386353131
  %b = call i64 @mix(i64 %a)
  %c = urem i64 %b, $last
  %d = add i64 %c, 1
  ret i64 %d
}
"""

_BATCH = """
define i64 @batch(ptr noalias %s, ptr %begin, i64 %seed, i64 %first, i64 %count, i64 %most, i64 %policy, ptr %stop, ptr %lengths, ptr %results, ptr %states, ptr %fired) nounwind {
entry:
  %new = icmp eq ptr %begin, null
  %from = select i1 %new, ptr @BEGINNING, ptr %begin
  %no_states = icmp eq ptr %states, null
  %no_fired = icmp eq ptr %fired, null
  br label %head
head:
  %g = phi i64 [0, %entry], [%g1, %next]
  %more = icmp slt i64 %g, %count
  br i1 %more, label %look, label %done
look:
  %flag = load volatile i8, ptr %stop
  %stopped = icmp ne i8 %flag, 0
  br i1 %stopped, label %done, label %play
play:
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %from, i64 $state_bytes, i1 false)
  %rest = getelementptr i8, ptr %s, i64 $state_bytes
  call void @llvm.memset.p0.i64(ptr %rest, i8 0, i64 $rest_bytes, i1 false)
  %i = add i64 %first, %g
$seeding
  %w_random = $widen i64 %random to $t
  %at_random = getelementptr $t, ptr %s, i64 $random
  store $t %w_random, ptr %at_random
  %w_chooser = $widen i64 %chooser to $t
  %at_chooser = getelementptr $t, ptr %s, i64 $chooser
  store $t %w_chooser, ptr %at_chooser
  %w_policy = $widen i64 %policy to $t
  %at_policy = getelementptr $t, ptr %s, i64 $policy
  store $t %w_policy, ptr %at_policy
  %w_most = $widen i64 %most to $t
  %w_length = call $t @playout(ptr %s, $t %w_most)
  %length = $narrow $t %w_length to i64
  %at_length = getelementptr i64, ptr %lengths, i64 %g
  store i64 %length, ptr %at_length
  %base = mul i64 %g, $results
  br label %tell
tell:
  %k = phi i64 [0, %play], [%k1, %told]
  %another = icmp slt i64 %k, $results
  br i1 %another, label %told, label %keep
told:
  %w_k = $widen i64 %k to $t
  %w_result = call $t @outcome(ptr %s, $t %w_k)
  %result = $narrow $t %w_result to i64
  %place = add i64 %base, %k
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
  br i1 %no_states, label %count_rules, label %keep_state
keep_state:
  %offset = mul i64 %g, $state_bytes
  %at_state = getelementptr i8, ptr %states, i64 %offset
  call void @llvm.memcpy.p0.p0.i64(ptr %at_state, ptr %s, i64 $state_bytes, i1 false)
  br label %count_rules
count_rules:
  br i1 %no_fired, label %next, label %keep_rules
keep_rules:
$firing
  br label %next
next:
  %g1 = add i64 %g, 1
  br label %head
done:
  ret i64 %g
}
"""

_SEEDING = """
  %i1 = add i64 %i, 1
  %far = mul i64 %i1, -7046029254386353131
  %here = add i64 %seed, %far
  %mixed = call i64 @mix(i64 %here)
  %game = lshr i64 %mixed, 1
  %other = xor i64 %game, -1
  %random = call i64 @seed_state(i64 %game)
  %chooser = call i64 @seed_state(i64 %other)
"""


def batch(width: int, size: int, cells: Cells, blank: Sequence[int], results: int, firings: Sequence[int]) -> str:
    bytes_ = width // 8
    words = {
        "t": f"i{width}",
        "widen": "bitcast" if width == 64 else "sext",
        "narrow": "bitcast" if width == 64 else "trunc",
        "state_bytes": size * bytes_,
        "rest_bytes": (cells.list - size) * bytes_,
        "random": RANDOM,
        "chooser": cells.chooser,
        "policy": cells.policy,
        "fault": cells.fault,
        "results": results,
        "last": PRIME - 1,
        "seeding": _SEEDING,
        "firing": "\n".join(_firing(width, k, cell, len(firings)) for k, cell in enumerate(firings)),
    }
    entries = ", ".join(f"i{width} {v}" for v in blank)
    beginning = f"@BEGINNING = internal constant [{size} x i{width}] [{entries}]"
    return beginning + "\n" + _filled(_MIX + _BATCH, words)


def _firing(width: int, rule: int, cell: int, rules: int) -> str:
    """How often a rule fired goes from its cell into the array."""
    narrow = "bitcast" if width == 64 else "trunc"
    return f"""  %f{rule}_cell = getelementptr i{width}, ptr %s, i64 {cell}
  %f{rule}_wide = load i{width}, ptr %f{rule}_cell
  %f{rule} = {narrow} i{width} %f{rule}_wide to i64
  %f{rule}_row = mul i64 %g, {rules}
  %f{rule}_place = add i64 %f{rule}_row, {rule}
  %f{rule}_at = getelementptr i64, ptr %fired, i64 %f{rule}_place
  store i64 %f{rule}, ptr %f{rule}_at"""


def _filled(text: str, words: Mapping[str, object]) -> str:
    for name in sorted(words, key=len, reverse=True):  # a name may begin with another
        text = text.replace(f"${name}", str(words[name]))
    return text
