"""Words in English and Chinese, and the one function that looks them up."""

from steelyard.i18n.lookup import (
    LANGUAGES,
    Language,
    language,
    pick,
    set_language,
    t,
    using_language,
)
from steelyard.i18n.say import say
from steelyard.i18n.wrong_value import wrong_value

__all__ = [
    "LANGUAGES",
    "Language",
    "language",
    "pick",
    "say",
    "set_language",
    "t",
    "using_language",
    "wrong_value",
]
