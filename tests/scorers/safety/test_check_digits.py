"""Check digits against implementations of another make, and published numbers."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.safety.check_digits import is_cn_id, is_cn_uscc, is_iban, is_luhn
from tests.tries import tries

CREDIT = "0123456789ABCDEFGHJKLMNPQRTUWXY"
GB_32100_WEIGHTS = (1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28)


def iso_7064_mod_11_2(digits):
    """The recursive method of the standard, which needs no table of weights."""
    remainder = 0
    for digit in digits:
        remainder = (remainder + int(digit)) * 2 % 11
    return "0123456789X"[(12 - remainder) % 11]


def luhn_digit(digits):
    """By the table of doubled digits."""
    doubled = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
    total = sum(doubled[int(d)] if at % 2 == 0 else int(d) for at, d in enumerate(reversed(digits)))
    return str((10 - total % 10) % 10)


def mod_97(text):
    """Digit by digit, without a large number."""
    remainder = 0
    for character in text:
        for digit in str(ord(character) - 55 if character.isalpha() else int(character)):
            remainder = (remainder * 10 + int(digit)) % 97
    return remainder


@tries(100, 500)
@given(
    st.integers(110000, 659999),
    st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31)),
    st.integers(0, 999),
    st.sampled_from("0123456789Xx"),
)
def test_identity_numbers(region, born, order, check):
    body = f"{region}{born:%Y%m%d}{order:03}"
    right = iso_7064_mod_11_2(body)
    assert is_cn_id(body + right)
    assert is_cn_id(body + check) is (check.upper() == right)


@pytest.mark.parametrize("date", ["18991231", "21000101", "20230229", "20231301", "20230100"])
def test_dates_that_do_not_exist(date):
    body = f"110105{date}002"
    assert not is_cn_id(body + iso_7064_mod_11_2(body))


def test_a_leap_day():
    body = "11010520240229002"
    assert is_cn_id(body + iso_7064_mod_11_2(body))


@tries(100, 500)
@given(st.text(alphabet=CREDIT, min_size=17, max_size=17), st.sampled_from(CREDIT))
def test_credit_codes(body, check):
    total = sum(CREDIT.index(c) * w for c, w in zip(body, GB_32100_WEIGHTS, strict=True))
    right = CREDIT[(31 - total % 31) % 31]
    assert is_cn_uscc(body + right)
    assert is_cn_uscc(body + check) is (check == right)


@tries(100, 500)
@given(st.text(alphabet="0123456789", min_size=12, max_size=18), st.sampled_from("0123456789"))
def test_card_numbers(body, check):
    right = luhn_digit(body)
    assert is_luhn(body + right)
    assert is_luhn(body + check) is (check == right)


@tries(60, 300)
@given(st.text(alphabet="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=11, max_size=30))
def test_account_numbers(body):
    digits = 98 - mod_97(body + "GB00")
    assert is_iban(f"GB{digits:02}{body}")
    assert not is_iban(f"GB{(digits + 1) % 100:02}{body}")


@pytest.mark.parametrize(
    ("check", "number"),
    [
        (is_cn_id, "11010519491231002X"),  # the example of GB 11643
        (is_cn_uscc, "91350100M000100Y43"),
        (is_luhn, "4111111111111111"),  # test numbers of card schemes
        (is_luhn, "378282246310005"),
        (is_luhn, "6200000000000005"),
        (is_iban, "GB82 WEST 1234 5698 7654 32"),  # examples of the IBAN registry
        (is_iban, "DE89370400440532013000"),
        (is_iban, "FR1420041010050500013M02606"),
    ],
)
def test_published_numbers(check, number):
    assert check(number)
