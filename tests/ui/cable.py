"""A cable between a browser and a service, which can be cut and mended."""

from __future__ import annotations

import contextlib
import socket
import threading


class Cable:
    """Carries bytes from a port of its own to another; while cut, it answers nobody."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._open: set[socket.socket] = set()
        self._whole = threading.Event()
        self._whole.set()
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def base(self) -> str:
        """The address to open in a browser."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """End every connection; new ones are ended at once."""
        self._whole.clear()
        self._end_all()

    def mend(self) -> None:
        """Carry again."""
        self._whole.set()

    def close(self) -> None:
        """Take the cable away."""
        self._door.close()
        self._end_all()

    def _end_all(self) -> None:
        with self._lock:
            ended, self._open = self._open, set()
        for one in ended:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if not self._whole.is_set():
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._to), 10)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            with self._lock:
                self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with self._lock:
            self._open -= {one, other}
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def __enter__(self) -> Cable:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
