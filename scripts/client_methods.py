"""A method of the client for one route of the API."""

from __future__ import annotations

import keyword
from typing import Any, NamedTuple

from client_routes import Router, model_of, whole_path
from client_types import REF, Namer, doc_lines, union
from fastapi.responses import StreamingResponse
from fastapi.routing import APIRoute

_PAGED = {"limit", "cursor"}
_KEY, _MATCH = "idempotency-key", "if-match"
_MOST = 8  # parameters that the linter lets pass


class Operation(NamedTuple):
    """A route with its part of the description."""

    route: APIRoute
    verb: str
    path: str
    described: dict[str, Any]

    @classmethod
    def of(cls, route: APIRoute, document: dict[str, Any]) -> Operation:
        """Find a route in the description."""
        [verb] = route.methods
        path = whole_path(route)
        return cls(route, verb, route.path, document["paths"][path][verb.lower()])

    @property
    def scoped(self) -> bool:
        """Return whether it is about one project."""
        return "{project}" in self.path

    def parameters(self, where: str) -> dict[str, dict[str, Any]]:
        """Return the parameters of a kind by the name they have in Python."""
        found = {}
        for one in self.described.get("parameters", ()):
            if one["in"] == where and one["name"] != "project":
                found[self._python_name(one["name"])] = one
        return found

    def headers(self) -> set[str]:
        """Return the names of its headers."""
        return {name.lower() for name in (one["name"] for one in self._of("header"))}

    def _of(self, where: str) -> list[dict[str, Any]]:
        return [one for one in self.described.get("parameters", ()) if one["in"] == where]

    def _python_name(self, alias: str) -> str:
        waiting = [self.route.dependant]
        while waiting:
            one = waiting.pop()
            waiting += one.dependencies
            for field in (*one.path_params, *one.query_params):
                if field.alias == alias:
                    return str(field.name)
        return alias

    def body(self, schemas: dict[str, Any]) -> dict[str, Any] | None:
        """Return the schema of a JSON body."""
        content = self.described.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return None
        schema = content["application/json"]["schema"]
        found: dict[str, Any] = schemas[schema["$ref"].removeprefix(REF)]
        return found

    @property
    def uploads(self) -> bool:
        """Return whether its body is a file."""
        content = self.described.get("requestBody", {}).get("content", {})
        return "application/octet-stream" in content

    @property
    def downloads(self) -> bool:
        """Return whether its answer is a file."""
        return self.route.response_class is StreamingResponse

    def answer(self) -> dict[str, Any] | None:
        """Return the schema of its answer; None when there is none, or none in JSON."""
        [good] = [one for status, one in self.described["responses"].items() if status[0] == "2"]
        content = good.get("content", {}).get("application/json")
        found: dict[str, Any] | None = None if content is None else content["schema"]
        return found


class Answer(NamedTuple):
    """How an answer is read: the helper of `Area`, what it is told, and what it returns."""

    helper: str
    told: list[str]
    type: str


def method_lines(
    operation: Operation, router: Router, schemas: dict[str, Any], namer: Namer
) -> list[str]:
    """Return the lines of a method."""
    answer = _answer(operation, schemas, namer)
    paged = answer.helper == "_pages"
    words, told = _signature(operation, schemas, namer, paged=paged)
    name = _name(operation, router)
    text = operation.described.get("description", "").partition("\n")[0]
    call = ", ".join([*answer.told, repr(operation.verb), repr(operation.path), *told])
    many = len([one for one in words if one not in ("self", "*")]) > _MOST
    return [
        f"    def {name}({'  # noqa: PLR0913' if many else ''}",
        f"        {', '.join(words)}",
        f"    ) -> {answer.type}:",
        *doc_lines(text, "        "),
        f"        {'' if answer.type == 'None' else 'return '}self.{answer.helper}({call})",
    ]


def _answer(operation: Operation, schemas: dict[str, Any], namer: Namer) -> Answer:
    if operation.downloads:
        return Answer("_save", ["target"], "Path")
    schema = operation.answer()
    if schema is None:
        text = operation.route.status_code != 204
        return Answer("_text", [], "str") if text else Answer("_nothing", [], "None")
    if "$ref" in schema:
        page = schemas[schema["$ref"].removeprefix(REF)]["properties"].get("items", {})
        if schema["$ref"].removeprefix(REF).startswith("Page_"):
            name = namer.answered(page["items"])
            return Answer("_pages", [name], f"Iterator[{name}]")
        kind = model_of(schema["$ref"].removeprefix(REF))
        assert kind is not None
        return Answer("_one", [namer.record(kind)], namer.record(kind))
    if schema.get("type") == "array":
        name = namer.answered(schema["items"])
        return Answer("_many", [name], f"Sequence[{name}]")
    return Answer("_values", [], "dict[str, Any]")


def _signature(
    operation: Operation, schemas: dict[str, Any], namer: Namer, *, paged: bool
) -> tuple[list[str], list[str]]:
    """Return the parameters of the method, and what its call is told after verb and path."""
    path = operation.parameters("path")
    first = ["self", *(f"{name}: {namer.given(one['schema'])}" for name, one in path.items())]
    told = [f"parts={_mapping(path, path)}"] if path else []
    if operation.downloads:
        first.append("target: str | Path")
    if operation.uploads:
        first.append("content: Content")
        told.append("content=content")
    needed, optional = _body(operation, schemas, namer, told)
    asked, more = _query(operation, namer, told, paged=paged)
    first, optional = [*first, *needed, *asked], [*optional, *more]
    if _MATCH in operation.headers():
        optional.append("if_match: IfMatch = None")
        told.append("if_match=if_match")
    if operation.uploads or operation.downloads:
        optional.append("tell: Tell | None = None")
        told.append("tell=tell")
    if _KEY in operation.headers():
        told.append("once=True")
    return [*first, *(["*", *optional] if optional else [])], told


def _body(
    operation: Operation, schemas: dict[str, Any], namer: Namer, told: list[str]
) -> tuple[list[str], list[str]]:
    body = operation.body(schemas)
    if body is None:
        return [], []
    fields, required = body["properties"], set(body.get("required", ()))
    told.append(f"body={_mapping(fields, fields)}")
    needed = [f"{name}: {namer.given(fields[name])}" for name in fields if name in required]
    # What is true or false is said with its name, so that a reader knows what.
    named = [one for one in needed if ": bool" in one]
    optional = [
        f"{name}: {union(namer.given(one), 'Unset')} = UNSET"
        for name, one in fields.items()
        if name not in required
    ]
    return [one for one in needed if one not in named], [*named, *optional]


def _query(
    operation: Operation, namer: Namer, told: list[str], *, paged: bool
) -> tuple[list[str], list[str]]:
    query = operation.parameters("query")
    if paged:
        query = {name: one for name, one in query.items() if name not in _PAGED}
    if not query:
        return [], []
    told.append(f"query={_mapping(query, {k: one['name'] for k, one in query.items()})}")
    needed = [f"{k}: {namer.given(one['schema'])}" for k, one in query.items() if one["required"]]
    optional = []
    for name, one in query.items():
        if not one["required"]:
            optional.append(f"{name}: {union(namer.given(one['schema']), 'None')} = None")
    return needed, optional


def _mapping(names: Any, keys: Any) -> str:
    """Return the source of a mapping from what the API calls things to the arguments."""
    key = keys if isinstance(keys, dict) and all(isinstance(v, str) for v in keys.values()) else {}
    return "{" + ", ".join(f"{key.get(name, name)!r}: {name}" for name in names) + "}"


def _name(operation: Operation, router: Router) -> str:
    """Return the name of the route, less the noun that its area says already."""
    name = operation.route.name
    noun = router.name.rpartition("_")[2]
    for word in (noun, noun.removesuffix("s")):
        short = name.removesuffix(f"_{word}")
        if short != name and not keyword.iskeyword(short):
            return short
    return "show" if name == router.name else name
