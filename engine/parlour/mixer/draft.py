"""A mix that somebody is putting together: a game, and what is changed in it.

A draft never changes; each change makes another one, so that every change can be undone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlour.cli.arguments import Mix


@dataclass(frozen=True)
class MixDraft:
    """A game by its id or file, and the changes. Rules are ids or files, options are by their full names."""

    subject: str
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    @property
    def mix(self) -> Mix:
        return Mix(self.with_, self.without, dict(self.options))

    @property
    def changes(self) -> bool:
        return bool(self.with_ or self.without or self.options)

    def adding(self, rule: str) -> MixDraft:
        """Return this draft with another rule. A rule that was removed from the game is back."""
        if rule in self.without:
            return replace(self, without=tuple(other for other in self.without if other != rule))
        return replace(self, with_=tuple(dict.fromkeys((*self.with_, rule))))

    def removing(self, rule: str, id: str) -> MixDraft:
        """Return this draft without a rule and without its options."""
        options = tuple((name, value) for name, value in self.options if not name.startswith(f"{id}."))
        if rule in self.with_:
            return replace(self, with_=tuple(other for other in self.with_ if other != rule), options=options)
        return replace(self, without=(*self.without, id), options=options)

    def setting(self, name: str, value: str | None) -> MixDraft:
        """Return this draft with another value of an option; None is the value that the option has by itself."""
        others = tuple(pair for pair in self.options if pair[0] != name)
        return replace(self, options=others if value is None else (*others, (name, value)))
