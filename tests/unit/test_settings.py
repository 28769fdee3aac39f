"""The settings as another environment would load them."""

import runpy
from pathlib import Path
from typing import Any

import pytest
import structlog
from django.core.exceptions import ImproperlyConfigured

import citeledger

PRODUCTION = {
    "CITELEDGER_ENV": "production",
    "SECRET_KEY": "a key",
    "ALLOWED_HOSTS": "ledger.example",
    "PUBLIC_URL": "https://ledger.example",
    "REDIS_URL": "redis://cache.example/0",
    "DATABASE_URL": "postgresql://db.example/ledger",
}
READ = (
    *PRODUCTION,
    *("LAB", "DEBUG", "SECRET_KEY_FILE", "CELERY_BROKER_URL", "HSTS_SECONDS", "TRUST_FORWARDED_PROTO"),
    *("DATABASE_ANSWER_SECONDS", "SECRET_KEY_FALLBACKS"),
)


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch):
    # Loading configures logging anew; loggers already in use keep the old steps, which later tests capture.
    logging_of_the_suite = structlog.get_config()

    def load(**variables: str) -> dict[str, Any]:
        for name in READ:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(Path(citeledger.__file__).with_name("settings.py")))

    yield load
    structlog.configure(**logging_of_the_suite)


class TestProduction:
    def test_is_what_an_empty_environment_means_and_it_wants_a_key(self, load) -> None:
        with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
            load()

    def test_starts_with_what_it_needs(self, load) -> None:
        loaded = load(**PRODUCTION)
        assert loaded["ALLOWED_HOSTS"] == ["ledger.example"]
        assert "citeledger.lab" not in loaded["INSTALLED_APPS"]

    def test_knows_former_keys_where_it_is_told_of_any(self, load) -> None:
        assert load(**PRODUCTION)["SECRET_KEY_FALLBACKS"] == []
        assert load(**PRODUCTION, SECRET_KEY_FALLBACKS="one, two")["SECRET_KEY_FALLBACKS"] == ["one", "two"]

    @pytest.mark.parametrize("switch", ["LAB", "DEBUG"])
    def test_refuses_the_lab_and_debugging(self, load, switch: str) -> None:
        with pytest.raises(ImproperlyConfigured, match=switch):
            load(**PRODUCTION, **{switch: "1"})

    @pytest.mark.parametrize("hosts", ["", "*", "ledger.example,*"])
    def test_refuses_open_or_missing_hosts(self, load, hosts: str) -> None:
        with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS"):
            load(**PRODUCTION | {"ALLOWED_HOSTS": hosts})

    def test_refuses_to_run_without_a_broker(self, load) -> None:
        with pytest.raises(ImproperlyConfigured, match="CELERY_BROKER_URL"):
            load(**PRODUCTION | {"REDIS_URL": ""})

    def test_cookies_over_https_are_bound_to_the_host_and_stay_home(self, load) -> None:
        loaded = load(**PRODUCTION)
        assert loaded["SESSION_COOKIE_NAME"].startswith("__Host-")
        assert loaded["CSRF_COOKIE_NAME"].startswith("__Host-")
        assert loaded["SESSION_COOKIE_SECURE"]
        assert loaded["CSRF_COOKIE_SECURE"]
        assert loaded["SESSION_COOKIE_SAMESITE"] == "Lax"
        assert loaded["SECURE_HSTS_SECONDS"] > 0

    def test_believes_a_proxy_only_when_told_to(self, load) -> None:
        assert load(**PRODUCTION)["SECURE_PROXY_SSL_HEADER"] is None
        assert load(**PRODUCTION, TRUST_FORWARDED_PROTO="1")["SECURE_PROXY_SSL_HEADER"]


class TestDevelopment:
    def test_needs_nothing(self, load) -> None:
        assert load(CITELEDGER_ENV="development")["SECRET_KEY"]

    def test_two_starts_without_a_key_do_not_share_one(self, load) -> None:
        first, second = (load(CITELEDGER_ENV="development")["SECRET_KEY"] for _ in range(2))
        assert first != second

    def test_has_the_lab_only_when_asked(self, load) -> None:
        assert "citeledger.lab" not in load(CITELEDGER_ENV="development")["INSTALLED_APPS"]
        assert "citeledger.lab" in load(CITELEDGER_ENV="development", LAB="1")["INSTALLED_APPS"]


class TestMessagesBetweenProcesses:
    def test_are_json_and_leave_no_results(self, load) -> None:
        # Threat T92: a pickled message or result runs code.
        loaded = load(**PRODUCTION)
        assert loaded["CELERY_ACCEPT_CONTENT"] == ["json"]
        assert loaded["CELERY_TASK_SERIALIZER"] == loaded["CELERY_RESULT_SERIALIZER"] == "json"
        assert loaded["CELERY_RESULT_BACKEND"] is None
        assert "Locmem" in loaded["CACHES"]["default"]["BACKEND"].title()


class TestDatabases:
    def test_no_request_is_one_transaction(self, load) -> None:
        assert load(**PRODUCTION)["DATABASES"]["default"]["ATOMIC_REQUESTS"] is False

    def test_sqlite_writers_take_the_lock_at_once(self, load) -> None:
        # Threat T23: a deferred transaction fails without waiting.
        options = load(CITELEDGER_ENV="development")["DATABASES"]["default"]["OPTIONS"]
        assert options["transaction_mode"] == "IMMEDIATE"

    def test_postgresql_passes_on_what_the_address_says(self, load) -> None:
        loaded = load(**PRODUCTION | {"DATABASE_URL": "postgresql://db.example/ledger?sslmode=verify-full"})
        assert loaded["DATABASES"]["default"]["OPTIONS"]["sslmode"] == "verify-full"
        assert "jit=off" in loaded["DATABASES"]["default"]["OPTIONS"]["options"]

    def test_who_says_nothing_waits_for_them_as_long_as_it_takes(self, load) -> None:
        assert load(**PRODUCTION)["DATABASES"]["default"]["ANSWER_SECONDS"] == 0
        assert load(CITELEDGER_ENV="development")["DATABASES"]["default"]["OPTIONS"]["timeout"] == 10

    def test_who_answers_people_waits_no_longer_than_they_would(self, load) -> None:
        waiting = {"DATABASE_ANSWER_SECONDS": "3"}
        assert load(**PRODUCTION, **waiting)["DATABASES"]["default"]["ANSWER_SECONDS"] == 3
        on_sqlite = load(CITELEDGER_ENV="development", **waiting)["DATABASES"]["default"]
        assert on_sqlite["OPTIONS"]["timeout"] == 3
