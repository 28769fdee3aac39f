"""A gate on the way to a server: lets through, refuses, hangs, cuts or slows. For outages without stopping servers
that other tests use (threats T93, T94)."""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from enum import Enum
from urllib.parse import urlsplit, urlunsplit

import pytest

from script.children import LOOPBACK

_TICK = 0.02  # seconds
_CHUNK = 65536


class Mode(Enum):
    """What the gate does with connections, old and new."""

    OPEN = "open"
    REFUSED = "refused"  # new ones refused, old ones cut
    HANGING = "hanging"  # accepted, nothing moves
    SLOW = "slow"  # each piece waits a second


class Gate:
    """A TCP forwarder on a port of its own: ``url_of`` sends a client through it, ``set`` changes the weather."""

    def __init__(self, *, host: str, port: int) -> None:
        self._upstream = (host, port)
        self._mode = Mode.OPEN
        self._closed = threading.Event()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._listener: socket.socket | None = None
        self.port = 0
        self._listen()

    def set(self, mode: Mode) -> None:
        """Change the weather for old and new connections alike."""
        self._mode = mode
        if mode is Mode.REFUSED:
            self._hang_up()
        elif self._listener is None:
            self._listen()

    def close(self) -> None:
        """Cut everything; idempotent."""
        self._closed.set()
        self._hang_up()

    def url_of(self, url: str) -> str:
        """The same address, by way of this gate."""
        parts = urlsplit(url)
        account = parts.netloc.rpartition("@")[0]
        netloc = f"{account}@{LOOPBACK}:{self.port}" if account else f"{LOOPBACK}:{self.port}"
        return urlunsplit(parts._replace(netloc=netloc))

    def _listen(self) -> None:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, self.port))
        listener.listen(64)
        self.port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def _hang_up(self) -> None:
        listener, self._listener = self._listener, None
        pairs, self._pairs = self._pairs, []
        for connection in [listener, *(side for pair in pairs for side in pair)]:
            if connection is not None:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                connection.close()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while not self._closed.is_set():
                client, _ = listener.accept()
                upstream = socket.create_connection(self._upstream)
                self._pairs.append((client, upstream))
                for source, target in ((client, upstream), (upstream, client)):
                    threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError):
            while not self._closed.is_set():
                waiting = select.select([source], [], [], _TICK)[0]
                if self._mode is Mode.HANGING:  # asked after waiting: what comes from now on does not slip through
                    time.sleep(_TICK)
                    continue
                if not waiting:
                    continue
                piece = source.recv(_CHUNK)
                time.sleep(1 if self._mode is Mode.SLOW else 0)
                if not piece:
                    break
                target.sendall(piece)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)


@pytest.fixture
def gate_to() -> Iterator[Callable[[str], Gate]]:
    """``gate = gate_to(url)``: a gate in front of that server; clients go through ``gate.url_of(url)``."""
    gates: list[Gate] = []

    def build(url: str) -> Gate:
        parts = urlsplit(url)
        gate = Gate(host=parts.hostname or LOOPBACK, port=parts.port or 0)
        gates.append(gate)
        return gate

    yield build
    for gate in gates:
        gate.close()
