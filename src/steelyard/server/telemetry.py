"""Traces for an OpenTelemetry collector (extra `otel`): one span per request, one per task carried.

Numbers are not sent: a collector reads them from /metrics as Prometheus does. What a span says is
what the access log says; bodies, queries and headers are no part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard import __version__
from steelyard.errors import MissingPackageError
from steelyard.i18n import t
from steelyard.server.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider


def open_tracing(settings: Settings, part: str) -> TracerProvider | None:
    """Return what spans of this process are given to; None when nobody wants any.

    A collector that is away costs nobody anything: spans wait for a while in a short line, and are
    dropped when it is full.

    Args:
        settings: `otlp_url` says where to.
        part: which process this is: `server`, or the name of a worker.

    Raises:
        MissingPackageError: the extra is not installed.
    """
    if settings.otlp_url is None:
        return None
    try:
        exporter = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import Span, SpanProcessor, TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise MissingPackageError(t("server.no_otel")) from None
    facts = {
        "service.name": "steelyard",
        "service.version": __version__,
        "service.instance.id": part,
    }
    provider = TracerProvider(resource=Resource.create(facts), shutdown_on_exit=False)

    class NoQueries(SpanProcessor):
        """Queries may carry what is nobody's business: the code of a sign-on, a search."""

        def on_start(self, span: Span, parent_context: Context | None = None) -> None:
            if "url.query" in (span.attributes or {}):
                span.set_attribute("url.query", "…")

    provider.add_span_processor(NoQueries())
    sender = exporter.OTLPSpanExporter(endpoint=settings.otlp_url)
    provider.add_span_processor(BatchSpanProcessor(sender))
    return provider


def of_requests(provider: TracerProvider | None) -> dict[str, Any]:
    """Return what the application is made with, so that each request becomes a span."""
    if provider is None:
        return {}
    off = dict.fromkeys(("metrics", "logs", "operation_spans", "auto_configure"), False)
    return {"telemetry": {"tracer_provider": provider, **off}}


def traced(
    provider: TracerProvider | None, carry: Callable[[str, int], str]
) -> Callable[[str, int], str]:
    """Return a `carry` that makes a span of each task it carries."""
    if provider is None:
        return carry
    tracer = provider.get_tracer("steelyard", __version__)

    def carry_and_tell(task_id: str, ticket: int) -> str:
        facts: dict[str, str | int] = {
            "steelyard.task.id": task_id,
            "steelyard.task.ticket": ticket,
        }
        with tracer.start_as_current_span("task", attributes=facts) as span:
            outcome = carry(task_id, ticket)
            span.set_attribute("steelyard.task.outcome", outcome)
            return outcome

    return carry_and_tell
