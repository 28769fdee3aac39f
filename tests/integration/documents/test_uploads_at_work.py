"""Uploads read with commits of their own: by a reader that is killed at any statement, and by a real worker."""

import time
from functools import partial

from citeledger.documents.models import UploadReading
from citeledger.documents.services.reading import LONGEST_READING, RESEND_AFTER, read, relay
from citeledger.documents.uploads import UploadState
from revalidation import tasks
from script.children import Child
from tests.ground.databases import CommittedDatabase
from tests.integration.documents.cast import AT, EDITED, somebody
from tests.integration.documents.test_uploads import SECOND, send, state
from tests.rig.killing import killed_after


def test_killed_at_any_statement_and_sent_again_ends_like_one_reading(committed_db: CommittedDatabase) -> None:
    """Each time one statement later, and each time later by the time after which a reader counts as dead (T96)."""
    uid, at, survived = send(somebody("erin")), AT, 0
    while killed_after(survived, partial(read, upload=uid, at=at)):
        survived, at = survived + 1, at + LONGEST_READING + SECOND
        assert relay(send=lambda _: None, now=at + RESEND_AFTER + SECOND) == 1
    assert survived > 4
    assert state(uid) is UploadState.READY
    assert UploadReading.objects.get().text == EDITED.decode()


def test_a_real_worker_reads_it_however_often_it_is_told(committed_db: CommittedDatabase, worker: Child) -> None:
    uid = send(somebody("erin"))
    for _ in range(5):
        tasks.read_upload.delay(upload=str(uid), unknown="a newer site may say more")
    deadline = time.monotonic() + 60
    while state(uid) is not UploadState.READY:
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)
    assert UploadReading.objects.get().text == EDITED.decode()
