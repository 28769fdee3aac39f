"""Which versions stand: the one place that says so to the ORM. Whether somebody may read them is asked beside it.

`version` is the path to the version: "" or a path with "__" at its end.
"""

from django.db.models import Q


def text_stands(version: str) -> Q:
    """Not withdrawn, its text not erased. Its document may be retired: whoever manages that sees it still."""
    return Q(**{f"{version}withdrawal": None, f"{version}content__isnull": False})


def stands(version: str) -> Q:
    """The same, in a document that is not retired: what may be cited, searched and pinned."""
    document = f"{version}document__head"
    return text_stands(version) & Q(**{f"{document}__isnull": False, f"{document}__retired_at": None})
