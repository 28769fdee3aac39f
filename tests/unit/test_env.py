"""Readers of the environment: what they accept, and that nonsense stops the start."""

from enum import StrEnum
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from citeledger import env

NAME = "CITELEDGER_TRIAL"


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch):
    def give(value: str, name: str = NAME) -> None:
        monkeypatch.setenv(name, value)

    return give


class TestText:
    def test_an_absent_variable_gives_the_default(self) -> None:
        assert env.read_text(name=NAME, default="calm") == "calm"

    def test_an_empty_variable_counts_as_absent(self, given) -> None:
        given("  ")
        assert env.read_text(name=NAME, default="calm") == "calm"


class TestBool:
    @pytest.mark.parametrize("text", ["1", "true", "YES", " on "])
    def test_yes(self, given, text: str) -> None:
        given(text)
        assert env.read_bool(name=NAME, default=False) is True

    @pytest.mark.parametrize("text", ["0", "False", "no", "OFF"])
    def test_no(self, given, text: str) -> None:
        given(text)
        assert env.read_bool(name=NAME, default=True) is False

    @pytest.mark.parametrize("text", ["2", "maybe", "-1", "t"])
    def test_neither_is_refused(self, given, text: str) -> None:
        given(text)
        with pytest.raises(ImproperlyConfigured, match=NAME):
            env.read_bool(name=NAME, default=False)


class TestInt:
    def test_a_whole_number(self, given) -> None:
        given("42")
        assert env.read_int(name=NAME, default=1) == 42

    @pytest.mark.parametrize("text", ["4.2", "many", "-1", "1e3"])
    def test_anything_else_is_refused(self, given, text: str) -> None:
        given(text)
        with pytest.raises(ImproperlyConfigured, match=NAME):
            env.read_int(name=NAME, default=1)


class TestList:
    def test_items_lose_surrounding_space_and_empty_ones_are_dropped(self, given) -> None:
        given(" a.example ,, b.example,")
        assert env.read_list(name=NAME, default=[]) == ["a.example", "b.example"]

    def test_the_default_is_a_copy(self) -> None:
        default = ["x"]
        env.read_list(name=NAME, default=default).append("y")
        assert default == ["x"]


class TestChoice:
    def test_a_member_by_value(self, given) -> None:
        given("blue")
        assert env.read_choice(name=NAME, default=Colour.RED) is Colour.BLUE

    def test_the_refusal_lists_what_is_allowed(self, given) -> None:
        given("green")
        with pytest.raises(ImproperlyConfigured, match="red, blue"):
            env.read_choice(name=NAME, default=Colour.RED)


class TestSecret:
    def _none(self) -> str:
        raise ImproperlyConfigured("no secret")

    def test_from_the_variable(self, given) -> None:
        given("hush")
        assert env.read_secret(name=NAME, fallback=self._none) == "hush"

    def test_from_a_file(self, given, tmp_path: Path) -> None:
        file = tmp_path / "secret"
        file.write_text("hush\n")
        given(str(file), f"{NAME}_FILE")
        assert env.read_secret(name=NAME, fallback=self._none) == "hush"

    def test_both_are_refused_without_telling_either(self, given) -> None:
        given("hush")
        given("/somewhere", f"{NAME}_FILE")
        with pytest.raises(ImproperlyConfigured) as refusal:
            env.read_secret(name=NAME, fallback=self._none)
        assert "hush" not in str(refusal.value)

    @pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff\xfe"])
    def test_a_missing_empty_or_unreadable_file_is_refused(self, given, tmp_path: Path, content: bytes | None) -> None:
        file = tmp_path / "secret"
        if content is not None:
            file.write_bytes(content)
        given(str(file), f"{NAME}_FILE")
        with pytest.raises(ImproperlyConfigured, match=NAME):
            env.read_secret(name=NAME, fallback=self._none)

    def test_neither_asks_the_fallback(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="no secret"):
            env.read_secret(name=NAME, fallback=self._none)


class TestOrigin:
    @pytest.mark.parametrize("text", ["https://ledger.example", "http://127.0.0.1:8000", "https://ledger.example/"])
    def test_an_origin(self, given, text: str) -> None:
        given(text)
        assert env.read_origin(name=NAME, default="http://localhost") == text.rstrip("/")

    @pytest.mark.parametrize(
        "text",
        [
            "ledger.example",
            "ftp://ledger.example",
            "https://ledger.example/path",
            "https://ledger.example?x=1",
            "https://me:pw@ledger.example",
            "https://ledger.example:port",
            "https://",
        ],
    )
    def test_anything_more_or_less_is_refused(self, given, text: str) -> None:
        given(text)
        with pytest.raises(ImproperlyConfigured, match=NAME):
            env.read_origin(name=NAME, default="http://localhost")


class TestRedisUrl:
    @pytest.mark.parametrize("url", ["redis://h:6379/0", "rediss://u:p@h/1", "unix:///run/redis.sock?db=1"])
    def test_an_address(self, given, url: str) -> None:
        given(url)
        assert env.read_redis_url(name=NAME) == url

    def test_absent_means_no_redis(self) -> None:
        assert env.read_redis_url(name=NAME) == ""

    @pytest.mark.parametrize("url", ["http://h:6379", "redis://", "unix://", "h:6379", "redis://h:port/0"])
    def test_nonsense_is_refused(self, given, url: str) -> None:
        given(url)
        with pytest.raises(ImproperlyConfigured, match=NAME):
            env.read_redis_url(name=NAME)

    def test_celery_gets_a_local_socket_in_its_own_words(self) -> None:
        assert env.read_broker_url(name=NAME, redis_url="unix:///run/r.sock") == "redis+socket:///run/r.sock"

    def test_the_broker_is_redis_unless_named(self, given) -> None:
        assert env.read_broker_url(name=NAME, redis_url="redis://h/0") == "redis://h/0"
        given("redis://broker/1")
        assert env.read_broker_url(name=NAME, redis_url="redis://h/0") == "redis://broker/1"


class TestDatabaseUrl:
    def _read(self) -> env.Database:
        return env.read_database_url(name=NAME, default="sqlite:///var/x.sqlite3")

    def test_a_relative_and_an_absolute_file(self, given) -> None:
        assert self._read() == env.SqliteFile(path=Path("var/x.sqlite3"))
        given("sqlite:////data/x%20y.sqlite3")
        assert self._read() == env.SqliteFile(path=Path("/data/x y.sqlite3"))

    def test_a_server(self, given) -> None:
        given("postgresql://us%40er:p%2Fw@db.example:5433/ledger?sslmode=require")
        assert self._read() == env.PostgresqlServer(
            name="ledger",
            user="us@er",
            password="p/w",
            host="db.example",
            port="5433",
            options={"sslmode": "require"},
        )

    def test_a_local_server_needs_only_a_name(self, given) -> None:
        given("postgresql:///ledger")
        assert self._read() == env.PostgresqlServer(name="ledger", user="", password="", host="", port="", options={})

    @pytest.mark.parametrize(
        "url",
        [
            "mysql://h/x",
            "sqlite://",
            "sqlite:///",
            "sqlite:///:memory:",
            "sqlite://host/x",
            "postgresql://h",
            "postgresql://h/a/b",
            "postgresql://h:port/x",
            "ledger.sqlite3",
        ],
    )
    def test_nonsense_is_refused(self, given, url: str) -> None:
        given(url)
        with pytest.raises(ImproperlyConfigured, match=NAME):
            self._read()

    def test_a_refusal_never_repeats_the_password(self, given) -> None:
        given("postgresql://user:hush@h:port/x")
        with pytest.raises(ImproperlyConfigured) as refusal:
            self._read()
        assert "hush" not in str(refusal.value)
