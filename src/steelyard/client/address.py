"""Where a server is, and how one gets there: directly, or through the proxy that is set."""

from __future__ import annotations

import http.client
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from steelyard.errors import InputError
from steelyard.i18n import t

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Address:
    """Scheme, host, port, and the path under which a service is published."""

    url: str
    secure: bool
    host: str
    port: int
    base: str

    @classmethod
    def of(cls, url: str) -> Address:
        """Read an address.

        Raises:
            InputError: it is none.
        """
        text = url.strip().rstrip("/")
        try:
            found = urlsplit(text)
            port = found.port
            (found.hostname or "").encode("idna")  # a name that no resolver takes
        except ValueError:
            raise InputError(t("client.bad_url", url=text)) from None
        if found.scheme not in ("http", "https") or not found.hostname or found.query:
            raise InputError(t("client.bad_url", url=text))
        if found.username is not None:
            raise InputError(t("client.user_in_url"))
        secure = found.scheme == "https"
        return cls(text, secure, found.hostname, port or (443 if secure else 80), found.path)

    @property
    def is_open(self) -> bool:
        """Return whether others on the way could read what is sent."""
        return not self.secure and self.host not in _LOOPBACK

    def target(self, path: str) -> str:
        """Return what a request names; a proxy wants the whole address."""
        if self._proxy() is not None and not self.secure:
            port = "" if self.port == 80 else f":{self.port}"
            return f"http://{self.host}{port}{self.base}{path}"
        return f"{self.base}{path}"

    def line(self, timeout: float) -> http.client.HTTPConnection:
        """Return a line that is not connected yet."""
        proxy = self._proxy()
        host, port = (self.host, self.port) if proxy is None else proxy
        if not self.secure:
            return http.client.HTTPConnection(host, port, timeout=timeout)
        line = http.client.HTTPSConnection(
            host, port, timeout=timeout, context=ssl.create_default_context()
        )
        if proxy is not None:
            line.set_tunnel(self.host, self.port)
        return line

    def _proxy(self) -> tuple[str, int] | None:
        found = getproxies().get("https" if self.secure else "http")
        if not found or self.host in _LOOPBACK or proxy_bypass(self.host):
            return None
        proxy = urlsplit(found if "://" in found else f"http://{found}")
        return None if proxy.hostname is None else (proxy.hostname, proxy.port or 80)
