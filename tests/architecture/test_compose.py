"""compose.yaml describes the production shape: no default secrets, nothing of the lab, data servers not published."""

import yaml

from tests.architecture.committed import texts

COMPOSE = yaml.safe_load(texts()["compose.yaml"])
OURS = ("migrate", "web", "tools", "worker", "beat")


def test_every_part_of_the_production_shape_is_there() -> None:
    assert set(COMPOSE["services"]) == {"postgres", "valkey", *OURS}


def test_our_processes_run_in_production_without_the_lab() -> None:
    for name in OURS:
        environment = COMPOSE["services"][name]["environment"]
        assert environment["CITELEDGER_ENV"] == "production"
        assert not {"LAB", "DEBUG"} & set(environment)


def test_no_secret_has_a_default() -> None:
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "VALKEY_PASSWORD"):
        assert f"${{{name}:?" in texts()["compose.yaml"]
        assert f"${{{name}:-" not in texts()["compose.yaml"]


def test_only_what_answers_requests_is_published_and_only_to_this_machine() -> None:
    published = {name: service["ports"] for name, service in COMPOSE["services"].items() if "ports" in service}
    assert published == {"web": ["127.0.0.1:8000:8000"], "tools": ["127.0.0.1:8200:8200"]}


def test_data_servers_cannot_reach_outside() -> None:
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert all(COMPOSE["services"][name]["networks"] == ["inside"] for name in ("postgres", "valkey", "worker", "beat"))


def test_exactly_one_clock_runs() -> None:
    clocks = [name for name, service in COMPOSE["services"].items() if " beat" in str(service.get("command"))]
    assert clocks == ["beat"]
