"""Steps of many games in one call, and their legal moves. Each game is a state in the memory of the caller.

steps(cells, states, answers, count, done)           answers their questions, in place
listed(cells, states, count, moves, room, counts)    lists their moves in at most `room` cells for each

An answer is what `linear.SingleStep` says, followed by the values of its choice in so many cells as the action with the
most slots has. If generated Python must repeat a step or a list, the state stays as it is, and `done` or the count is
-1; otherwise `done` is 0. `cells` is memory for one game.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.native.batch import copied, filled
from parlour.native.extra_cells import ExtraCells

_TAKEN = """
  %r = alloca [$registers x $t]
  br label %head
head:
  %g = phi i64 [0, %entry], [%g1, %next]
  %more = icmp slt i64 %g, %count
  br i1 %more, label %play, label %done
play:
  %offset = mul i64 %g, $state_bytes
  %state = getelementptr i8, ptr %states, i64 %offset
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %state, i64 $state_bytes, i1 false)
  %rest = getelementptr i8, ptr %s, i64 $state_bytes
  call void @llvm.memset.p0.i64(ptr %rest, i8 0, i64 $rest_bytes, i1 false)
$before
$taking
"""

_ROW = """
  %answer_offset = mul i64 %g, $answer_bytes
  %at_answer = getelementptr i8, ptr %answers, i64 %answer_offset
  %answer = load $t, ptr %at_answer
  %at_values = getelementptr $t, ptr %at_answer, i64 1
  %at_choice = getelementptr $t, ptr %s, i64 $choice
  call void @llvm.memcpy.p0.p0.i64(ptr %at_choice, ptr %at_values, i64 $choice_bytes, i1 false)
"""

_STEPS = """
define void @steps(ptr noalias %s, ptr %states, ptr %answers, i64 %count, ptr %results) nounwind {
entry:
$taken
  %w_result = call $t @step(ptr %s, ptr %r, $t %answer)
  %result = $narrow $t %w_result to i64
  %at_result = getelementptr i64, ptr %results, i64 %g
  store i64 %result, ptr %at_result
  %fine = icmp eq i64 %result, 0
  br i1 %fine, label %keep, label %next
keep:
$giving
  call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %s, i64 $state_bytes, i1 false)
  br label %next
next:
  %g1 = add i64 %g, 1
  br label %head
done:
  ret void
}
"""

_LISTED = """
define void @listed(ptr noalias %s, ptr %states, i64 %count, ptr %moves, i64 %room, ptr %counts) nounwind {
entry:
$taken
  %w_many = call $t @legal(ptr %s, ptr %r)
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
  %listed = getelementptr $t, ptr %s, i64 $list
  %bytes = mul i64 %known, $bytes
  call void @llvm.memcpy.p0.p0.i64(ptr %at_moves, ptr %listed, i64 %bytes, i1 false)
  br label %next
next:
  %g1 = add i64 %g, 1
  br label %head
done:
  ret void
}
"""


def stepping(width: int, size: int, cells: ExtraCells, registers: Mapping[int, int]) -> str:
    """`size` is the number of cells of a state."""
    bytes_ = width // 8
    words = {
        "t": f"i{width}",
        "narrow": "bitcast" if width == 64 else "trunc",
        "state_bytes": size * bytes_,
        "rest_bytes": (cells.moves - size) * bytes_,
        "registers": len(registers),
        "bytes": bytes_,
        "answer_bytes": (1 + cells.slots) * bytes_,
        "choice": cells.choice,
        "choice_bytes": cells.slots * bytes_,
        "list": cells.moves,
        "taking": "\n".join(copied(width, "taken", cell, "s", cell, "r", registers[cell]) for cell in registers),
        "giving": "\n".join(
            copied(width, "given", cell, "r", registers[cell], "s", cell) for cell in registers if cell < size
        ),
    }
    rows = [(_STEPS, filled(_ROW, words)), (_LISTED, "")]
    return "".join(filled(text, {"taken": filled(_TAKEN, {"before": row, **words}), **words}) for text, row in rows)
