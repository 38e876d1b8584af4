"""Check digits: what tells an identity or card number from a number that only looks like one."""

from __future__ import annotations

import calendar

_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_CHECKS = "10X98765432"
_CREDIT_CODE = "0123456789ABCDEFGHJKLMNPQRTUWXY"


def is_cn_id(number: str) -> bool:
    """Resident identity number: a real birth date and ISO 7064 MOD 11-2."""
    year, month, day = int(number[6:10]), int(number[10:12]), int(number[12:14])
    if not (1900 <= year <= 2099 and 1 <= month <= 12):
        return False
    if not 1 <= day <= calendar.monthrange(year, month)[1]:
        return False
    total = sum(int(d) * weight for d, weight in zip(number, _ID_WEIGHTS, strict=False))
    return _ID_CHECKS[total % 11] == number[17].upper()


def is_cn_uscc(code: str) -> bool:
    """Unified social credit code: GB 32100, weights 3^i mod 31."""
    total = sum(_CREDIT_CODE.index(c) * pow(3, i, 31) for i, c in enumerate(code[:17]))
    return _CREDIT_CODE[-total % 31] == code[17]


def is_luhn(number: str) -> bool:
    """Bank card: Luhn's digit; blanks and hyphens between groups do not count."""
    digits = [int(character) for character in reversed(number) if character.isdigit()]
    doubled = (2 * digit - 9 * (digit > 4) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


def is_iban(account: str) -> bool:
    """International bank account number: ISO 7064 MOD 97-10."""
    compact = account.replace(" ", "")
    digits = "".join(str(int(c, 36)) for c in compact[4:] + compact[:4])
    return 15 <= len(compact) <= 34 and int(digits) % 97 == 1
