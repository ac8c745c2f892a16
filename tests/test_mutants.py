"""All executions play mutants of random mixes alike, with their runtime errors. `--all` plays all of these."""

from random import Random

import pytest

from parlour.lang.checker import check
from parlour.mutation.mutants import Surroundings, mutants_of
from random_mixes import dealable, random_mix
from scaffold.mixes import mixed
from three_ways import played

SEED, PICKED = 11, 8  # mutants of a mix that are compiled until one has no errors


@pytest.mark.one_in(12)
@pytest.mark.parametrize("number", range(48))
def test_a_mutant_is_played_by_all_executions(number: int) -> None:
    mix = random_mix(SEED, number)
    composition = mixed(mix.game, *mix.rules, without=mix.without, options=mix.options).composition
    assert composition is not None
    around = Surroundings.of(composition)
    mutants = [mutant for document in composition.documents for mutant in mutants_of(document, around)]
    for mutant in Random(number).sample(mutants, PICKED):
        if mutant.edit.operator != "drop-rule":
            program, _ = check(mutant.edit.applied(composition))
            tables = dealable(program) if program is not None else ()
            if program is not None and tables:
                try:
                    played(program, tables[0])
                except AssertionError as error:
                    error.add_note(f"{mix}: {mutant.id}, {mutant.edit.sentence}")
                    raise
                return
    pytest.fail("no mutant can be played")
