"""Wrong values are spoken of in both languages; what pydantic says of them is English only."""

from __future__ import annotations

import re
from datetime import datetime
from enum import Enum
from typing import Annotated, Literal

import pytest
from pydantic import AwareDatetime, BaseModel, Field, TypeAdapter, ValidationError

from steelyard.i18n import using_language, wrong_value
from steelyard.i18n.lookup import words_of


class Shape(BaseModel):
    one: int = 1


class Kind(Enum):
    A = "a"


CASES = [
    ("int_parsing", int, "many"),
    ("int_parsing_size", int, "9" * 5000),
    ("int_type", int, []),
    ("int_from_float", int, 1.5),
    ("float_parsing", float, "much"),
    ("float_type", float, []),
    ("finite_number", Annotated[float, Field(allow_inf_nan=False)], float("inf")),
    ("string_type", str, 3),
    ("string_too_short", Annotated[str, Field(min_length=8)], "a"),
    ("string_too_long", Annotated[str, Field(max_length=2)], "abc"),
    ("string_pattern_mismatch", Annotated[str, Field(pattern="^[a-z]+$")], "A"),
    ("bool_parsing", bool, "perhaps"),
    ("bool_type", bool, []),
    ("list_type", list[int], "x"),
    ("dict_type", dict[str, int], "x"),
    ("model_type", Shape, "x"),
    ("greater_than_equal", Annotated[int, Field(ge=1)], 0),
    ("greater_than", Annotated[int, Field(gt=1)], 0),
    ("less_than_equal", Annotated[int, Field(le=1)], 2),
    ("less_than", Annotated[int, Field(lt=1)], 2),
    ("literal_error", Literal["a", "b"], "c"),
    ("enum", Kind, "c"),
    ("too_long", Annotated[list[int], Field(max_length=1)], [1, 2]),
    ("too_short", Annotated[list[int], Field(min_length=1)], []),
    ("datetime_type", datetime, []),
    ("datetime_from_date_parsing", datetime, "soon"),
    ("timezone_aware", AwareDatetime, "2026-01-01T00:00:00"),
]


def error_of(kind, value):
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(value)
    return caught.value.errors()[0]


@pytest.mark.parametrize(("name", "kind", "value"), CASES)
def test_every_kind_is_said_in_both_languages(name, kind, value):
    item = error_of(kind, value)
    assert item["type"] == name
    with using_language("en"):
        english = wrong_value(item)
    with using_language("zh"):
        chinese = wrong_value(item)
    assert item["msg"] not in (english, chinese)
    assert re.search("[一-鿿]", chinese)
    assert not re.search("[一-鿿]", english)


def test_a_missing_and_a_strange_field():
    class Needy(BaseModel, extra="forbid"):
        one: int

    with pytest.raises(ValidationError) as caught:
        Needy.model_validate({"two": 2})
    with using_language("zh"):
        said = [wrong_value(item) for item in caught.value.errors()]
    assert said == ["缺少此字段", "没有这个字段"]


def test_what_was_found_is_shown_only_where_it_may_be():
    item = error_of(Annotated[str, Field(min_length=8)], "hunter2")
    assert wrong_value(item) == "at least 8 characters are needed"
    assert wrong_value(item, show=True) == "found 'hunter2'; at least 8 characters are needed"
    long = error_of(int, "x" * 100)
    assert wrong_value(long, show=True) == f"found '{'x' * 56}...; a whole number is needed"


def test_one_of_our_own_is_a_sentence_already():
    error = ValueError("no such host")
    item = {"type": "value_error", "ctx": {"error": error}, "msg": "Value error, no such host"}
    assert wrong_value(item) == "no such host"


def test_what_has_no_words_here_keeps_those_of_pydantic():
    item = error_of(complex, "x")
    assert item["type"] not in words_of("values")
    assert wrong_value(item) == item["msg"]
    assert wrong_value(item, show=True) == f"found 'x': {item['msg']}"
