"""One shape for every error: problem+json (RFC 9457), with our stable `code`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from steelyard.errors import SteelyardError, UnknownNameError
from steelyard.i18n import say, t, wrong_value
from steelyard.machine import MachineTroubleError, trouble_of
from steelyard.model import redact
from steelyard.server.errors import TooManyError

if TYPE_CHECKING:
    from fastapi import FastAPI, Request
    from fastapi.responses import JSONResponse
    from starlette.exceptions import HTTPException

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
STATUS = {
    "forbidden": 403,
    "not_found": 404,
    "conflict": 409,
    "stale": 412,
    "too_large": 413,
    "too_many": 429,
    "unauthenticated": 401,
    "unavailable": 503,
    "machine": 503,
}
_USER = 422  # anything else that the caller can mend
_LONGEST = 200  # of what is said again


class FieldProblem(BaseModel):
    """What is wrong with one part of a request."""

    where: str
    problem: str


class Problem(BaseModel):
    """An error, as every route gives it."""

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str | None = None
    hint: str | None = None
    request_id: str | None = None
    fields: list[FieldProblem] = []


PROBLEM: dict[str, Any] = {"model": Problem, "content": {MEDIA_TYPE: {}}}
RESPONSES: dict[int | str, dict[str, Any]] = {
    "4XX": {**PROBLEM, "description": "Refused"},
    "5XX": {**PROBLEM, "description": "Not possible now"},
}
# What an answer of that kind says beside its body (RFC 9110).
_HEADERS = {
    401: {"WWW-Authenticate": "Bearer"},
    429: {"Retry-After": "60"},  # unless the error knows better
    503: {"Retry-After": "5"},
}


def problem(
    request: Request,
    status: int,
    code: str,
    title: str,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> JSONResponse:
    """Return the response for one error."""
    from fastapi.responses import JSONResponse

    said = Problem(
        title=title,
        status=status,
        code=code,
        request_id=getattr(request.state, "request_id", None),
        **more,
    )
    beside = {**_HEADERS.get(status, {}), **(headers or {})}
    return JSONResponse(said.model_dump(), status, beside, media_type=MEDIA_TYPE)


def _wait(error: SteelyardError) -> dict[str, str]:
    if not isinstance(error, TooManyError):
        return {}
    return {"Retry-After": str(error.retry_after)}


def install(app: FastAPI, methods_at: Callable[[str], list[str]]) -> None:
    """Make every error of the application a problem; `methods_at` knows what a path takes."""
    from fastapi.concurrency import run_in_threadpool
    from fastapi.exceptions import RequestValidationError
    from sqlalchemy.exc import DataError, IntegrityError
    from starlette.exceptions import HTTPException

    from steelyard.api.guard import write_down_refusal

    @app.exception_handler(SteelyardError)
    async def ours(request: Request, error: SteelyardError) -> JSONResponse:
        if isinstance(error, MachineTroubleError):
            return await _lacking(request, error)
        status = 404 if isinstance(error, UnknownNameError) else STATUS.get(error.code, _USER)
        if status == STATUS["forbidden"]:
            await run_in_threadpool(write_down_refusal, request)
        first, _, rest = say(error).partition("\n")
        return problem(request, status, error.code, first, _wait(error), hint=rest or None)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        fields = [
            FieldProblem(where=".".join(map(str, one["loc"])), problem=wrong_value(one))
            for one in error.errors()
        ]
        return problem(request, 422, "invalid", t("api.invalid"), fields=fields)

    async def unfit(request: Request, _error: Exception) -> JSONResponse:
        return problem(request, 422, "invalid", t("api.unfit"))

    # A text with half a character or a null in it, a number no column holds, nesting without end.
    for kind in (DataError, UnicodeError, RecursionError):
        app.add_exception_handler(kind, unfit)

    @app.exception_handler(IntegrityError)
    async def taken(request: Request, _error: IntegrityError) -> JSONResponse:
        # Two made the same thing at the same time: both were told that the name is free.
        return problem(request, 409, "conflict", t("api.taken"))

    _install_troubles(app)

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        if isinstance(error.__cause__, SteelyardError):  # a body that was ended by our limit
            return await ours(request, error.__cause__)
        return _unserved(request, error, methods_at(request.url.path))


async def _lacking(request: Request, error: Exception) -> JSONResponse:
    """Say what the machine lacks, but not where: that is for the log."""
    trouble = trouble_of(error)
    if trouble is None:
        raise error
    log.error("%s", trouble.message)
    return problem(request, 503, trouble.code, MachineTroubleError(trouble.kind).message)


def _install_troubles(app: FastAPI) -> None:
    """Say what the machine or the database lacks; later it may be there again."""
    from sqlalchemy.exc import InterfaceError, OperationalError

    async def away(request: Request, error: Exception) -> JSONResponse:
        if trouble_of(error) is not None:
            return await _lacking(request, error)
        log.warning("the database: %s", error)
        return problem(request, 503, "unavailable", t("api.database_away"))

    app.add_exception_handler(OSError, _lacking)
    app.add_exception_handler(MemoryError, _lacking)
    app.add_exception_handler(OperationalError, away)
    app.add_exception_handler(InterfaceError, away)


def _unserved(request: Request, error: HTTPException, methods: list[str]) -> JSONResponse:
    """Return the answer to a request that reached no handler of ours."""
    status, path = error.status_code, redact(request.url.path)[:_LONGEST]
    if status == 404 and methods:
        status = 405  # the pages take whatever no route does, and know nothing of ours
    if status == 404:
        return problem(request, status, "not_found", t("api.no_route", path=path))
    if status == 405 and methods:
        allowed = ", ".join(methods)
        title = t("api.no_method", path=path, method=request.method[:20], allowed=allowed)
        return problem(request, status, "not_allowed", title, {"Allow": allowed})
    if status == 400:  # how FastAPI refuses a body that is no text
        return problem(request, status, "invalid", t("api.no_text"))
    code = "not_allowed" if status == 405 else "error"
    return problem(request, status, code, str(error.detail), error.headers)
