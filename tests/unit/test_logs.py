"""Logs are lines of JSON, and what strangers or libraries know about people stays out of them."""

import io
import json
import logging

import pytest
import structlog


@pytest.fixture
def lines():
    """What the root logger's handler would write, parsed."""
    handler = next(handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    written = io.StringIO()
    before = handler.setStream(written)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    handler.setStream(before)


def test_our_events_are_json_with_time_and_level(lines) -> None:
    structlog.get_logger("citeledger.trial").warning("swept", spans=3)
    (event,) = lines()
    assert event["event"] == "swept"
    assert event["spans"] == 3
    assert event["level"] == "warning"
    assert event["timestamp"].endswith("Z")


def test_events_of_libraries_are_json_too(lines) -> None:
    logging.getLogger("celery.worker").warning("restarted after %s s", 2)
    assert lines()[0]["event"] == "restarted after 2 s"


def test_a_failure_carries_its_traceback_in_the_same_line(lines) -> None:
    try:
        raise ValueError("odd")
    except ValueError:
        logging.getLogger("citeledger.trial").exception("failed")
    (event,) = lines()
    assert "ValueError: odd" in event["exception"]


@pytest.mark.parametrize("name", ["axes.handlers.database", "django.security.DisallowedHost"])
def test_loggers_that_name_people_or_strangers_write_nowhere(lines, name: str) -> None:
    logging.getLogger(name).error("login failed for %s from %s", "amara", "192.0.2.7")
    assert lines() == []
