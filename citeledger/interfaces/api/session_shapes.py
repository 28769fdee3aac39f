"""What programs send to search, and to work in a session."""

from citeledger.documents.search.searching import HITS, LONGEST_QUERY
from citeledger.emission.shape import QUESTION_LENGTH
from citeledger.interfaces.api.fields import Input, Integer, Number, Text, Uid


class SearchIn(Input):
    """Words to look up in what you may read: in current versions, or in those of a snapshot of yours."""

    query = Text(max_length=LONGEST_QUERY)
    snapshot = Uid(required=False)
    limit = Integer(required=False, min_value=1, max_value=HITS)


class SearchQuery(Input):
    """The same in an address."""

    query = Text(max_length=LONGEST_QUERY)
    snapshot = Uid(required=False)
    limit = Number(required=False, min_value=1, max_value=HITS)


class SessionIn(Input):
    """What is to be answered, if it is a question, and for whom, if not for the caller."""

    question = Text(max_length=QUESTION_LENGTH, required=False, allow_blank=True)
    on_behalf_of = Uid(required=False, allow_null=True)


class ReadIn(Input):
    """A version, whole or from `start` to `end`: code points, end exclusive."""

    version = Uid()
    start = Integer(required=False)
    end = Integer(required=False)
