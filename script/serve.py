"""``script/server``: everything the site needs, started in order, watched, and ended together."""

import fcntl
import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType

from script import environment
from script.children import LOOPBACK, Child, is_port_free, start, stop_all, wait_until
from script.console import Refusal, say, show, tail
from script.environment import PYTHON, ROOT, VAR
from script.redis_server import find_program, start_redis

_HOST_SITE = ROOT / "examples" / "host" / "app.py"
_START_SECONDS = 60.0


class Stop(BaseException):
    """Ctrl-C, ``kill`` or a closed terminal: end the children in order."""


@dataclass(frozen=True, kw_only=True)
class Ports:
    """Where the site, the example host site and the tools for agents listen."""

    site: int
    host: int
    tools: int


def main() -> int:
    """Run until told to stop. 0 after an orderly stop, 1 with a message when something must change first."""
    _listen_to_signals()
    children: list[Child] = []
    try:
        with _only_one():
            _serve(children=children)
    except Stop:
        say("stopping")
    except Refusal as refusal:
        say(str(refusal))
        return 1
    finally:
        _ignore_signals()
        stop_all(children=reversed(children))
    return 0


def _serve(*, children: list[Child]) -> None:
    ports = Ports(
        site=_port(name="PORT", default=8000),
        host=_port(name="HOST_PORT", default=8100),
        tools=_port(name="MCP_PORT", default=8200),
    )
    _note_start(ports=ports)
    environment.prepare(lock_file="requirements.txt")
    variables = _variables(ports=ports)
    if "REDIS_URL" not in variables:
        variables |= _start_redis(children=children)
    _prepare_database(variables=variables)
    children.append(_start_site(ports=ports, variables=variables))
    children.append(_start_worker(variables=variables))
    children.append(_start_tools(ports=ports, variables=variables))
    if _HOST_SITE.exists():
        children.append(_start_host_site(ports=ports, variables=variables))
    _wait_for_answers(ports=ports, children=children)
    _welcome(ports=ports, variables=variables)
    _watch(children=children)


def _variables(*, ports: Ports) -> dict[str, str]:
    """The environment of everything we start; what the person set holds."""
    defaults = {
        "CITELEDGER_ENV": "development",
        "LAB": "1",
        "PORT": str(ports.site),
        "HOST_PORT": str(ports.host),
        "PUBLIC_URL": f"http://{LOOPBACK}:{ports.site}",
        "PYTHONUNBUFFERED": "1",
    }
    if not os.environ.get("SECRET_KEY"):
        defaults["SECRET_KEY_FILE"] = str(_secret_key_file())
    given = {name: value for name, value in os.environ.items() if value}
    return defaults | given


def _secret_key_file() -> Path:
    """Made once: sessions outlive a restart."""
    file = VAR / "secret-key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(48))
    return file


def _port(*, name: str, default: int) -> int:
    text = os.environ.get(name) or str(default)
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise Refusal(f"{name} must be a port number between 1 and 65535, not {text!r}.")
    if not is_port_free(port=int(text)):
        raise Refusal(f"port {text} is taken by another program. Choose another: {name}={int(text) + 1} script/server")
    return int(text)


@contextmanager
def _only_one() -> Iterator[None]:
    """The lock of this folder, held while we run; the kernel gives it back however we end."""
    with environment.run_folder().joinpath("server.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refusal(_already_running()) from None
        yield


def _already_running() -> str:
    note = json.loads(_note().read_text()) if _note().exists() else {}
    where, pid = note.get("url", "this folder"), note.get("pid", "?")
    return f"already running: {where} (process {pid}; end it with Ctrl-C there, or: kill {pid})"


def _note() -> Path:
    return environment.run_folder() / "server.json"


def _note_start(*, ports: Ports) -> None:
    _note().write_text(json.dumps({"pid": os.getpid(), "url": f"http://{LOOPBACK}:{ports.site}/"}))


def _start_redis(*, children: list[Child]) -> dict[str, str]:
    program = find_program(site_packages=environment.site_packages())
    server = start_redis(program=program, folder=environment.run_folder(), environment=dict(os.environ))
    children.append(server.child)
    # Cache and broker apart: emptying one never empties the other.
    return {"REDIS_URL": f"{server.url}/0", "CELERY_BROKER_URL": f"{server.url}/1"}


def _prepare_database(*, variables: dict[str, str]) -> None:
    say("preparing the database")
    _manage("migrate", "--verbosity", "0", variables=variables)
    if "lab_load" in _commands(variables=variables):
        say("loading the lab")
        _manage("lab_load", variables=variables)


def _start_site(*, ports: Ports, variables: dict[str, str]) -> Child:
    argv: list[str | Path] = [
        PYTHON,
        "-m",
        "gunicorn",
        "citeledger.wsgi:application",
        "--bind",
        f"{LOOPBACK}:{ports.site}",
    ]
    options = ["--worker-class", "gthread", "--threads", "8", "--no-control-socket", "--log-level", "warning"]
    options += ["--limit-request-line", "8190"]  # bytes: a query of a thousand letters, each of which takes six
    return _start(name="web", argv=[*argv, *options, "--graceful-timeout", "5"], variables=variables)


def _start_worker(*, variables: dict[str, str]) -> Child:
    schedule = environment.run_folder() / "celerybeat-schedule"
    argv: list[str | Path] = [PYTHON, "-m", "celery", "--app", "citeledger", "worker", "--beat", "--schedule", schedule]
    options = ["--concurrency", "1", "--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    return _start(name="worker", argv=[*argv, *options], variables=variables)


def _start_tools(*, ports: Ports, variables: dict[str, str]) -> Child:
    argv: list[str | Path] = [PYTHON, "-m", "uvicorn", "citeledger.mcp:application"]
    options = ["--host", LOOPBACK, "--port", str(ports.tools), "--no-access-log", "--timeout-graceful-shutdown", "5"]
    return _start(name="tools", argv=[*argv, *options], variables=variables)


def _start_host_site(*, ports: Ports, variables: dict[str, str]) -> Child:
    # HOST is the machine's name in some shells; this site lives on localhost, so that cookies do not cross.
    own = {"HOST": "localhost", "HOST_PORT": str(ports.host)}
    return _start(name="host", argv=[PYTHON, _HOST_SITE], variables=variables | own)


def _start(*, name: str, argv: Sequence[str | Path], variables: dict[str, str]) -> Child:
    logs = VAR / "log"
    logs.mkdir(parents=True, exist_ok=True)
    return start(name=name, argv=argv, environment=variables, log=logs / f"{name}.log", folder=ROOT)


def _wait_for_answers(*, ports: Ports, children: list[Child]) -> None:
    waits = {"web": ports.site, "host": ports.host, "tools": ports.tools}
    for child in children:
        port = waits.get(child.name)
        if port and not wait_until(ready=partial(_answers, port=port), child=child, seconds=_START_SECONDS):
            raise Refusal(f"{child.name} did not start. The end of {child.log}:\n{tail(log=child.log)}")


def _answers(*, port: int) -> bool:
    """Any answer counts: which pages exist is not our business here."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=5)
    try:
        connection.request("GET", "/")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def _welcome(*, ports: Ports, variables: dict[str, str]) -> None:
    say(f"running at http://{LOOPBACK}:{ports.site}/  (Ctrl-C stops it; logs in var/log)")
    if "lab_welcome" in _commands(variables=variables):
        show(_manage("lab_welcome", variables=variables).rstrip())
    show(
        f"\n  Tools for agents    http://{LOOPBACK}:{ports.tools}/mcp   (MCP; send the token as a bearer, docs/mcp.md)"
    )


def _watch(*, children: list[Child]) -> None:
    while True:
        for child in children:
            if child.has_ended():
                code = child.process.returncode
                raise Refusal(f"{child.name} ended (code {code}). The end of {child.log}:\n{tail(log=child.log)}")
        time.sleep(0.5)


def _commands(*, variables: dict[str, str]) -> list[str]:
    """The lab's commands exist only where the lab does."""
    return _manage("help", "--commands", variables=variables).split()


def _manage(*arguments: str, variables: dict[str, str]) -> str:
    argv = [str(PYTHON), "manage.py", *arguments]
    finished = subprocess.run(argv, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise Refusal(f"manage.py {arguments[0]} failed:\n{finished.stdout[-2000:]}{finished.stderr[-3000:]}")
    return finished.stdout


def _listen_to_signals() -> None:
    # Set even where we were started with SIGINT ignored (a background job of a script), or Ctrl-C would do nothing.
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup asked to go on
        signal.signal(signal.SIGHUP, _stop)


def _ignore_signals() -> None:
    """A second Ctrl-C must not leave children behind."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise Stop


if __name__ == "__main__":
    sys.exit(main())
