"""Ed25519 signatures verified without any package (RFC 8032); about three milliseconds each."""

from __future__ import annotations

from hashlib import sha512
from typing import cast

_P, _L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_Point = tuple[int, int, int, int]


def is_signed_by(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature of the message is by this key (RFC 8032; no second form passes)."""
    point, s = _point(key), int.from_bytes(signature[32:], "little")
    if len(key) != 32 or len(signature) != 64 or s >= _L or point is None:
        return False
    digest = sha512(signature[:32] + key + message).digest()
    x, y, z, t = _times(int.from_bytes(digest, "little") % _L, point)
    x, y, z, t = _add(_times(s, _BASE), (_P - x, y, z, _P - t))
    inverse = pow(z, -1, _P)
    found = y * inverse % _P | (x * inverse % _P & 1) << 255
    return found.to_bytes(32, "little") == signature[:32]


def is_point(key: bytes) -> bool:
    """Whether these bytes can be a public key."""
    return _point(key) is not None


def _add(a: _Point, b: _Point) -> _Point:
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % _P, (a[1] + a[0]) * (b[1] + b[0]) % _P
    c, d = 2 * a[3] * b[3] * _D % _P, 2 * a[2] * b[2] % _P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    while number:
        total = _add(total, point) if number & 1 else total
        point, number = _add(point, point), number >> 1
    return total


def _point(data: bytes) -> _Point | None:
    whole = int.from_bytes(data, "little")
    sign, y = whole >> 255, whole & (1 << 255) - 1
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    x = x if (x * x - square) % _P == 0 else x * pow(2, (_P - 1) // 4, _P) % _P
    if y >= _P or (x * x - square) % _P or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else _P - x
    return x, y, 1, x * y % _P


_BASE = cast("_Point", _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little")))
