"""What script/server and script/test promise at their edges: children end with us, one server a folder, taken ports."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from script import children, environment, serve, verify
from script.console import Refusal
from script.redis_server import find_program, start_redis

_SLEEPER = "import time; time.sleep(600)"
_STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)"
)


def _start(tmp_path: Path, code: str) -> children.Child:
    return children.start(
        name="trial",
        argv=[sys.executable, "-c", code],
        environment=os.environ,
        log=tmp_path / "trial.log",
        folder=tmp_path,
    )


def _is_alive(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind((children.LOOPBACK, 0))
        listener.listen()
        yield listener.getsockname()[1]


class TestChildren:
    def test_end_when_asked(self, tmp_path: Path) -> None:
        child = _start(tmp_path, _SLEEPER)
        child.stop()
        assert child.process.returncode == -signal.SIGTERM

    def test_that_do_not_listen_are_ended_after_the_wait(self, tmp_path: Path) -> None:
        child = _start(tmp_path, _STUBBORN)
        assert children.wait_until(ready=lambda: "deaf" in child.log.read_text(), child=child, seconds=10)
        child.stop(seconds=0.2)
        assert child.process.returncode == -signal.SIGKILL

    def test_end_when_we_are_killed(self, tmp_path: Path) -> None:
        code = (
            "import os, sys, pathlib, time; from script import children\n"
            f"child = children.start(name='x', argv=[sys.executable, '-c', {_SLEEPER!r}], environment=os.environ,"
            f" log=pathlib.Path({str(tmp_path / 'x.log')!r}), folder=pathlib.Path('.'))\n"
            "print(child.process.pid, flush=True); time.sleep(600)"
        )
        argv = [sys.executable, "-c", code]
        with subprocess.Popen(argv, cwd=environment.ROOT, stdout=subprocess.PIPE, text=True) as parent:
            assert parent.stdout is not None
            pid = int(parent.stdout.readline())
            parent.kill()
        deadline = time.monotonic() + 10
        while _is_alive(pid) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not _is_alive(pid)


class TestServer:
    def test_a_taken_port_is_named_with_the_way_out(self, monkeypatch: pytest.MonkeyPatch, taken_port: int) -> None:
        monkeypatch.setenv("PORT", str(taken_port))
        with pytest.raises(Refusal, match=rf"port {taken_port} is taken.*PORT={taken_port + 1} script/server"):
            serve._port(name="PORT", default=8000)

    @pytest.mark.parametrize("text", ["abc", "0", "70000", "-1", "80 80"])
    def test_a_port_that_is_none_is_refused(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("PORT", text)
        with pytest.raises(Refusal, match="PORT must be a port number"):
            serve._port(name="PORT", default=8000)

    def test_a_second_start_says_where_the_first_one_runs(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(environment, "VAR", tmp_path)
        with serve._only_one():
            serve._note_start(ports=serve.Ports(site=8123, host=8124, tools=8125))
            with pytest.raises(Refusal, match=rf"already running: http://127.0.0.1:8123/ \(process {os.getpid()};"):
                serve._only_one().__enter__()

    def test_the_secret_is_made_once_and_readable_by_its_owner_only(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(serve, "VAR", tmp_path)
        first = serve._secret_key_file().read_text()
        assert serve._secret_key_file().read_text() == first
        assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600

    def test_its_redis_wants_a_password_and_listens_here_only(self, tmp_path: Path) -> None:
        program = find_program(site_packages=environment.site_packages())
        server = start_redis(program=program, folder=tmp_path, environment=dict(os.environ))
        try:
            port = int(server.url.rpartition(":")[2])
            with socket.create_connection((children.LOOPBACK, port), timeout=5) as stranger:
                stranger.sendall(b"PING\r\n")
                assert stranger.recv(100).startswith(b"-NOAUTH")
            assert (tmp_path / "redis.conf").stat().st_mode & 0o777 == 0o600
        finally:
            server.child.stop()


class TestSuite:
    def test_runs_everything_on_sqlite_and_what_touches_the_database_again_on_postgresql(self) -> None:
        first, second, *_ = verify._suite(extra=[], browser=Path("chromium"))
        assert first.variables["CITELEDGER_TEST_ENGINE"] == "sqlite"
        assert not [part for part in first.argv if str(part).startswith("tests")]
        assert second.variables["CITELEDGER_TEST_ENGINE"] == "postgresql"
        assert "tests/integration" in second.argv

    def test_runs_what_reaches_the_cache_with_one_and_with_one_that_lies(self) -> None:
        without, on, hostile = verify._suite(extra=[], browser=Path("chromium"))
        modes = [step.variables.get("CITELEDGER_TEST_CACHE") for step in (without, on, hostile)]
        assert modes == [None, "on", "hostile"]
        told = on.variables["CITELEDGER_TEST_CACHE_MODULES"].split()
        lied_to = [str(part) for part in hostile.argv if str(part).startswith("tests")]
        assert len(lied_to) > 10
        assert set(lied_to) < set(told)
        assert [name for name in told if not (environment.ROOT / name).is_file()] == []
        assert [name for name in told if f"--ignore={name}" in on.argv] == []

    def test_whoever_names_paths_has_the_cache_there(self) -> None:
        _, on, _ = verify._suite(extra=["tests/unit/test_env.py"], browser=Path("chromium"))
        assert on.variables["CITELEDGER_TEST_CACHE"] == "on"
        assert "CITELEDGER_TEST_CACHE_MODULES" not in on.variables

    def test_named_paths_replace_the_default_ones(self) -> None:
        for step in verify._suite(extra=["tests/unit/test_env.py", "-x"], browser=Path("chromium")):
            assert "tests/integration" not in step.argv
            assert "tests/unit/test_env.py" in step.argv

    def test_arguments_come_after_two_dashes(self) -> None:
        assert verify._pytest_arguments(["--", "-k", "x"]) == ["-k", "x"]
        with pytest.raises(Refusal, match="script/test -- "):
            verify._pytest_arguments(["-k", "x"])
