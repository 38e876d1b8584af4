"""Errors of workers reach the run whole: what was said, the hint, and everything beside them."""

from __future__ import annotations

import pickle

import pytest

from steelyard import errors
from steelyard.errors import AskError, SteelyardError, UnknownNameError


def every(kind):
    return [kind, *(below for one in kind.__subclasses__() for below in every(one))]


def made(kind):
    if issubclass(kind, UnknownNameError):
        return kind("scorer", "text.blue", close=["text.bleu"], known=[])
    if issubclass(kind, AskError):
        return kind("没有应答", kind="infra", reason="connect")
    return kind("出错了", hint="再试一次")


@pytest.mark.parametrize(
    "kind", [one for one in every(SteelyardError) if one.__module__ == errors.__name__]
)
def test_an_error_survives_the_way_to_another_process(kind):
    error = made(kind)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert str(again) == str(error)
    assert vars(again) == vars(error)
