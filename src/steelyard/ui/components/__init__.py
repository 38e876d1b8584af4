"""What pages are composed of. Text given to them is shown as text, whoever wrote it."""

from steelyard.ui.components.afterwards import reload_saying
from steelyard.ui.components.badge import badge, provenance, status
from steelyard.ui.components.bars import bars
from steelyard.ui.components.buttons import action, icon_action
from steelyard.ui.components.confirm import confirm
from steelyard.ui.components.diff_view import compare_texts, diff_view
from steelyard.ui.components.download import csv_action, csv_bytes, download_link, table_action
from steelyard.ui.components.drawer import Drawer
from steelyard.ui.components.editor import editor
from steelyard.ui.components.empty import empty, problem, skeleton
from steelyard.ui.components.export import export_menu
from steelyard.ui.components.facts import facts
from steelyard.ui.components.figure import figure
from steelyard.ui.components.form import Field, Form, Values, ask_form
from steelyard.ui.components.interval import interval_bar
from steelyard.ui.components.kpi import kpi
from steelyard.ui.components.layout import column, grid, panel, row, title
from steelyard.ui.components.listing import Listing, Nothing, Slice
from steelyard.ui.components.moment import moment
from steelyard.ui.components.score_tree import Branch, score_tree
from steelyard.ui.components.sections import Section, sections
from steelyard.ui.components.sparkline import sparkline
from steelyard.ui.components.table import Column, DataTable, Row
from steelyard.ui.components.text import label, link, raw
from steelyard.ui.components.timeline import Happening, timeline
from steelyard.ui.components.uploader import Uploader

__all__ = [
    "Branch",
    "Column",
    "DataTable",
    "Drawer",
    "Field",
    "Form",
    "Happening",
    "Listing",
    "Nothing",
    "Row",
    "Section",
    "Slice",
    "Uploader",
    "Values",
    "action",
    "ask_form",
    "badge",
    "bars",
    "column",
    "compare_texts",
    "confirm",
    "csv_action",
    "csv_bytes",
    "diff_view",
    "download_link",
    "editor",
    "empty",
    "export_menu",
    "facts",
    "figure",
    "grid",
    "icon_action",
    "interval_bar",
    "kpi",
    "label",
    "link",
    "moment",
    "panel",
    "problem",
    "provenance",
    "raw",
    "reload_saying",
    "row",
    "score_tree",
    "sections",
    "skeleton",
    "sparkline",
    "status",
    "table_action",
    "timeline",
    "title",
]
