"""What was recorded, proved by the log before it is said again (DESIGN rule 2)."""

import rfc8785

from citeledger.core.refusals import Refused
from citeledger.ledger.facts import ANSWER_RECORDED, AnswerRecord, describe_answer
from citeledger.ledger.queries import answer_records
from citeledger.log.models import LogDetail


def proved_record(*, answer_id: int) -> AnswerRecord:
    """The answer as the tables have it and the log says it was. Raises Refused (`source_not_proved`)."""
    record = answer_records(answer_ids=[answer_id]).get(answer_id)
    if record is None or not _is_told(record):
        raise Refused("source_not_proved", "The stored statement failed its proof; tell the operators.")
    return record


def _is_told(record: AnswerRecord) -> bool:
    said = rfc8785.dumps(describe_answer(record)).decode()
    return LogDetail.objects.filter(entry__kind=ANSWER_RECORDED, entry__subject_uid=record.uid, body=said).exists()
