"""What orders a proof in earnest: triggers that had to be put back, and a reader, through a broker and a worker."""

from uuid import UUID

import pytest
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import connection, transaction
from django.db.migrations import Migration
from django.test import Client

from citeledger.core.states import State
from citeledger.evidence.tasks import prove
from citeledger.tables.install import drift
from citeledger.tables.triggers import wanted
from revalidation import orders
from revalidation.models import ProofFailure
from revalidation.panels import Panel
from script.children import Child, wait_until
from tests.ground.mismatches import Ordered
from tests.integration.evidence.forging import forge
from tests.integration.evidence.test_met import FORGED, REAL_SENT, World, problems


class TestTriggersThatWerePutBack:
    def test_order_a_proof_of_everything(self, committed_db: object, ordered: Ordered) -> None:
        call_command("migrate", verbosity=0)
        assert ordered == []
        on = "" if connection.vendor == "sqlite" else " ON ledger_span"
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER citeledger_noup_ledger_span{on}")
        call_command("migrate", verbosity=0)
        assert ordered == [(prove.name, {})]
        call_command("migrate", verbosity=0)
        assert ordered == [(prove.name, {})]
        assert not drift(using="default")

    @pytest.mark.sqlite
    def test_after_a_migration_that_took_them_away_itself_order_nothing(
        self, committed_db: object, ordered: Ordered
    ) -> None:
        """SQLite rebuilds no table that a trigger of another reads: `migrate` with something to do makes way."""
        emit_pre_migrate_signal(
            verbosity=0, interactive=False, db="default", plan=[(Migration("0099_any", "documents"), False)]
        )
        assert len(drift(using="default").missing) == len(wanted("sqlite"))
        emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
        assert not drift(using="default")
        assert ordered == []


def test_a_worker_makes_what_one_reader_met_known_to_all(
    committed_db: object, worker: Child, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real broker, a real worker; the wait is for it, not for a clock."""
    monkeypatch.setattr(orders, "sent", REAL_SENT)
    world = World()
    with transaction.atomic():
        forge(world.texts(), text=FORGED)
    assert world.look() == Panel(world.cited, State.UNVERIFIED)
    assert wait_until(ready=lambda: "proofs" in problems(client), child=worker, seconds=60)
    assert world.states() == (State.UNVERIFIED, State.CURRENT)
    version: UUID = world.versions().get().uid
    assert ProofFailure.objects.filter(subject_kind="version", subject_uid=version).exists()
