"""Functions that answer, or fail to."""

from __future__ import annotations

import asyncio
import threading
import time

RELEASE = threading.Event()
"""Set it to let the threads of `hang` go."""


def echo(text):
    return text


async def echo_later(text):
    await asyncio.sleep(0)
    return text


def slow(text):
    time.sleep(0.1)
    return text


async def slow_later(text):
    await asyncio.sleep(0.1)
    return text


def hang(text):
    RELEASE.wait(60)
    return text


async def hang_later(text):
    await asyncio.Event().wait()


def empty_output(text):
    return ""


async def empty_output_later(text):
    return ""


def crash(text):
    return {}[text]


async def crash_later(text):
    return {}[text]


def wrong_shape(text):
    return {"unexpected": 1}


async def wrong_shape_later(text):
    return object()


def wrong_encoding(text):
    return "\ud83d"


async def wrong_encoding_later(text):
    return {"output": "x", "trajectory": [{"text": "\ud83d"}]}
