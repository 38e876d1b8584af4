"""What is wrong with a text as a document, as the editors show it."""

from __future__ import annotations

from steelyard.errors import InputError
from steelyard.server.errors import TooManyError, UnavailableError
from steelyard.server.library import papers
from steelyard.server.library.checks import check_text
from steelyard.ui.errors import problem_text
from steelyard.ui.visit import Visit


async def find_problems(visit: Visit, kind: str, name: str, text: str) -> list[str]:
    """Return every problem as a sentence; also that the text could not be checked now."""
    settings, here = visit.settings, visit.here.id
    try:
        request = await visit.ask(
            lambda session, _: papers.check_request(session, settings, here, kind, name, text)
        )
        return (await visit.work(visit.role, lambda: check_text(request))).problems
    except (InputError, TooManyError, UnavailableError) as error:
        return [problem_text(error)]
