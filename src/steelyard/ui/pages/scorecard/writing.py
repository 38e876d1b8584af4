"""`Writing`: the draft of one visitor, kept, checked and tried as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.errors import SteelyardError
from steelyard.server.library import trials
from steelyard.server.library.named_texts import named_texts
from steelyard.server.library.papers import DocumentRead, RunChoice
from steelyard.server.library.runs import run_folder
from steelyard.server.library.spreads import Card
from steelyard.server.library.storage import open_storage
from steelyard.server.people.policy import Role
from steelyard.server.tasks.choosing import told_apart
from steelyard.ui.errors import problem_text
from steelyard.ui.pages.papers.checking import find_problems
from steelyard.ui.pages.papers.keeping import Keeper
from steelyard.ui.pages.scorecard.draft import CardDraft
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAUSE_S = 0.6  # without a change before the draft is kept and checked
KIND = "scorecard"


class Writing:
    """What the parts of the page share.

    Attributes:
        visit: who writes.
        found: the document as it was when the page was opened.
        draft: as it is now.
        runs: on which it can be tried.
        own: indicators that the project wrote itself.
        run: on which it is tried now.
        chosen: place of the node that is looked at.
        problems: what is wrong with the draft; None until it was checked.
        tried: what it came to on the run; a text says why it did not.
    """

    def __init__(
        self, visit: Visit, found: DocumentRead, runs: list[RunChoice], own: list[str]
    ) -> None:
        self.visit, self.found, self.runs, self.own = visit, found, runs, own
        self.draft = CardDraft(found.draft.text)
        wanted = visit.query.get("run", "")
        known = [one.id for one in runs]
        self.run: str | None = wanted if wanted in known else (known[0] if known else None)
        self.chosen = ""
        self.problems: list[str] | None = None
        self.tried: Mapping[str, Any] | str | None = None
        self.locked = not visit.may(Role.EVALUATOR) or found.document.archived_at is not None
        self._turn = 0
        self._hears: dict[str, Callable[[], None]] = {}

    def show_kept(self) -> None:
        """Show which version is published, and when the draft was kept last."""
        self._keeper = Keeper(self.visit, self.found)

    def hear(self, name: str, then: Callable[[], None]) -> None:
        """Call this when the draft was checked and tried; the last one of a name counts."""
        self._hears[name] = then

    @property
    def name(self) -> str:
        """The name of the document."""
        return self.found.document.name

    async def changed(self) -> None:
        """Keep, check and try the draft, once nothing more comes for a moment."""
        self._turn = turn = self._turn + 1
        await asyncio.sleep(_PAUSE_S)
        if turn != self._turn or self._keeper.is_gone:
            return
        await self.flush()
        await self.check()

    async def flush(self) -> None:
        """Keep the draft as it is now, without waiting."""
        if not self.locked:
            await self._keeper.keep(self.draft.text)

    async def check(self) -> None:
        """Check the draft and weigh the run by it."""
        turn, text = self._turn, self.draft.text
        problems = await find_problems(self.visit, KIND, self.name, text)
        tried: Mapping[str, Any] | str | None = None
        if not problems and self.run is not None:
            try:
                tried = await self._try(text, self.run)
            except SteelyardError as error:
                tried = problem_text(error)
        if turn != self._turn or self._keeper.is_gone:
            return  # something newer is on its way, or the page is gone
        self.problems, self.tried = problems, tried
        for then in list(self._hears.values()):
            then()

    async def card(self) -> Card:
        """Return the draft among the documents of the project."""
        here, text = self.visit.here.id, self.draft.text
        texts = await self.visit.ask(lambda s, _: named_texts(s, here, KIND, text))
        return Card(self.name, text, texts)

    async def folders(self, chosen: list[str]) -> dict[str, Path]:
        """Return where runs lie, by their names."""
        storage, here = open_storage(self.visit.settings), self.visit.here.id
        known = [one for id_ in dict.fromkeys(chosen) for one in self.runs if one.id == id_]

        def find(session: Session) -> dict[str, Path]:
            return {
                name: run_folder(session, storage, here, one.id)
                for name, one in zip(told_apart(known), known, strict=True)
            }

        return await self.visit.ask(lambda session, _: find(session))

    async def _try(self, text: str, run: str) -> Mapping[str, Any]:
        folders, card = await self.folders([run]), await self.card()
        [folder] = folders.values()
        return await self.visit.work(
            self.visit.role,
            lambda: trials.try_scorecard(card.name, text, card.neighbours, folder),
        )
