"""Nothing in the project depends on one machine, one network or one registry."""

import re

import pytest

from tests.architecture.committed import texts

# Assembled, so that this file does not name what it forbids.
_REGISTRIES = [
    "/".join(parts)
    for parts in (
        ("https:", "", "pypi.org"),
        ("https:", "", "files.pythonhosted.org"),
        ("https:", "", "registry.npmjs.org"),
        ("https:", "", "deb.debian.org"),
    )
]
_REGISTRY_SETTINGS = re.compile(
    r"--(extra-)?index-url\s+\S*//|^\s*(extra-)?index-url\s*=|\[\[tool\.uv\.index\]\]", re.MULTILINE
)
_MACHINE_PATHS = re.compile(r"(?<![\w.$}])/(?:root|home/\w+|Users/\w+|work)/[\w.]")


def _offenders(found: list[tuple[str, str]]) -> str:
    return "\n".join(f"{name}: {what}" for name, what in found)


def test_no_file_names_a_package_registry() -> None:
    found = [(name, host) for name, text in texts().items() for host in _REGISTRIES if host in text]
    assert not found, _offenders(found)


def test_no_file_chooses_an_index() -> None:
    # "--no-emit-index-url" in a comment is the opposite of choosing one.
    found = [(name, match[0]) for name, text in texts().items() for match in _REGISTRY_SETTINGS.finditer(text)]
    assert not [entry for entry in found if entry[0] != "tests/architecture/test_outside_names.py"], _offenders(found)


def test_no_file_names_a_path_of_one_machine() -> None:
    found = [(name, match[0]) for name, text in texts().items() for match in _MACHINE_PATHS.finditer(text)]
    assert not found, _offenders(found)


def test_no_lock_file_with_addresses_is_committed() -> None:
    assert not {"uv.lock", "poetry.lock", "Pipfile.lock", "package-lock.json"} & set(texts())


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_carries_hashes(lock: str) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", texts()[lock].strip())
    unhashed = [entry.split()[0] for entry in entries if "==" in entry and "--hash=sha256:" not in entry]
    assert entries
    assert not unhashed
