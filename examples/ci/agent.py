"""Two versions of a till: `answer` is what runs today, `answer_next` what someone proposes."""

import re


def answer(question: str) -> str:
    """Today: adds and gives change; does not know discounts."""
    if "% off" in question:
        return "I cannot work out discounts."
    return _work(question)


def answer_next(question: str) -> str:
    """Proposed: knows discounts, but loses count from 35 pieces on."""
    numbers = [int(number) for number in re.findall(r"\d+", question)]
    if numbers[0] >= 35:
        return "That is a lot."
    return _work(question)


def _work(question: str) -> str:
    count, price, *rest = (int(number) for number in re.findall(r"\d+", question))
    total = count * price
    if "% off" in question:
        return f"{total * (100 - rest[0]) // 100}"
    return f"{rest[0] - total}" if "change" in question else f"{total}"
