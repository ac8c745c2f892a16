"""What takes a mutant too long is stopped, in any thread: machines of a cluster don't work in their main threads."""

from threading import Thread

import pytest

from parlour.mutation.mutated_mixes import TooLongError, at_most


def endless() -> None:
    with at_most(0.3):
        while True:
            pass


def test_an_endless_loop_ends_in_any_thread() -> None:
    with pytest.raises(TooLongError):
        endless()
    errors: list[type[BaseException]] = []

    def stopped() -> None:
        try:
            endless()
        except TooLongError as error:
            errors.append(type(error))

    other = Thread(target=stopped)
    other.start()
    other.join(60)
    assert errors == [TooLongError]


def test_what_ends_in_time_is_left_alone() -> None:
    with at_most(60):
        assert sum(range(1000)) == 499_500
