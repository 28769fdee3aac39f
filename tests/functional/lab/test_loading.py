"""Before the lab is loaded, and loading it."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from citeledger.lab import story

pytestmark = pytest.mark.django_db


def test_says_what_to_do_before_it_is_loaded(client: Client) -> None:
    answer = client.get("/lab")
    assert answer.status_code == 503
    assert b"lab_load" in answer.content


def test_load_twice_is_load_once(tmp_path: Path, settings) -> None:
    settings.VAR_DIR = tmp_path
    call_command("lab_load", stdout=io.StringIO())
    scene = story.current_scene()
    call_command("lab_load", stdout=io.StringIO())
    assert story.current_scene() == scene
    assert (tmp_path / "host.json").stat().st_mode & 0o077 == 0
