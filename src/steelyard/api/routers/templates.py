"""Built-in scorecards, to begin one's own from."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel

from steelyard.api.guard import needs
from steelyard.api.route import Router
from steelyard.i18n import pick, t
from steelyard.scorecards import load_scorecard, template_names, template_text
from steelyard.server.errors import NotFoundError
from steelyard.server.people.policy import Actor

router = Router(prefix="/scorecard-templates", tags=["documents"])
Me = Annotated[Actor, needs(scope="self")]


class TemplateOut(BaseModel):
    """A built-in scorecard; a plan names it as it is."""

    name: str
    title: str


class TemplateShown(TemplateOut):
    """A built-in scorecard with its file."""

    text: str


@router.get("")
def list_templates(_: Me) -> list[TemplateOut]:
    """List the built-in scorecards."""
    return [TemplateOut(name=name, title=_title(name)) for name in template_names()]


@router.get("/{name}")
def show_template(name: str, _: Me) -> TemplateShown:
    """Show the file of a built-in scorecard."""
    if name not in template_names():
        raise NotFoundError(t("library.no_template", name=name[:100]))
    return TemplateShown(name=name, title=_title(name), text=template_text(name))


def _title(name: str) -> str:
    return pick(load_scorecard(name).name)
