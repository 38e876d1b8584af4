"""What is done to a dataset as a whole."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import Dataset
from steelyard.server.library import datasets
from steelyard.server.people.policy import Role
from steelyard.ui.components import icon_action
from steelyard.ui.pages.whole import Whole, offer_whole
from steelyard.ui.visit import Visit


def offer_acts(visit: Visit, dataset: Dataset, versions: int) -> None:
    """Show a menu of what the visitor may do."""
    if not visit.may(Role.EVALUATOR):
        return
    whole = Whole(
        row=dataset,
        area="ui_data",
        list_page="data",
        find=datasets.find_dataset,
        change=datasets.change_dataset,
        remove=datasets.remove_dataset,
        consequence=t("ui_data.remove_consequence", n=versions),
    )
    with icon_action(t("ui.more"), "more_vert"), ui.menu():
        offer_whole(visit, whole)
