"""Credentials by their looks: keys, tokens and passwords where a text should not hold one.

A plan names a secret, it never holds one. What is found here is refused before it is stored or
shown; `redact` takes it out of texts that are written anyway, such as log lines.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

MASK = "***"
# The name of a secret, or of an environment variable.
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
# As people write them: OPENAI_API_KEY. A long part, or one that mixes letters and digits as no
# word does, is rather a value.
_USUAL_NAME = re.compile(
    r"_?[A-Z][A-Z]{0,15}[0-9]{0,3}(?:_(?:[A-Z]{1,16}[0-9]{0,3}|[0-9]{1,4}))*_?"
)
_LONGEST_NAME = 64
# Formats that issuers gave their keys so that they can be recognized.
_FORMATS = re.compile(
    r"""(?x)
    \b(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{8,} | \b(?:sk|pk|rk)[-_][\w-]{20,}
    | \bsyt_[\w-]{6,}
    | \bgh[opsur]_[A-Za-z0-9]{16,} | \bgithub_pat_\w{16,} | \bglpat-[\w-]{16,}
    | \bxox[abeoprs]-[A-Za-z0-9-]{10,} | \bxapp-[A-Za-z0-9-]{10,}
    | \b(?:AKIA|ASIA)[A-Z0-9]{16}\b | \bLTAI[A-Za-z0-9]{12,} | \bAKID[A-Za-z0-9]{16,}
    | \bAIza[\w-]{30,} | \bya29\.[\w-]{20,} | \bhf_[A-Za-z0-9]{20,} | \br8_[A-Za-z0-9]{20,}
    | \bgsk_[A-Za-z0-9]{20,} | \bxai-[A-Za-z0-9]{20,} | \bnvapi-[\w-]{20,} | \bpplx-[A-Za-z0-9]{20,}
    | \bnpm_[A-Za-z0-9]{20,} | \bpypi-[\w-]{20,} | \bdop_v1_[a-f0-9]{20,}
    | \bSG\.[\w-]{16,}\.[\w-]{16,}
    | \beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?
    | -----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----(?:[\s\S]*?-----END[ ][A-Z ]*PRIVATE[ ]KEY-----)?
    """
)
_SCHEME = re.compile(r"\b((?i:bearer|basic))\s+(?=\S*\d|\S*[a-z]\S*[A-Z])[\w.~+/=-]{8,}")
# The user of an address, also one whose password holds a slash or an at.
_USERINFO = re.compile(r"(\b[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2})[^/\s?#@]*:[^\s?#@]*@")
_FIELD = (
    r"(?:api[-_ ]?key|apikey|access[-_ ]?key(?:[-_ ]?id)?|secret[-_ ]?key|private[-_ ]?key|"
    r"subscription[-_ ]?key|account[-_ ]?key|auth[-_ ]?key|(?:access|auth|bearer|refresh|session|"
    r"id|security|client)[-_ ]?token|token|(?:client[-_ ]?)?secret|password|passwd|passphrase|pwd|"
    r"authorization|cookie|credentials?|signature)"
)
_FIELD_NAME = re.compile(rf"(?i)(?:.*[-_. ])?{_FIELD}|.*(?:ApiKey|AuthToken|Secret|Password)")
_ASSIGNED = re.compile(
    rf"(?i)((?:^|[^A-Za-z0-9]){_FIELD}[\"']?(?:\s*[=:]\s*|\s+)[\"']?)([^\s\"'&,;]+)"
)
# The user of an address without a password, and what short names of a query assign.
_USER = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2}([^/\s?#@:]+)@")
_QUERY = re.compile(r"(?i)[?&](?:key|sig)=([^\s&#]{16,})")
# A scheme and what it proves, as `Authorization: Token 0123...` has them.
_WITH_SCHEME = re.compile(r"[A-Za-z][A-Za-z-]{1,19}\s+(\S+)")
_LONG_ENOUGH = 6
_LONG = 20
_USER_OPTIONS = frozenset(("-u", "--user", "--proxy-user"))


def is_secret_name(text: str) -> bool:
    """Whether a text has the form of a secret's name and not that of a key."""
    return _NAME.fullmatch(text) is not None and not holds_credential(text)


def is_usual_name(text: str) -> bool:
    """Whether a text is written as names of variables are: OPENAI_API_KEY."""
    short = len(text) <= _LONGEST_NAME
    return short and _USUAL_NAME.fullmatch(text) is not None and is_secret_name(text)


def holds_credential(text: str) -> bool:
    """Whether a text holds a key of a known format, or an address with a password."""
    return any(pattern.search(text) for pattern in (_FORMATS, _SCHEME, _USERINFO))


def is_credential_field(name: str) -> bool:
    """Whether what stands under a name is a credential: api_key, X-Auth-Token, password."""
    return _FIELD_NAME.fullmatch(name.strip()) is not None


def is_opaque(value: str) -> bool:
    """Whether a value is no word and no placeholder: `EMPTY` as a key is one, `hunter22` is not."""
    text = value.strip()
    if "{{" in text or len(text) < _LONG_ENOUGH or re.search(r"\s", text):
        return False
    mixed = re.search(r"\d", text) and re.search(r"[^\W\d_]", text)
    return bool(mixed) or len(text) >= _LONG


def assigns_credential(text: str) -> bool:
    """Whether a command line, an address or a header assigns one: `--api-key=...`, `?token=...`."""
    for written in {text, unquote(text)}:
        values = [found[2] for found in _ASSIGNED.finditer(written)]
        values += _USER.findall(written) + _QUERY.findall(written)
        if any(map(is_opaque, values)):
            return True
    return False


def is_credential(value: str) -> bool:
    """Whether the value of a field of credentials is one, also behind the name of a scheme."""
    with_scheme = _WITH_SCHEME.fullmatch(value.strip())
    return is_opaque(value if with_scheme is None else with_scheme[1])


def is_credential_after(option: str, value: str) -> bool:
    """Whether a word of a command is a credential by the option before it: `--api-key ...`."""
    if not option.startswith("-") or value.startswith("-"):
        return False
    if option in _USER_OPTIONS:
        return is_opaque(value.partition(":")[2])
    return is_credential_field(option.lstrip("-")) and is_opaque(value)


def redact(text: str) -> str:
    """Return a text without the credentials that can be recognized in it."""
    text = _FORMATS.sub(MASK, text)
    text = _SCHEME.sub(rf"\1 {MASK}", text)
    return _USERINFO.sub(rf"\1{MASK}@", text)


def redact_assigned(text: str) -> str:
    """Return a text without what it assigns to fields of credentials either."""

    def masked(found: re.Match[str]) -> str:
        return f"{found[1]}{MASK}" if is_opaque(found[2]) else found[0]

    return _ASSIGNED.sub(masked, redact(text))
