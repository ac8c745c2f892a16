"""The first question: which game to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.base.diagnostics import RulesetError
from parlour.library.library import Library, is_path
from parlour.mixer.conversation import Conversation
from parlour.mixer.picks import NumberedRuleset, picks
from parlour.rulebook.entries import ListedRuleset, chain
from parlour.rulebook.meanings import one_line, text_by_default

HELP = """\
  3, or a name               take that game; a part of its name is enough, and your own file works too
  /word                      list only games that mention a word; / alone lists all
  ? 3                        show the text of a game
  q                          quit"""


class GamesStep:
    def __init__(self, talk: Conversation, library: Library, entries: Mapping[str, ListedRuleset]) -> None:
        self.talk = talk
        self.library = library
        self.entries = entries
        self.families = self._families()
        games = [game for games in self.families.values() for game in games]
        self.rows = [NumberedRuleset(number, game, game.id) for number, game in enumerate(games, 1)]

    def _families(self) -> dict[str, list[ListedRuleset]]:
        """Return the games of each family, by the id of its frame."""
        found: dict[str, list[ListedRuleset]] = {}
        for entry in self.entries.values():
            if entry.listed.kind == "game" and entry.summary is not None:
                bases = (id for id in chain(self.entries, entry.id) if self._is_frame(id))
                found.setdefault(next(bases, ""), []).append(entry)
        return {frame: sorted(games, key=lambda game: game.title) for frame, games in sorted(found.items())}

    def _is_frame(self, id: str) -> bool:
        return id in self.entries and self.entries[id].listed.kind == "frame"

    def ask(self, family: str | None = None) -> str:
        """Return the id or the file of the game that the person takes. List only the games of a family if its id is
        given."""
        self._show(self._of_family(family or "") or self.rows)
        while True:
            answer = self.talk.ask(f"Which game? 1 to {len(self.rows)}, or a name; h for help > ")
            chosen = self._answer(answer)
            if chosen is not None:
                return chosen

    def _answer(self, answer: str) -> str | None:
        if answer.casefold() in ("h", "help", "?"):
            self.talk.console.say(HELP)
        elif answer.startswith("/"):
            self._search(answer[1:].split())
        elif answer.startswith("?"):
            self._explain(answer[1:])
        elif is_path(answer):
            return self._file(answer)
        elif answer:
            return self._named(answer)
        else:
            self.talk.say("Choose a number, or type h for help.")
        return None

    def _named(self, answer: str) -> str | None:
        """Return the game with this number or name. A title of a game can also be the name of its family."""
        titled = [row for row in self.rows if row.entry.title.casefold() == answer.casefold()]
        if len(titled) == 1:
            return titled[0].reference
        rows = self._of_family(answer)
        if 1 < len(rows) < len(self.rows):
            self.talk.say(f"`{answer}` is a family of games; which of these?")
            self._show(rows)
            return None
        found = picks(answer, self.rows)
        if not found.problem and len(found.found) == 1:
            return found.found[0].row.reference
        self.talk.say(found.problem or "Choose one game.")
        self._show(found.several or found.similar)
        return None

    def _of_family(self, answer: str) -> list[NumberedRuleset]:
        """Return the games of the family with this id or name."""
        said = answer.casefold()
        named = [id for id in self.families if id and said in (id, self.entries[id].title.casefold())]
        games = self.families[named[0]] if named else ()
        return [row for row in self.rows if row.entry in games]

    def _file(self, answer: str) -> str | None:
        document, problems = self.library.find(answer, ("game",))
        if document is not None:
            return answer
        self.talk.say(RulesetError(problems).diagnostics[0].message)
        return None

    def _search(self, words: Sequence[str]) -> None:
        rows = [row for row in self.rows if row.entry.mentions(words)]
        said = " ".join(words)
        if not rows:
            rows = self._with_rules_about(words)
            self.talk.say(f"No game mentions `{said}`{', but house rules for these do:' if rows else '.'}")
        self._show(rows)

    def _with_rules_about(self, words: Sequence[str]) -> list[NumberedRuleset]:
        """Return the games of the families that have a house rule with these words."""
        rules = [entry for entry in self.entries.values() if entry.listed.kind == "rule" and entry.mentions(words)]
        frames = {frame for rule in rules for frame in rule.wanted}
        return [row for frame in self.families if frame in frames for row in self._of_family(frame)]

    def _explain(self, text: str) -> None:
        found = picks(text.strip(), self.rows)
        if found.problem:
            self.talk.say(found.problem)
            self._show(found.several or found.similar)
        for picked in found.found:
            self.talk.say(picked.row.entry.title, "bold")
            self.talk.paragraph(text_by_default(picked.row.entry, self.entries))

    def _show(self, rows: Sequence[NumberedRuleset]) -> None:
        console = self.talk.console
        width = max((len(row.entry.title) for row in self.rows), default=0)
        for frame, games in self.families.items():
            here = [row for row in rows if row.entry in games]
            if here:
                console.say()
                console.say(self.entries[frame].title if frame in self.entries else "Other games", "bold")
            for row in here:
                meaning = one_line(text_by_default(row.entry, self.entries), console.width - width - 8)
                console.say(f"  {row.number:>3}  {row.entry.title:<{width}}  {meaning}".rstrip())
        if rows:
            console.say()
