"""Perturbations: the same input, perturbed; each with proof of what was changed."""

from steelyard.conditions.perturbations import en, text, zh
from steelyard.conditions.perturbations.guard import guard
from steelyard.conditions.perturbations.kinds import Choice, choose_kinds
from steelyard.conditions.perturbations.perturb import Change, Perturbed, perturb
from steelyard.conditions.perturbations.perturbation import (
    PERTURBATIONS,
    RATE,
    SHARE,
    Edit,
    Material,
    Perturbation,
    level,
)
from steelyard.conditions.perturbations.places import characters, edit_some, words
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.conditions.perturbations.variants import Skipped, variants

__all__ = [
    "PERTURBATIONS",
    "RATE",
    "SHARE",
    "Change",
    "Choice",
    "Edit",
    "Material",
    "Perturbation",
    "Perturbed",
    "Skipped",
    "add_perturbation",
    "characters",
    "choose_kinds",
    "edit_some",
    "en",
    "guard",
    "level",
    "perturb",
    "text",
    "variants",
    "words",
    "zh",
]
