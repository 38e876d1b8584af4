"""A line to a server that breaks when it is told to: bytes pass through sockets, both ways."""

from __future__ import annotations

import contextlib
import socket
import threading


class Line:
    """Listens on a port of its own and passes everything on.

    `cuts` holds, for each connection to come, how many bytes may pass up and down before it is cut;
    None lets everything through. Connections after those of the list are not cut.
    """

    def __init__(self, port):
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.cuts = []
        self.connections = 0
        self._open = set()
        self._threads = []

    @property
    def url(self):
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self):
        self._start(self._accept)
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join()

    def cut(self):
        """Cut what is open now."""
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _accept(self):
        while True:
            try:
                here, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            up, down = self.cuts.pop(0) if self.cuts else (None, None)
            there = socket.create_connection(("127.0.0.1", self._port))
            self._open |= {here, there}
            self._start(self._pass, here, there, up)
            self._start(self._pass, there, here, down)

    def _pass(self, source, target, most):
        left = most
        with contextlib.suppress(OSError):
            while left is None or left > 0:
                piece = source.recv(65536 if left is None else min(left, 65536))
                if not piece:
                    break
                left = None if left is None else left - len(piece)
                target.sendall(piece)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            self._open.discard(one)
            # Both ways end together; the second close does nothing.
            one.close()

    def _start(self, what, *given):
        thread = threading.Thread(target=what, args=given)
        self._threads.append(thread)
        thread.start()
