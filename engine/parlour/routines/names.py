"""The names that the library uses: tables and numbers of one table of players, and single instructions of a processor.

`lifting` translates the library for one table at a time, so distinctions by these names cost nothing at run time.
"""

from collections.abc import Callable

FORM: tuple[int, ...]  # of each zone instance: 0 set, 1 row, 2 columns
AT: tuple[int, ...]  # its first cell
ZONE_NAME: tuple[str, ...]  # of each zone instance, for messages
ROOM: tuple[int, ...]
TURNED: tuple[int, ...]  # the cell with its turned cards, or -1
BATCH: tuple[int, ...]
REMEMBERS: tuple[int, ...]  # 1 if a card remembers there what it counts as
KEEPS: tuple[int, ...]  # for each instance and mark: 1 if the zone keeps the mark
MARK_AT: tuple[int, ...]
MARK_DEFAULT: tuple[int, ...]
BIT: tuple[int, ...]  # for each card value the set of it alone; for none the empty set
BLANK: tuple[int, ...]  # the state at an empty table
POSITION_START: tuple[int, ...]
POSITION_STOP: tuple[int, ...]
CHECKPOINT: tuple[int, ...]
BARE: tuple[int, ...]
PRINTED: tuple[int, ...]
LIKE_FACE: tuple[int, ...]  # for each card value the cards of its face
NAMING_AT: tuple[int, ...]  # the cells of variables that can name cards: a set of them, or one in some of its bits
NAMING_MANY: tuple[int, ...]
NAMING_SHIFT: tuple[int, ...]
NAMING_MASK: tuple[int, ...]
NAMING_BIAS: tuple[int, ...]
OF_RANK: tuple[int, ...]
OF_SUIT: tuple[int, ...]
OF_FACE: tuple[int, ...]
SIDE_MEMBERS: tuple[int, ...]
MELD_FIRST: tuple[int, ...]  # by the lowest card: where its melds begin in MELDS, in the order of preference
MELDS: tuple[int, ...]
MELD_WILDS: tuple[int, ...]  # of each meld in MELDS the number of wild cards that it also needs
WILD_ORDER: tuple[int, ...]  # the wild cards in the order in which melds take them
CHOOSE: tuple[int, ...]  # the number of sets of k of n cards, at n * (SIZE + 1) + k
LADDER: tuple[int, ...]  # the cards of each rank that runs can have
COST: tuple[int, ...]  # of leaving a card loose
ARM_OF: tuple[int, ...]  # the action of the ruleset, among those of all questions, for each action number
ARM_FLAT: tuple[int, ...]  # 1 if each of its moves is one number: ARM_ZERO for the choice 0
ARM_ZERO: tuple[int, ...]
ARM_PLACE: tuple[int, ...]  # in its question
ARM_SLOT: tuple[int, ...]  # the number of its first slot
SLOT_FORM: tuple[int, ...]  # 0 a set, 1 a card that counts as a face, 2 a single value
SLOT_BIAS: tuple[int, ...]
SLOT_PARTS: tuple[int, ...]  # how many actions a choice has
MARKS: int
MOST_STEPS: int  # between two questions
MOST_SETS: int  # that can be chosen from
SIDES: int
RANKS: int
ALIGNED: int  # 1 if the cards of rank r are among `1 << RANK_SHIFT` bits from `r << RANK_SHIFT`
RANK_SHIFT: int  # 0 if they aren't
LOWEST_OF_RANKS: int  # the first of these bits of all ranks
RUNGS: int  # the ranks in LADDER
SUITS: int
FACES: int
SIZE: int
PER_PACK: int  # the number of identities of one pack
NAMINGS: int
GUISE_AT: int  # the first cell of the mark that says what a card counts as, or -1
GUISES: int  # 1 if a card can count as another
LIMITED: int  # 1 if some ordered zone has no room for all cards
DOUBLES: int  # the cards of faces that are there more than once
WHERE: int
FIRST_ZONE: int
SHARED: int  # 1 if the cards of all ordered zones share a space, after the numbers of cards of these zones
SHARED_FOOT: int  # the cell before that space
SHARED_TOP: int  # its last cell
PLAYING: int
DIRECTION: int
RANDOM: int
STACKED: int
BOX: int
NOTES: int  # cells for temporary use
BEGUN: int  # the cells with the beginning of a move, see `action_sequences`
SLOT: int
PARTS: int
SO_FAR: int
TAKEN: int
FIRST_PART: int  # the number of the first member or value of a choice
END_OF_SET: int
CHOOSER: int  # the cell with the players' own generator
STEPS: int  # the cell with the steps that are left
BOUND: int
BASE: int
BITS: int
MASK: int
MULTIPLIER: int
RECIPROCAL: tuple[int, ...]  # of whole numbers, times 2 ** RECIPROCAL_BITS and rounded up
RECIPROCAL_BITS: int
ONE_DRAW: int
NOTHING: int  # represents None
CHECKED_FROM: int
LOOSE: int
OPEN_MELDS: int  # 1 if some card is wild, or identical to another one
IN_ROWS: int  # 1 if the cards of each rank are four bits, and the next card of a run is four bits higher
MELD_SETS: int  # the least number of cards of a set
MELD_RUNS: int
WILDS: int
WILD_CARDS: int  # the number of wild cards
MELD_DOUBLES: int  # the natural cards of faces that are there more than once
POSITIONS: int

Cells = list[int]
Bits = Callable[[int], int]

remembered: Callable[[Callable[..., int]], Callable[..., int]]  # generated Python caches the results
first_bit: Bits  # the lowest member of a set that is not empty
last_bit: Bits
members: Callable[[int], list[int]]
in_order: Callable[[Cells, int], list[int]]  # the members of a set of cards, in their order
mark: Callable[[Cells, int], None]  # mark an action as possible
see: Callable[[Cells, int, int], None]  # write a number into a column of what a seat sees
see_card: Callable[[Cells, int], None]  # count a card in a column of what a seat sees
settle: Callable[[Cells], None]  # write registers that belong to positions to memory
fail: Callable[[str, int], None]  # report an error and its line in the ruleset
failed: Callable[[], bool]  # True after an error, where `fail` doesn't leave
abandon: Callable[[], None]  # leave the game to generated Python, which can do what native code can't
quick_mod: Callable[[int, int], int]  # of numbers below 2**32
