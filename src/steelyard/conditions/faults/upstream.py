"""Where the proxy passes requests on to."""

from __future__ import annotations

import asyncio
import re
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit

from steelyard.conditions.faults.http1 import MAX_HEAD
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import outside

_ORIGIN = re.compile(r"^https?://[^/?#]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Upstream:
    """An address, ready to be dialled.

    Attributes:
        origin: scheme, host and port as they were written.
        host: name or number.
        port: its port.
        path: what stands before the path of every request; empty for none.
        tls: for https, what to trust.
    """

    origin: str
    host: str
    port: int
    path: str
    tls: ssl.SSLContext | None

    @classmethod
    def of(cls, url: str, *, verify: bool = True, ca_file: str | None = None) -> Upstream:
        """Read an address.

        Args:
            url: `http://host:port`, or https, with or without a path.
            verify: whether to check the certificate.
            ca_file: PEM file of authorities to trust instead of the system's.

        Raises:
            InputError: it is not such an address, or the file cannot be used.
        """
        found = _ORIGIN.match(url)
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            found = None
        if found is None or not parts.hostname or parts.username is not None:
            raise InputError(t("faults.bad_upstream", found=url))
        secure = parts.scheme == "https"
        tls = _tls(verify=verify, ca_file=ca_file) if secure else None
        port = port or (443 if secure else 80)
        return cls(found[0], parts.hostname, port, parts.path.rstrip("/"), tls)

    @property
    def authority(self) -> bytes:
        """Host and port for the Host header."""
        return self.origin.partition("://")[2].encode(
            "idna" if not self.origin.isascii() else "ascii"
        )

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect."""
        given, host = outside(), self.host
        if given is not None:
            # The very address that was allowed is dialled: a name may mean another one next time.
            host = await asyncio.to_thread(given.address, self.host, self.port)
        name = self.host if self.tls is not None else None
        return await asyncio.open_connection(
            host, self.port, ssl=self.tls, server_hostname=name, limit=MAX_HEAD
        )


def _tls(*, verify: bool, ca_file: str | None) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=ca_file)
    except (OSError, ssl.SSLError) as error:
        raise InputError(t("faults.bad_ca_file", file=ca_file, problem=error)) from None
    if not verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
