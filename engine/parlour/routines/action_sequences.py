"""Moves as sequences of action numbers, as `table/action_numbers.py` defines them: taking one, and marking the next.

Cells behind the state have the beginning of a move: BEGUN its action of the ruleset + 1, SLOT the number of complete
choices, which are from TAKEN on, PARTS and SO_FAR what is there of the next one.
"""

from parlour.routines.names import *


def take_action(s: Cells, action: int) -> int:
    """Return the place of the action of the ruleset + 1 if the move is complete, with its choices in TAKEN; else 0."""
    if s[BEGUN] == 0:
        arm = ARM_OF[action]
        if ARM_FLAT[arm]:
            s[TAKEN] = action - ARM_ZERO[arm]
            return 1 + ARM_PLACE[arm]
        s[BEGUN] = 1 + arm
        return 0
    arm = s[BEGUN] - 1
    slot = ARM_SLOT[arm] + s[SLOT]
    value = s[SO_FAR]
    part = action - FIRST_PART
    done = 0
    s[PARTS] += 1
    if SLOT_FORM[slot] == 0:
        if action == END_OF_SET:
            done = 1
        else:
            value |= 1 << part
    else:
        if SLOT_FORM[slot] == 2:
            value = value << 8 | part
        elif s[PARTS] == 1:
            value = part
        else:
            value += part * SIZE
        if s[PARTS] == SLOT_PARTS[slot]:
            done = 1
    s[SO_FAR] = value
    if done:
        s[TAKEN + s[SLOT]] = value - SLOT_BIAS[slot]
        s[SLOT] += 1
        s[PARTS] = 0
        s[SO_FAR] = 0
        if slot + 1 == ARM_SLOT[arm + 1]:
            s[BEGUN] = 0
            s[SLOT] = 0
            return 1 + ARM_PLACE[arm]
    return 0


def mark_set(s: Cells, of: int, zero: int) -> None:
    """Mark an action for each member."""
    for k in members(of):
        mark(s, zero + k)


def mark_part(s: Cells, slot: int, k: int, value: int) -> int:
    """Mark the next action of a move if its k-th choice is the next one; return 1 if the choice is there already."""
    if k < s[SLOT]:
        if s[TAKEN + k] == value:
            return 1
        return 0
    value += SLOT_BIAS[slot]
    taken = s[SO_FAR]
    if SLOT_FORM[slot] == 0:
        rest = value ^ taken
        if rest & (1 << taken.bit_length()) - 1 == 0:
            if rest:
                mark(s, FIRST_PART + first_bit(rest))
            else:
                mark(s, END_OF_SET)
    elif SLOT_FORM[slot] == 2:
        left = 8 * (SLOT_PARTS[slot] - s[PARTS])
        if value >> left == taken:
            mark(s, FIRST_PART + (value >> left - 8 & 255))
    elif s[PARTS] == 0:
        mark(s, FIRST_PART + value % SIZE)
    elif value % SIZE == taken:
        mark(s, FIRST_PART + value // SIZE)
    return 0


def mark_members(s: Cells, of: int, low: int, high: int, spoilt: int, fine: int) -> None:
    """Do what `mark_part` does for all subsets of these sizes; only those that have a member outside the spoilt cards,
    unless all are fine."""
    taken = s[SO_FAR]
    n = taken.bit_count()
    fine |= taken & ~spoilt
    if fine:
        if n >= low and n <= high:
            mark(s, END_OF_SET)
    for k in members(of & ~((1 << taken.bit_length()) - 1)):
        rest = of >> k << k
        if n < high and n + rest.bit_count() >= low:
            if fine or spoilt >> k & 1 == 0 or (rest & ~spoilt and n + 1 < high):
                mark(s, FIRST_PART + k)
