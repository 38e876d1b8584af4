"""A leaderboard in a terminal: the verdict first, then the ranking, the parts, the doubts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from steelyard.i18n import pick
from steelyard.report.leaderboard.rows import Rows, parts, picked, ranking
from steelyard.report.leaderboard.sentences import about, findings, verdict
from steelyard.report.terminal_style import say_source, table_of, title, word
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.analysis.leaderboard import Leaderboard


def terminal(board: Leaderboard, console: Console) -> None:
    """Print the leaderboard."""
    console.print(Text(pick(verdict(board)), style="bold"))
    console.print(Text(pick(about(board)), style="dim"))
    console.print()
    _print(ranking(board), console)
    title(console, word("leaderboard.parts"))
    _print(parts(board), console)
    said = findings(board)
    if said:
        title(console, word("leaderboard.findings"))
    for sentence in said:
        _item(console, pick(sentence))
    for line in board.lines:
        for note in line.notes:
            _item(console, word("named", name=one_line(line.name, 60), text=pick(note)))


def _item(console: Console, text: str) -> None:
    console.print(Padding(Text(f"• {text}"), (0, 0, 0, 2), expand=False))


def _print(content: Rows, console: Console) -> None:
    headings = picked(content.headings)
    table = table_of(headings[0])
    table.columns[0].justify, table.columns[0].min_width = "right", 1
    table.add_column(headings[1], overflow="fold", min_width=8)
    for heading in headings[2:]:
        table.add_column(heading, justify="right", overflow="fold")
    for row in content.rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)
    say_source(console, content.source)
