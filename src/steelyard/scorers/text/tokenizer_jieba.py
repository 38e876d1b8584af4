"""`jieba`: Chinese cut into words by the optional package jieba."""

from __future__ import annotations

import logging
import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from steelyard.errors import MissingPackageError
from steelyard.i18n import t
from steelyard.model import nfkc


def cut_jieba(text: str) -> list[str]:
    """Cut the text (NFKC, case-folded) into words; punctuation and blanks are dropped.

    Raises:
        MissingPackageError: jieba is not installed.
    """
    folded = nfkc(text).casefold()
    return [word for word in _jieba().lcut(folded) if any(map(str.isalnum, word))]


def check_jieba() -> None:
    """Raise unless jieba is installed; does not load it.

    Raises:
        MissingPackageError: it is not.
    """
    if find_spec("jieba") is None:
        raise MissingPackageError(t("text.needs_jieba"), hint=t("text.needs_jieba_hint"))


@cache
def _jieba() -> Any:
    check_jieba()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own source makes newer interpreters complain
        jieba: Any = import_module("jieba")
        jieba.setLogLevel(logging.WARNING)
        jieba.initialize()
    return jieba
