"""Real policies with their real edit histories become documents: whole, dated, once, and never silently less."""

import io
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command

from acl.models import User
from acl.queries import Holder, grants_on, principal_named
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.documents import queries, services
from citeledger.documents.models import Document, Version
from citeledger.log.models import LogDetail, LogEntry

HISTORIES = Path(__file__).parents[2] / "citeledger/lab/data/histories"
OVERTIME = HISTORIES / "18f-overtime"
NOW = datetime(2026, 11, 30, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Principal:
    User.objects.create(username="historian")
    return named("historian")


def named(username: str) -> Principal:
    found = principal_named(username=username)
    assert found is not None
    return found


def imported(*arguments: object, **options: object) -> list[str]:
    """What the command printed, line by line."""
    out = io.StringIO()
    call_command("import_history", *map(str, arguments), stdout=out, **options)
    return out.getvalue().splitlines()


def uid_in(lines: list[str]) -> UUID:
    return UUID(lines[-1].removeprefix("document "))


def sources(document: UUID) -> list[bytes]:
    rows = Version.objects.filter(document__uid=document).order_by("number")
    return [bytes(data) for data in rows.values_list("source__data", flat=True)]


class TestFolder:
    @pytest.mark.parametrize("slug", ["18f-overtime", "github-privacy-statement"])
    def test_every_edition_becomes_a_version_with_its_date(self, owner: Principal, slug: str) -> None:
        listed = json.loads((HISTORIES / slug / "meta.json").read_text())["versions"]
        document = uid_in(imported(HISTORIES / slug, "--owner", "historian"))
        assert sources(document) == [(HISTORIES / slug / row["file"]).read_bytes() for row in listed]
        rows = queries.versions(viewer=owner, document=document)[::-1]
        assert [row.number for row in rows] == list(range(1, len(listed) + 1))
        assert [row.effective_at for row in rows] == [datetime.fromisoformat(row["date"]) for row in listed]

    def test_progress_names_each_edition_and_the_document_comes_last(self, owner: Principal) -> None:
        lines = imported(OVERTIME, "--owner", "historian")
        assert lines[0] == "1/13 0001.md 2022-11-30 published"
        assert lines[-1] == f"document {Document.objects.get().uid}"
        assert len(lines) == 14

    def test_commits_are_logged_with_their_versions(self, owner: Principal) -> None:
        imported(OVERTIME, "--owner", "historian", "--until", "1")
        detail = LogDetail.objects.get(entry__kind="version_imported")
        commit = json.loads((OVERTIME / "meta.json").read_text())["versions"][0]["commit"]
        assert json.loads(detail.body)["commit"] == commit
        assert detail.entry.subject_uid == Version.objects.get().uid

    def test_the_text_names_the_document(self, owner: Principal) -> None:
        document = uid_in(imported(OVERTIME, "--owner", "historian", "--until", "2"))
        shown = queries.document(viewer=owner, uid=document)
        assert (shown.title, shown.originator) == ("Overtime, Comp Time, and Credit Hours", "18F/handbook")
        assert "CC0-1.0" in shown.source_quality

    def test_a_given_title_wins(self, owner: Principal) -> None:
        document = uid_in(imported(OVERTIME, "--owner", "historian", "--until", "1", "--title", "Overtime policy"))
        assert queries.document(viewer=owner, uid=document).title == "Overtime policy"

    def test_groups_may_be_let_in(self, owner: Principal) -> None:
        Group.objects.create(name="support")
        lines = imported(OVERTIME, "--owner", "historian", "--until", "1", "--readable-by", "support", "anyone")
        held = {grant.holder for grant in grants_on(viewer=owner, document=uid_in(lines)) if grant.right is Right.READ}
        assert held == {Holder("user", "historian"), Holder("group", "support"), Holder("group", "anyone")}


class TestAgain:
    def test_it_goes_on_where_it_stopped(self, owner: Principal) -> None:
        first = imported(OVERTIME, "--owner", "historian", "--until", "4")
        second = imported(OVERTIME, "--owner", "historian")
        assert uid_in(first) == uid_in(second)
        assert len(first) == 5
        outcomes = [line.split(maxsplit=3)[3] for line in second[:-1]]
        assert outcomes == ["already here"] * 4 + ["published"] * 9
        assert len(sources(uid_in(second))) == 13

    def test_a_whole_one_changes_nothing(self, owner: Principal) -> None:
        imported(OVERTIME, "--owner", "historian", "--readable-by", "anyone")
        before = LogEntry.objects.count()
        imported(OVERTIME, "--owner", "historian", "--readable-by", "anyone")
        imported(OVERTIME, "--owner", "historian", "--until", "2")
        assert (Document.objects.count(), LogEntry.objects.count()) == (1, before)

    def test_for_another_owner_it_is_another_document(self, owner: Principal) -> None:
        User.objects.create(username="other")
        one, two = (imported(OVERTIME, "--owner", name, "--until", "1") for name in ("historian", "other"))
        assert uid_in(one) != uid_in(two)

    def test_a_document_that_went_its_own_way_is_left_alone(self, owner: Principal) -> None:
        document = uid_in(imported(OVERTIME, "--owner", "historian", "--until", "2"))
        services.publish_version(
            actor=owner,
            document=document,
            data=b"ours\n",
            media_type="text/markdown",
            expected=queries.document(viewer=owner, uid=document).version,
            at=NOW,
        )
        with pytest.raises(CommandError, match="a version that this history does not have"):
            imported(OVERTIME, "--owner", "historian")
        assert len(sources(document)) == 3

    def test_after_a_withdrawal_it_goes_on_all_the_same(self, owner: Principal) -> None:
        document = uid_in(imported(OVERTIME, "--owner", "historian", "--until", "2"))
        current = queries.document(viewer=owner, uid=document).version
        assert current is not None
        services.withdraw(actor=owner, version=current, at=NOW)
        imported(OVERTIME, "--owner", "historian", "--until", "3")
        assert len(sources(document)) == 3

    def test_a_retired_document_takes_no_more(self, owner: Principal) -> None:
        document = uid_in(imported(OVERTIME, "--owner", "historian", "--until", "2"))
        services.retire(actor=owner, document=document, at=NOW)
        with pytest.raises(CommandError, match="document_retired"):
            imported(OVERTIME, "--owner", "historian")


class TestOwner:
    def test_the_first_administrator_if_nobody_is_named(self) -> None:
        for name in ("first", "second"):
            User.objects.create(username=name, is_superuser=True)
        imported(OVERTIME, "--until", "1")
        assert Document.objects.get().creator.username == "first"

    def test_else_an_account_that_cannot_sign_in(self) -> None:
        imported(OVERTIME, "--until", "1")
        creator = Document.objects.get().creator
        assert (creator.username, creator.kind, creator.has_usable_password()) == ("importer", "service", False)
        assert LogEntry.objects.filter(kind="user_created", subject_uid=creator.uid).exists()

    def test_not_somebody_unknown_or_inactive(self) -> None:
        User.objects.create(username="gone", is_active=False)
        for name in ("gone", "nobody"):
            with pytest.raises(CommandError, match="No active user"):
                imported(OVERTIME, "--owner", name)


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """A folder with these editions, one a day; meta.json may be bent by the caller."""

    def build(*editions: bytes, **meta: object) -> Path:
        place = tmp_path / "history"
        place.mkdir()
        (tmp_path / "outside.md").write_bytes(b"not of this folder\n")
        rows = []
        for number, data in enumerate(editions, start=1):
            (place / f"{number:04}.md").write_bytes(data)
            rows.append(
                {"file": f"{number:04}.md", "commit": f"{number:040x}", "date": f"2026-01-{number:02}T00:00:00Z"}
            )
        (place / "meta.json").write_text(json.dumps({"slug": "history", "versions": rows} | meta))
        return place

    return build


@pytest.mark.usefixtures("owner")
class TestWhatMakesNoVersion:
    def test_is_reported(self, folder: Callable[..., Path]) -> None:
        place = folder(b"\xff\xfe", b"one\n", b"one\n", b"nul\x00", b"one\n", b"two\n", b"one\n")
        lines = imported(place, "--owner", "historian")
        assert [line.split(maxsplit=3)[3].split(",")[0].split(":")[0] for line in lines[:-1]] == [
            "not readable",
            "published",
            "same bytes as the edition before",
            "not readable",
            "same bytes as the edition before",
            "published",
            "published",
        ]
        assert sources(uid_in(lines)) == [b"one\n", b"two\n", b"one\n"]

    def test_is_reported_again_and_does_not_confuse_the_second_run(self, folder: Callable[..., Path]) -> None:
        place = folder(b"\xff\xfe", b"one\n", b"nul\x00", b"one\n", b"two\n", b"\x00", b"three\n")
        imported(place, "--owner", "historian", "--until", "5")
        lines = imported(place, "--owner", "historian")
        assert sources(uid_in(lines)) == [b"one\n", b"two\n", b"three\n"]
        assert sum("not readable" in line for line in lines) == 3

    def test_nothing_readable_is_no_document(self, folder: Callable[..., Path]) -> None:
        with pytest.raises(CommandError, match="No edition"):
            imported(folder(b"\xff", b"\x00"), "--owner", "historian")
        assert not Document.objects.exists()

    def test_an_unknown_group_leaves_nothing_behind(self) -> None:
        with pytest.raises(CommandError, match="unknown_holder"):
            imported(OVERTIME, "--owner", "historian", "--readable-by", "nobodies")
        assert not Document.objects.exists()

    def test_a_title_that_is_none(self) -> None:
        with pytest.raises(CommandError, match="invalid_metadata"):
            imported(OVERTIME, "--owner", "historian", "--title", "two\nlines")


@pytest.mark.usefixtures("owner")
class TestFoldersThatAreNoHistory:
    def test_without_a_list(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match=r"meta\.json"):
            imported(tmp_path, "--owner", "historian")

    @pytest.mark.parametrize(
        "meta",
        [
            {"versions": []},
            {"versions": 3},
            {"versions": [{"file": "0001.md"}]},
            {"versions": [{"file": "0001.md", "date": "last week"}]},
            {"versions": [{"file": "0001.md", "date": "2026-01-01T00:00:00"}]},
            {"versions": [{"file": name, "date": "2026-01-01T00:00:00Z"} for name in ("0001.md", "../outside.md")]},
            {"versions": [{"file": "0002.md", "date": "2026-01-01T00:00:00Z"}]},
            {"versions": [{"file": "0001.md", "date": "2026-01-01T00:00:00Z", "bytes": 7}]},
        ],
    )
    def test_with_a_list_that_does_not_fit(self, folder: Callable[..., Path], meta: dict[str, object]) -> None:
        with pytest.raises(CommandError):
            imported(folder(b"one\n", **meta), "--owner", "historian")
        assert not Document.objects.exists()

    def test_with_a_file_that_is_not_listed(self, folder: Callable[..., Path]) -> None:
        place = folder(b"one\n")
        shutil.copy(place / "0001.md", place / "0002.md")
        with pytest.raises(CommandError, match=r"does not list 0002\.md"):
            imported(place, "--owner", "historian")

    def test_until_counts_from_one(self) -> None:
        with pytest.raises(CommandError, match="from 1"):
            imported(OVERTIME, "--owner", "historian", "--until", "0")


class Tree:
    """A git work tree of one's own, whatever git is told elsewhere."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._days = 0
        place.mkdir()
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        self._days += 1
        date = f"2026-02-{self._days:02}T10:00:00+02:00"
        who = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "N"), ("EMAIL", "n@example.org"), ("DATE", date))
        }
        environment = os.environ | who | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        finished = subprocess.run(
            ["git", "-C", str(self.place), *arguments], env=environment, check=True, capture_output=True, text=True
        )
        return finished.stdout.strip()

    def sign_newest(self) -> None:
        """Put a signature on the newest commit, for git to want checked."""
        header, _, message = self.git("cat-file", "commit", "HEAD").partition("\n\n")
        signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
        signed = self.place / ".git/signed"
        signed.write_text(f"{header}\n{signature}\n\n{message}\n")
        self.git("update-ref", "HEAD", self.git("hash-object", "-t", "commit", "-w", str(signed)))

    def commit(self, path: str, data: bytes) -> None:
        (self.place / path).parent.mkdir(parents=True, exist_ok=True)
        (self.place / path).write_bytes(data)
        self.git("--literal-pathspecs", "add", "--", path)
        self.git("commit", "-q", "-m", "edit")


BODY = b"".join(b"line %d of a policy\n" % number for number in range(20))


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    made = Tree(tmp_path / "tree")
    made.commit("policies/old name.md", BODY)
    made.git("mv", "--", "policies/old name.md", "-n.md")
    made.git("commit", "-q", "-m", "rename")
    made.commit("-n.md", BODY + b"more\n")
    return made


@pytest.mark.usefixtures("owner")
class TestWorkTree:
    def _imported(self, tree: Tree, path: str = "-n.md", *more: str) -> list[str]:
        return imported("--owner", "historian", *more, "--", tree.place, path)

    def test_renames_are_followed_and_odd_names_are_names(self, tree: Tree) -> None:
        lines = self._imported(tree)
        assert [line.split(maxsplit=1)[1] for line in lines[:-1]] == [
            "policies/old name.md 2026-02-03 published",
            "-n.md 2026-02-05 same bytes as the edition before, no version",
            "-n.md 2026-02-07 published",
        ]
        assert sources(uid_in(lines)) == [BODY, BODY + b"more\n"]

    def test_dates_and_commits_are_those_of_the_commits(self, tree: Tree) -> None:
        document = uid_in(self._imported(tree))
        newest = queries.versions(viewer=named("historian"), document=document)[0]
        assert newest.effective_at == datetime(2026, 2, 7, 8, tzinfo=UTC)
        detail = LogDetail.objects.filter(entry__kind="version_imported").latest("pk")
        assert json.loads(detail.body)["commit"] == tree.git("rev-parse", "HEAD")

    def test_another_clone_goes_on_where_the_first_stopped(self, tree: Tree, tmp_path: Path) -> None:
        first = uid_in(self._imported(tree, "-n.md", "--until", "1"))
        tree.git("clone", "-q", str(tree.place), str(tmp_path / "clone"))
        lines = imported("--owner", "historian", "--", tmp_path / "clone", "-n.md")
        assert uid_in(lines) == first
        assert len(sources(first)) == 2

    def test_the_main_line_counts_not_every_branch(self, tree: Tree) -> None:
        tree.git("switch", "-q", "-c", "side")
        tree.commit("-n.md", b"draft\n" + BODY)
        tree.commit("-n.md", b"final\n" + BODY)
        tree.git("switch", "-q", "main")
        tree.git("merge", "-q", "--no-ff", "-m", "merge", "side")
        assert sources(uid_in(self._imported(tree)))[-2:] == [BODY + b"more\n", b"final\n" + BODY]

    def test_a_removal_is_reported_and_a_return_is_a_version(self, tree: Tree) -> None:
        tree.git("rm", "-q", "--", "-n.md")
        tree.git("commit", "-q", "-m", "remove")
        tree.commit("-n.md", b"back\n")
        lines = self._imported(tree)
        assert "removed in this commit, no version" in "\n".join(lines)
        assert sources(uid_in(lines))[-1] == b"back\n"

    def test_a_path_is_no_pattern(self, tree: Tree) -> None:
        tree.commit("[n].md", b"bracketed\n")
        tree.commit("n.md", b"plain\n")
        assert sources(uid_in(self._imported(tree, "[n].md"))) == [b"bracketed\n"]

    @pytest.mark.parametrize("path", ["absent.md", "policies", "*.md", ":(glob)**", "../tree/-n.md "])
    def test_what_is_no_file_of_the_tree(self, tree: Tree, path: str) -> None:
        with pytest.raises(CommandError):
            self._imported(tree, path)
        assert not Document.objects.exists()

    def test_a_folder_that_is_no_work_tree(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="git says"):
            imported(tmp_path, "policy.md", "--owner", "historian")

    def test_the_trees_own_configuration_runs_nothing(self, tree: Tree, tmp_path: Path) -> None:
        trap = tmp_path / "trap"
        trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
        trap.chmod(0o755)
        for name in ("core.fsmonitor", "core.pager", "diff.external", "gpg.program", "diff.trap.textconv"):
            tree.git("config", name, str(trap))
        tree.git("config", "log.showSignature", "true")
        tree.sign_newest()
        (tree.place / ".git/info/attributes").write_text("* diff=trap\n")
        self._imported(tree)
        assert not (tmp_path / "sprung").exists()

    def test_a_git_directory_named_elsewhere_is_not_followed(
        self, tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
        assert len(sources(uid_in(self._imported(tree)))) == 2
