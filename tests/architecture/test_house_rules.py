"""Rules of the house that a linter does not know."""

import re
from collections.abc import Iterator

from django.conf import settings

from tests.architecture.committed import texts

_OURS = ("citeledger/", "acl/", "revalidation/", "script/", "manage.py")
# Assembled, so that this file does not contain what it looks for.
_UNFINISHED = re.compile("|".join((r"\bTO" + "DO\\b", r"\bFIX" + "ME\\b", r"\bX" + "XX\\b")))
_SKIPPING = re.compile(r"pytest\.(?:mark\.)?(?:skip|skipif|xfail|importorskip)\b|@unittest\.skip")
_SILENCED = re.compile(r"#\s*(?:noqa|type:\s*ignore)(?P<rest>.*)$", re.MULTILINE)
_FORBIDDEN_MODULES = {"utils", "helpers", "common", "misc"}


def _python(*, under: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return ((name, text) for name, text in texts().items() if name.endswith(".py") and name.startswith(under))


def test_nothing_is_left_for_later() -> None:
    assert not [name for name, text in _python(under=(*_OURS, "tests/")) if _UNFINISHED.search(text)]


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    assert not [name for name, text in _python(under=("tests/",)) if _SKIPPING.search(text)]


def test_every_silenced_check_says_why() -> None:
    bare = [
        f"{name}: {match[0]}"
        for name, text in _python(under=_OURS)
        for match in _SILENCED.finditer(text)
        # After the codes comes a reason: " - not a secret", "  # the stub is wrong".
        if not re.search(r"(?: --? |  # )\w", match["rest"])
    ]
    assert not bare, "\n".join(bare)


def test_modules_are_named_after_what_they_hold() -> None:
    names = [
        name
        for name, _ in _python(under=_OURS)
        for part in name.split("/")
        if part.removesuffix(".py") in _FORBIDDEN_MODULES
    ]
    assert not names


def test_nobody_asks_django_for_a_permission() -> None:
    callers = re.compile(r"\.has_(?:object_)?perms?\(|\.has_module_perms\(|permission_required\(")
    assert not [name for name, text in _python(under=("citeledger/", "acl/", "revalidation/")) if callers.search(text)]


def test_no_test_empties_frozen_tables_between_tests() -> None:
    emptying = re.compile(r"transaction=True|TransactionTestCase|LiveServerTestCase")
    here = "tests/architecture/test_house_rules.py"
    assert not [name for name, text in _python(under=("tests/",)) if emptying.search(text) and name != here]


def test_nothing_is_unpickled() -> None:
    # Threat T92: whoever writes to Redis would run code here.
    pickling = re.compile(r"^\s*(?:import|from) (?:pickle|marshal|shelve)\b", re.MULTILINE)
    assert not [name for name, text in _python(under=_OURS) if pickling.search(text)]


def test_the_site_has_no_cache_middleware_no_compression_and_no_content_admin() -> None:
    # Threat T37: shared caches gave one viewer another's answer. Compression tells secrets by size.
    loaded = " ".join([*settings.MIDDLEWARE, *settings.INSTALLED_APPS]).lower()
    assert "cachemiddleware" not in loaded
    assert "gzip" not in loaded
    assert "django.contrib.admin" not in loaded


def test_whoever_logs_logs_events_with_fields() -> None:
    # A line of the standard logger drops the fields beside its message: the record would not be named (rule 3).
    plain = re.compile(r"^\s*(?:import logging\b|from logging import)", re.MULTILINE)
    assert not [name for name, text in _python(under=("citeledger/", "acl/", "revalidation/")) if plain.search(text)]
