"""`steelyard chaos`: a standing proxy that disturbs the traffic between any client and server."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.cli.chaos_view import ChaosView
    from steelyard.conditions.faults import Event, FaultProxy, Rule

_TICK_S = 0.5


@click.command(cls=LocalCommand, help=t("cli_chaos.help"), epilog=t("cli_chaos.epilog"))
@click.option("--list", "listing", is_flag=True, help=t("cli_chaos.list_help"))
@click.option(
    "--listen",
    default="127.0.0.1:9000",
    metavar="HOST:PORT",
    help=t("cli_chaos.listen_help"),
)
@click.option("--upstream", metavar="URL", help=t("cli_chaos.upstream_help"))
@click.option("--faults", multiple=True, metavar="ID[:SHARE],…", help=t("cli_chaos.faults_help"))
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help=t("cli_chaos.config_help"),
)
@click.option("--seed", type=int, default=0, metavar="N", help=t("cli_chaos.seed_help"))
@click.option("--hits", type=click.IntRange(1), metavar="N", help=t("cli_chaos.hits_help"))
@click.option(
    "--events",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=t("cli_chaos.events_help"),
)
@click.option(
    "--for",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help=t("cli_chaos.for_help"),
)
@click.option("--ca-file", metavar="FILE", help=t("cli_chaos.ca_file_help"))
@click.option("--no-verify", is_flag=True, help=t("cli_chaos.no_verify_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
def command(**options: Any) -> None:
    """Run the proxy until Ctrl-C."""
    from steelyard.cli.chaos_view import ChaosView, show_list
    from steelyard.cli.plugins import load_plugin_files

    load_plugin_files(options["plugins"])
    if options["listing"]:
        show_list(as_json=options["as_json"])
        return
    if options["upstream"] is None:
        raise click.UsageError(t("cli_chaos.no_upstream"), click.get_current_context())
    rules = _rules(options)
    view = ChaosView(rules, as_json=options["as_json"])
    asyncio.run(_serve(options, rules, view))
    view.summary()


def _rules(options: dict[str, Any]) -> list[Rule]:
    from steelyard.conditions.faults import read_rules

    named = [one for given in options["faults"] for one in given.split(",") if one.strip()]
    if named and options["config"] is not None:
        raise click.UsageError(t("cli_chaos.both"), click.get_current_context())
    return read_rules(named if options["config"] is None else _read(options["config"]))


def _read(path: Path) -> list[Any]:
    import yaml

    from steelyard.errors import InputError

    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(t("cli_chaos.bad_yaml", file=path, problem=error)) from None
    if not isinstance(found, list):
        raise InputError(t("cli_chaos.not_a_list", file=path, found=type(found).__name__))
    return found


async def _serve(options: dict[str, Any], rules: list[Rule], view: ChaosView) -> None:
    from steelyard.conditions.faults import FaultProxy, Schedule, Upstream

    host, port = _place(options["listen"])
    upstream = Upstream.of(
        options["upstream"], verify=not options["no_verify"], ca_file=options["ca_file"]
    )
    schedule = Schedule(rules, seed=options["seed"], hits=options["hits"])
    stop = asyncio.Event()
    with _told(options["events"], view) as on_event:
        proxy = FaultProxy(upstream, schedule, on_event, host=host, port=port)
        url = await _listen(proxy, options["listen"])
        try:
            view.begin(url, upstream.origin + upstream.path, proxy.counts)
            with _stopped_by_signals(stop):
                await _until(stop, options["seconds"], view)
        finally:
            await proxy.__aexit__(None, None, None)
            view.end()


async def _listen(proxy: FaultProxy, place: str) -> str:
    from steelyard.errors import InputError

    try:
        return await proxy.__aenter__()
    except (OSError, OverflowError) as error:
        problem = getattr(error, "strerror", None) or error
        message = t("cli_chaos.cannot_listen", place=place, problem=problem)
        raise InputError(message) from None


async def _until(stop: asyncio.Event, seconds: float | None, view: ChaosView) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not stop.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), _TICK_S)
                view.tick()


@contextlib.contextmanager
def _stopped_by_signals(stop: asyncio.Event) -> Iterator[None]:
    """Let Ctrl-C and a request to end set `stop`; that is how this command is meant to end."""
    loop, signals = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
    try:
        for number in signals:
            loop.add_signal_handler(number, stop.set)
    except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
        yield
        return
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


@contextlib.contextmanager
def _told(path: Path | None, view: ChaosView) -> Iterator[Callable[[Event], None]]:
    if path is None:
        yield view.event
        return
    from steelyard.conditions.faults import writing_events

    with writing_events(path) as write:

        def both(event: Event) -> None:
            write(event)
            view.event(event)

        yield both


def _place(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdigit() or int(port) > 65_535:
        message = t("cli_chaos.bad_listen", found=text)
        raise click.BadParameter(message, click.get_current_context(), param_hint="--listen")
    return host.strip("[]") or "127.0.0.1", int(port)
