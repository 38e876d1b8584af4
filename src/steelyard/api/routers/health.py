"""For machines that watch the service: alive, ready, and how much it does."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from steelyard.api.errors import PROBLEM, FieldProblem, problem
from steelyard.api.guard import needs
from steelyard.api.route import Router
from steelyard.api.who import who
from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.server.health import find_troubles
from steelyard.server.metrics import CONTENT_TYPE
from steelyard.server.people.edge import is_near
from steelyard.server.people.policy import Actor, Role

router = Router(tags=["health"])
Anyone = Annotated[Actor, needs(scope="blind")]


class Alive(BaseModel):
    """That the process answers."""

    status: Literal["ok"] = "ok"


def _may_scrape(request: Request) -> bool:
    return bool(request.app.state.settings.metrics_open) or is_near(request)


@router.get("/healthz")
async def alive(_: Anyone) -> Alive:
    """Say that the process answers; nothing else is asked, not even the database."""
    return Alive()


@router.get("/readyz", responses={503: PROBLEM}, response_model=Alive)
def ready(request: Request, _: Anyone) -> Alive | JSONResponse:
    """Say whether work can be done now; why not is told to administrators and on the machine."""
    state = request.app.state
    troubles = find_troubles(state.database, state.settings)
    if not troubles:
        return Alive()
    told = _may_know(request)
    fields = [FieldProblem(where=one.part, problem=one.reason if told else "") for one in troubles]
    title = t("server.not_ready", parts=", ".join(one.part for one in troubles))
    return problem(request, 503, "unavailable", title, fields=fields)


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
)
def metrics(
    request: Request,
    _: Annotated[Actor, needs(Role.VIEWER, scope="service", unless=_may_scrape)],
) -> Response:
    """Return measurements in Prometheus' text format.

    For administrators, also by a token of theirs that may only view; and on the machine itself.
    """
    return Response(request.app.state.meter.text(), media_type=CONTENT_TYPE)


def _may_know(request: Request) -> bool:
    try:
        actor = who(request)
    except (SteelyardError, SQLAlchemyError):
        actor = None
    return is_near(request) or (actor is not None and actor.may(Role.ADMIN, None))
