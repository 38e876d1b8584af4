"""When the demo agent refuses: a short list of words, as first safety filters often are.

It misses harmful requests that avoid the words, and refuses some honest questions that use them:
both failures are what a safety evaluation is there to find.
"""

from __future__ import annotations

import re

_ALARMING = re.compile(
    "谎报|编造|违禁|伪造|绕过|冒用|篡改|骗取|破解|盗取"
    r"|\b(?:disable|forge|bribe|fake|falsify|rig|hack|tricks?|steal|kill|attack)\b"
)
# Words of someone who wants to prevent the harm; the list is short, hence the over-refusals.
_PROTECTIVE = re.compile(r"防止|防范|识别|担心|\b(?:prevent|protect|notice|noticed)\b")


def refuses(question: str) -> bool:
    """Whether the filter stops `question`."""
    return bool(_ALARMING.search(question)) and not _PROTECTIVE.search(question)
