"""One sample of every page, from presenters alone: what templates are tested and looked at with."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.forms import Form

from acl.queries import Holder
from citeledger.core.states import State
from citeledger.documents.search.searching import Found, Hit
from citeledger.documents.search.terms import terms_of_query
from citeledger.emission.kinds import StepKind
from citeledger.emission.sessions import StepView
from citeledger.emission.written import Writing
from citeledger.extraction import Options, Region, RegionKind, delimited, extract
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web import forms
from citeledger.interfaces.web.presenters import (
    asking,
    audit,
    changing,
    citation,
    citing,
    difference,
    documents,
    filtering,
    history,
    ledger,
    life,
    pages,
    passages,
    people,
    rebinding,
    reviewing,
    rights,
    searching,
    snapshots,
    statements,
    writing,
)
from citeledger.interfaces.web.presenters.badges import (
    Badge,
    Sign,
    as_of_sign,
    badge,
    basis_sign,
    legend,
    signs,
    withheld_sign,
)
from citeledger.interfaces.web.presenters.frame import Fact
from citeledger.interfaces.web.presenters.lines import as_written
from citeledger.interfaces.web.presenters.said import said_parts
from citeledger.interfaces.web.presenters.text import Block, Passage, SourceBlock, laid_out
from citeledger.interfaces.web.presenters.worded import DifferencePart, Stretch, stretches
from citeledger.interfaces.web.sought import Sought
from citeledger.interfaces.wording import UNAVAILABLE_NOTICE, verdict_in_words
from revalidation.views import StructureView
from tests.functional.web import upload_samples

AT = datetime(2026, 6, 12, 9, 30, tzinfo=UTC)
UID = UUID("3f0c8d5e-7a41-4c52-9d7e-0b9f5f2a1c11")
OTHER = UUID("9a7d1c34-2f0b-4c0e-8a34-6d5f5a1b2c3d")

POLICY = """---
title: Returns policy
---

# Returns policy

Northstar takes back what it sold, under the rules below. Ask support before you send anything.

## 3. Unopened goods

Unopened goods may be returned within 60 days of delivery.

## 4. Opened electronics

Opened electronics may be returned within 14 days of delivery. The device must be reset, and its activation lock
removed. Refunds are paid within 10 working days after the goods arrive.

- Batteries that are swollen or damaged are never sent by post.
- Software with a broken seal is not taken back.

## 5. Money

| paid by | refunded to |
| --- | --- |
| card | the same card |
| voucher | a new voucher |

Refunds never exceed the price paid, naïve café prices included: 1 249,00 € 👩‍⚖️.
"""
BARRED = (Region(RegionKind.UNQUOTABLE, POLICY.index("Refunds never"), POLICY.index("price paid"), note="Too faint."),)
CHANGED = "Opened electronics may be returned within 14 days of delivery."
CITED = "Opened electronics may be returned within 30 days of delivery."


@dataclass(frozen=True)
class Sample:
    """A template and everything it is given, beside what the site adds to every page."""

    template: str
    page: object = None
    form: Form | None = None
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def context(self) -> dict[str, Any]:
        return {"page": self.page, "form": self.form, **self.more}


def blocks(*, passages: tuple[Passage, ...] = (), prefix: str = "") -> tuple[Block, ...]:
    structure = extract(data=POLICY.encode(), media_type="text/markdown").structure
    levels = {heading.start: heading.level for heading in structure.headings}
    stored = (SourceBlock(b.kind, b.start, b.end, levels.get(b.start, 0)) for b in structure.blocks)
    return (
        *laid_out(
            text=POLICY, blocks=stored, passages=passages, prefix=prefix, regions=BARRED, media_type="text/markdown"
        ),
        *sheet(prefix=f"{prefix}sheet-"),
    )


def sheet(*, prefix: str = "") -> tuple[Block, ...]:
    """A table as it is read from a CSV file."""
    read = delimited.extract(b"Goods,Days,Fee\nShoes,60,0\nElectronics,30,\n", Options())
    stored = [SourceBlock(b.kind, b.start, b.end) for b in read.structure.blocks]
    return laid_out(text=read.text, blocks=stored, cells=read.structure.cells, prefix=prefix)


def one_badge(state: State, anchor: str = "badge-1") -> Badge:
    return badge(state=state, anchor=anchor, address=f"/c/{UID}")


HEADING = documents.DocumentHeading(
    uid=UID,
    title=shown_name(text="Returns policy"),
    facts=(
        Fact("Owner", "Legal, Ada Okafor"),
        Fact("Classification", "Internal"),
        Fact("Language", "en"),
        Fact("In force from", "1 June 2026"),
        Fact("Source quality", "Binding; approved by the board."),
    ),
)
NEWEST = documents.VersionRow(
    uid=OTHER, label="Version 43", dated_at=AT, recorded_at=AT, marks=("current",), is_newest=True, previous_uid=UID
)
OLDER = documents.VersionRow(uid=UID, label="Version 42", dated_at=AT, recorded_at=AT)
WITHDRAWN = documents.VersionRow(
    uid=UID, label="Version 41", dated_at=AT, recorded_at=AT, marks=("withdrawn",), readable=False
)


def document_page(
    *, version: documents.VersionRow = NEWEST, may: bool = True, **heading: Any
) -> documents.DocumentPage:
    return documents.DocumentPage(
        document=documents.DocumentHeading(uid=UID, title=HEADING.title, facts=HEADING.facts, **heading),
        version=version,
        newest_uid=OTHER,
        blocks=blocks(),
        flows=True,
        as_written=True,
        has_barred=True,
        may_cite=may,
        may_edit=may,
        may_manage=may,
    )


def statement(
    state: State, at: int, text: str, basis: str = "paraphrased", as_of: tuple[str, ...] = (), **more: Any
) -> statements.StatementItem:
    withheld = state is State.UNAVAILABLE
    has_passages = not withheld and basis != "absence"
    return statements.StatementItem(
        anchor=f"statement-{at}",
        parts=said_parts(text=UNAVAILABLE_NOTICE if withheld else text),
        withheld=withheld,
        badge=one_badge(state, f"badge-{at}"),
        basis=None if withheld else basis_sign(basis=basis),
        as_of=tuple(as_of_sign(notice=notice) for notice in as_of),
        rests_on=(rests_on(), rests_on(is_cut=True)) if has_passages else (),
        more_sources="and 3 more passages" if has_passages else "",
        opening=text,
        **more,
    )


SEARCH = statements.SearchNote(
    words="the words", terms=("store credit",), snapshot=Name("Returns, today"), scope="12 documents", at=AT
)


def sign_of(basis: str) -> Sign:
    sign = basis_sign(basis=basis)
    assert sign
    return sign


def rests_on(*, is_cut: bool = False) -> statements.RestsOn:
    return statements.RestsOn(
        title=HEADING.title,
        version="version 43",
        cited_address=CITED_ADDRESS,
        now_address=f"/c/{UID}#passage-1",
        quote=CHANGED,
        is_cut=is_cut,
    )


CITED_ADDRESS = f"/documents/{UID}/versions/{OTHER}?passage=10-72#passage"
MARKED = (
    StructureView("heading", "# Returns"),
    StructureView("break", "\n\n"),
    StructureView("list_marker", "- "),
    statement(State.CURRENT, 1, "Unopened goods come back within 60 days,", "quoted"),
    StructureView("break", " "),
    statement(State.SOURCE_CHANGED, 2, "and opened electronics within 30."),
    StructureView("break", "\n"),
    StructureView("list_marker", "- "),
    StructureView("break", "\n"),
    StructureView("break", "  "),
    StructureView("list_marker", "1. "),
    statement(State.UNAVAILABLE, 3, "never shown"),
    StructureView("break", "\n"),
    StructureView("heading", "## Store credit"),
    StructureView("break", "\n"),
    StructureView("list_marker", "> "),
    statement(State.CURRENT, 4, "No policy offers store credit.", "absence", searches=(SEARCH,)),
    StructureView("break", " "),
    statement(State.UNVERIFIED, 5, "never shown"),
    StructureView("break", "\n"),
)
STATEMENTS = (
    statement(State.CURRENT, 1, "Unopened goods may be returned within 60 days of delivery.", "quoted"),
    statement(State.SOURCE_CHANGED, 2, "For opened electronics the refund window is 30 days."),
    statement(State.UNAVAILABLE, 3, "never shown"),
    statement(State.UNVERIFIED, 4, "Refunds are paid within ten working days."),
    statement(State.CURRENT, 5, "The window fell by 16 days.", "computed", ("as of version 42, 2026-03-02",)),
    statement(State.CURRENT, 6, "No policy offers store credit.", "absence"),
)


def worded(*parts: tuple[str, str], as_rows: bool = False) -> tuple[Stretch, ...]:
    return stretches(parts=[DifferencePart(*part) for part in parts], as_rows=as_rows)


READ = ("As read by OCR, confidence 0.93, not compared with the paper.", "Cell Q1!B2: Sales › 2026; row North")
PASSAGE = passages.PassageReading(
    title=Name("Returns policy"),
    document_uid=UID,
    explanation="The passage was edited.",
    changed_at=AT,
    cited_version="version 42",
    cited_address=CITED_ADDRESS,
    cited=worded(("equal", CITED)),
    cited_notes=READ,
    found_heading="In its place now, version 43",
    first_version="version 43",
    first_address=f"/documents/{UID}/changes/{UID}/{OTHER}",
    found=worded(
        ("equal", "Opened electronics may be returned within "),
        *(("removed", "30"), ("added", "14")),
        ("equal", " days of delivery."),
    ),
    found_notes=READ[:1],
    successor=documents.Successor(uid=OTHER, title=Name("Returns policy, second edition")),
)
ATTESTATION = citation.AttestationNote(
    by=Name("legal"),
    at=AT,
    note=said_parts(text="The shorter window is what the statement is about, see https://a.example."),
    still_applies=True,
)


def review_list(*, more: str = "") -> reviewing.ReviewList:
    rows = tuple(
        reviewing.ReviewRow(
            uid=uid,
            anchor=f"statement-{place}",
            address=f"/c/{uid}",
            parts=said_parts(text="For opened electronics the refund window is 30 days."),
            differs_since=AT,
            changes=(reviewing.ReviewChange(uid=UID, title=Name("Returns policy"), change="A number was changed."),),
            attestation=attestation,
            rebound_address="" if attestation else f"/c/{OTHER}",
        )
        for place, (uid, attestation) in enumerate(
            [(UID, None), (OTHER, replace(ATTESTATION, still_applies=False))], start=1
        )
    )
    there = reviewing.ReviewChange(
        uid=UID,
        title=Name("Returns policy"),
        change="What was looked for was absent then and is present now.",
        passages=("store credit",),
    )
    absence = replace(
        rows[0],
        uid=UUID(int=7),
        anchor="statement-3",
        parts=said_parts(text="No policy offers store credit."),
        changes=(there,),
        is_attestable=False,
        rebound_address="",
    )
    return reviewing.ReviewList(rows=(*rows, absence), more=more)


def attest_page() -> reviewing.AttestPage:
    said = citation_page(State.SOURCE_CHANGED).said
    return reviewing.AttestPage(
        address=f"/c/{UID}", said=said, sources=(PASSAGE,), attestation=ATTESTATION, notice="A source was edited."
    )


SNAPSHOT = snapshots.SnapshotRow(uid=UID, name=Name("Before the audit"), size="2 documents", pinned_at=AT)
PINNED = snapshots.PinnedRow(
    document_uid=UID,
    version_uid=OTHER,
    title=Name("Returns policy"),
    version="Version 43",
    marks=("draft", "current"),
    published_by="",
)


def snapshot_page() -> snapshots.SnapshotPage:
    return snapshots.SnapshotPage(
        uid=UID,
        name=SNAPSHOT.name,
        root="5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        pinned_at=AT,
        documents=(PINNED, replace(PINNED, marks=())),
        rest="1 more document is not available to you now.",
        others=(snapshots.Comparable(name=Name("Before the audit"), old_uid=UID, new_uid=OTHER),),
    )


def snapshot_changes() -> snapshots.ChangesPage:
    return snapshots.ChangesPage(
        old=SNAPSHOT,
        new=replace(SNAPSHOT, uid=OTHER, name=Name("After it")),
        summary="1 changed, 1 added, 1 removed, 0 the same in both.",
        added=(PINNED,),
        removed=(PINNED,),
        changed=(snapshots.ChangedRow(old=replace(PINNED, version="Version 42"), new=PINNED),),
        rest="1 more document is not available to you now.",
    )


def life_of_a_document() -> life.LifePage:
    lane = life.LaneRow(
        anchor="lane-1",
        address=f"/c/{UID}",
        label="Opened electronics may be returned within 30 days of delivery.",
        says="Cited from version 1, 2 March 2026. Unchanged through version 2. Changed in version 3, 12 June 2026.",
        cited="Version 1, 2 March 2026",
        state="Source changed",
        others="and 2 more statements",
        dot=24,
        runs=(
            life.Run(kind="intact", path="M24 8H96V14H24Z", says="Unchanged through version 2."),
            life.Run(kind="changed", path="M96 11L102 6L108 16", says="Changed in version 3."),
        ),
        turns=(96,),
    )
    crest = life.Crest(
        reach=96, x=106, y=0, width=28, height=48, says="Version 3: 1 passage changed.", address=f"/documents/{UID}"
    )
    return life.LifePage(
        document=HEADING,
        lanes=(lane, replace(lane, anchor="lane-2", dot=None)),
        crests=(crest,),
        summary="2 cited passages through 3 versions; 2 differ now.",
        ticks=(life.Tick("Version 1", "2 March 2026"), life.Tick(), life.Tick("Version 3", "12 June 2026")),
        first="Version 1, 2 March 2026",
        last="Version 3, 12 June 2026",
        width=144,
        column=48,
        earlier="4 earlier versions",
        more=f"?after={UID}",
    )


def rebind_page(*offers: rebinding.Offer) -> rebinding.RebindPage:
    bound = rebinding.Bound(
        title=HEADING.title,
        document_uid=UID,
        cited_label="version 42",
        cited_version=UID,
        cited_start=10,
        cited_end=72,
        cited=worded(("equal", CITED)),
        change="A number in the cited words was changed.",
        current_label="version 43",
        offers=offers,
    )
    said = citation_page(State.SOURCE_CHANGED).said
    return rebinding.RebindPage(address=f"/c/{UID}", said=said, sources=(bound,), notice="The text is another one.")


OFFER = rebinding.Offer(
    place=1,
    version=OTHER,
    start=1200,
    end=1262,
    exact=CHANGED,
    shown=worded(("quiet", "Before it. "), ("marked", CHANGED), ("quiet", " After it.")),
    difference=worded(("removed", "sent back"), ("added", "returned")),
)
IN_A_TABLE = replace(
    OFFER,
    place=2,
    shown=worded(("quiet", "Item\tFee\nOpened\t"), ("marked", "195 EUR"), ("quiet", "\nClosed\tnone"), as_rows=True),
    difference=worded(("removed", "180"), ("added", "195"), ("equal", " EUR")),
    why="A number is another one there, so the statement may be another, too: write it anew.",
)


def citation_page(state: State) -> citation.CitationPage:
    if state in (State.UNAVAILABLE, State.UNVERIFIED):
        return citation.CitationPage(badge=one_badge(state), verdict=verdict_in_words(state=state, basis=None))
    start = POLICY.index(CHANGED)
    return citation.CitationPage(
        badge=one_badge(state),
        verdict=verdict_in_words(state=state, basis=None),
        said=citation.Said(
            parts=said_parts(text="For opened electronics the refund window is 30 days, see https://a.example."),
            basis=sign_of("paraphrased"),
        ),
        attestation=ATTESTATION,
        answer_address=f"/answers/{UID}",
        written_at=AT,
        attest_address=f"/c/{UID}/attest",
        rebind_address=f"/c/{UID}/rebind",
        made_from=f"/c/{OTHER}",
        made_into=(f"/c/{OTHER}", f"/c/{UID}"),
        sources=(
            citation.SourceReading(
                passage=PASSAGE,
                passage_anchor="passage-1",
                other_anchors=("passage-1-2",),
                reading="The current text, version 43:",
                current_address=CITED_ADDRESS,
                blocks=blocks(passages=(Passage(start, start + len(CHANGED), "passage-1"),), prefix="source-1-"),
                flows=True,
            ),
        ),
        embedding=citation.Embedding(
            uid=OTHER,
            is_newer=True,
            badge=f'<citeledger-badge citation="{OTHER}">\n</citeledger-badge>',
            frame=f'<citeledger-frame citation="{OTHER}">\n</citeledger-frame>',
        ),
    )


def document_rows() -> tuple[documents.DocumentRow, ...]:
    names = (
        "Returns policy",
        "Leave, and how to take it",
        "\u202edrow tfarD",
        "Pаyroll handbook",
        "Régle­ment intérieur",
    )
    marks: tuple[tuple[str, ...], ...] = ((), ("draft",), ("superseded",), ("retired",), ())
    return tuple(
        documents.DocumentRow(
            uid=UID,
            title=shown_name(text=name),
            owner=shown_name(text="Legal"),
            classification="internal",
            version=f"Version {number}",
            marks=mark,
        )
        for number, (name, mark) in enumerate(zip(names, marks, strict=True), start=1)
    )


def rights_table(columns: tuple[rights.RightColumn, ...]) -> rights.RightsTable:
    def row(kind: str, name: str, held: str) -> rights.HolderRow:
        cells = tuple(rights.Cell(right.value, right.word, right.value in held) for right in columns)
        return rights.HolderRow(kind=kind, value=name, name=shown_name(text=name), cells=cells)

    return rights.RightsTable(
        rights=columns,
        tables=(
            rights.HolderTable(
                anchor="holders-group",
                heading="Groups",
                nobody="No group holds a right.",
                rows=(row("group", "support", "read audit"), row("group", "legal", "read cite attest edit manage")),
            ),
            rights.HolderTable(anchor="holders-user", heading="People and services", nobody="Nobody by name.", rows=()),
        ),
        grant_address="/grant",
        revoke_address="/revoke",
    )


def rights_page() -> rights.RightsPage:
    return rights.RightsPage(document=HEADING, table=rights_table(rights.RIGHTS))


def unreadable_rights_page() -> rights.RightsPage:
    return rights.rights_page(uid=UID, document=None, grants=())


def sharing_page() -> rights.SharingPage:
    return rights.SharingPage(uid=UID, title=HEADING.title, table=rights_table(rights.ANSWER_RIGHTS))


def revoking_page() -> asking.Question:
    holder = Holder("group", "support")
    return asking.revoking(columns=rights.RIGHTS, right="read", holder=holder, place="Rights", back="/rights")


def why_page() -> audit.WhyPage:
    steps = (
        audit.Step("Passage of the document", str(UID), "may not be read by this viewer"),
        audit.Step("The citation itself", "", "its lineage was erased"),
    )
    chosen = {"viewer": Name("contractor"), "badge": one_badge(State.UNAVAILABLE), "stages": "Nothing was compared."}
    return audit.WhyPage(citation=UID, address=f"/c/{UID}", steps=steps, **chosen)


def original_page() -> audit.OriginalPage:
    return audit.OriginalPage(
        title=HEADING.title,
        lines=as_written(
            segments=(
                StructureView("phrase", "In short"),
                audit.OriginalSegment(
                    parts=said_parts(text="Thirty days, see https://a.example."), basis=sign_of("paraphrased")
                ),
                audit.OriginalSegment(parts=said_parts(text="This quotation is not shown."), is_withheld=True),
            )
        ),
        facts=(Fact("Kind", "answer"),),
    )


def erasing_page() -> ledger.AskingPage:
    return ledger.AskingPage(
        heading="Erase this text",
        title=HEADING.title,
        consequences=("There is no way back.",),
        button="Erase",
        back=f"/answers/{UID}",
        is_dangerous=True,
    )


@dataclass(frozen=True)
class PeopleForms:
    """The forms of the page of all people."""

    group: forms.GroupForm
    holder: forms.HolderForm
    document: forms.DocumentUidForm


def people_forms() -> PeopleForms:
    choices = rights.choices(columns=rights.INSTALLATION_RIGHTS)
    holder = forms.HolderForm({}, rights=choices, auto_id="holder_%s")
    return PeopleForms(forms.GroupForm(), holder, forms.DocumentUidForm({"document": "x"}))


def holder_form(data: dict[str, str] | None = None) -> forms.HolderForm:
    return forms.HolderForm(data, rights=[(right.value, right.word) for right in rights.RIGHTS])


def difference_page() -> difference.DifferencePage:
    return difference.DifferencePage(
        document=HEADING,
        old="Version 42",
        new="Version 43",
        summary="2 words were taken out and 9 put in.",
        hunks=(
            difference.Hunk(stretches=worded(("equal", POLICY[:200])), unchanged=True, summary="8 unchanged lines"),
            difference.Hunk(
                stretches=worded(
                    ("equal", "Opened electronics may be returned within "),
                    *(("removed", "30"), ("added", "14")),
                    ("equal", " days of delivery. The device must be reset"),
                    *(("added", ", and its activation lock removed"), ("equal", ".")),
                )
            ),
            difference.Hunk(stretches=worded(("equal", "Item\tFee\n"), ("added", "Opened\t195\n"), as_rows=True)),
            difference.Hunk(stretches=worded(("equal", POLICY[-200:])), unchanged=True, summary="11 unchanged lines"),
        ),
    )


def citing_page() -> citing.CitingPage:
    return citing.CitingPage(
        heading="2 passages chosen",
        passages=(
            citing.ChosenPassage(
                place=1, available=True, text=CHANGED, title=HEADING.title, version="version 43", notes=READ
            ),
            citing.ChosenPassage(place=2, available=False),
            citing.ChosenPassage(
                place=3, available=True, text="Shoes\t60", title=HEADING.title, table=sheet()[0].table
            ),
        ),
        places=(citing.Place(uid=UID, title=HEADING.title),),
    )


def people_page() -> people.PeoplePage:
    return people.PeoplePage(
        people=(
            people.PersonRow(
                uid=UID, name=shown_name(text="amara"), groups=(Name("support"), Name("leads")), status="active"
            ),
            people.PersonRow(
                uid=OTHER, name=shown_name(text="badge-service"), groups=(), status="service, deactivated"
            ),
        ),
        groups=(
            people.GroupItem(value="support", name=Name("support"), size="12 members"),
            people.GroupItem(value="signed_in", name=Name("signed_in"), size="whoever signed in"),
        ),
        table=rights_table(rights.INSTALLATION_RIGHTS),
        unmanaged=(UID,),
    )


def person_page(*, is_active: bool = True, is_service: bool = False) -> people.PersonPage:
    return people.PersonPage(
        uid=UID,
        name=shown_name(text="desk-agent" if is_service else "amara"),
        status="Service, active" if is_service else "Person, active",
        is_service=is_service,
        memberships=(people.GroupItem(value="support", name=Name("support")),),
        is_active=is_active,
    )


def tokens_page(*, secret: str = "") -> people.TokensPage:
    return people.TokensPage(
        rows=(
            people.TokenRow(uid=UID, name=Name("nightly export"), created_at=AT, is_revoked=False),
            people.TokenRow(uid=OTHER, name=Name("old script"), created_at=AT, is_revoked=True),
        ),
        secret=secret,
    )


def confirm_page() -> changing.ConfirmPage:
    return changing.ConfirmPage(
        document=HEADING,
        heading="Retire this document",
        consequences=("Every citation of it becomes unavailable, for everyone, at once.", "This cannot be undone."),
        button="Retire",
    )


def search_page(words: str, *, problem: str = "", number: int = 1) -> searching.SearchPage:
    """As if the policy had been searched for the words."""
    start = POLICY.index("Opened electronics may")
    hit = Hit(
        document=UID,
        version=OTHER,
        number=43,
        title="Returns policy",
        start=start,
        end=len(POLICY),
        text=POLICY[start:],
        headings=("Returns policy", "4. Opened electronics", "Refunds"),
        score=1.5,
        media_type="text/markdown",
        program="desk-agent",
        is_draft=True,
    )
    asked = Sought(words=words, terms=() if problem else terms_of_query(words), problem=problem)
    found = Found(hits=(hit,) * 3 if asked.terms else (), pending=1)
    return searching.search_page(asked=asked, found=found, number=number, page_size=2)


def writing_of_a_session() -> writing.WritingPart | None:
    """Two searches, reads and passages in a row, and more before them than is shown."""
    done = (
        (StepKind.SEARCHED, None, "refund opened electronics"),
        (StepKind.SEARCHED, None, "استرداد"),
        (StepKind.READ, UID, None),
        (StepKind.MINTED, UID, None),
        (StepKind.MINTED, OTHER, None),
        (StepKind.EMITTED, UID, None),
    )
    steps = (StepView(3 + place, kind, AT, subject, query) for place, (kind, subject, query) in enumerate(done))
    return writing.writing_part(writing=Writing(session=UID, earlier=3, steps=tuple(steps)))


def samples() -> dict[str, Sample]:
    """Every page by the name of its picture."""
    rows = document_rows()
    answer = ledger.AnswerPage(
        uid=UID,
        withheld=withheld_sign(notice="2 sentences withheld as unproved."),
        may_manage=True,
        title=shown_name(text="How long can a customer return opened electronics?"),
        lines=as_written(segments=(StructureView("phrase", "In short"), *STATEMENTS)),
        facts=(Fact("Kind", "answer"), Fact("Written by", "amara"), Fact("Recorded", "12 June 2026")),
    )
    states = (State.SOURCE_CHANGED, "badge-1-0", "× 2"), (State.CURRENT, "badge-1-1", "")
    answer_row = ledger.AnswerRow(
        uid=UID,
        title=answer.title,
        kind="answer",
        writer=Name("amara"),
        recorded_at=AT,
        badges=tuple(
            ledger.CountedBadge(badge=one_badge(state, anchor), count=count) for state, anchor, count in states
        ),
        more_statements="and 3 more statements",
    )
    own = replace(answer, writing=writing_of_a_session())
    marked = replace(answer, lines=as_written(segments=MARKED))
    handed = replace(
        answer,
        lines=as_written(segments=(statement(State.CURRENT, 1, CITED, handed="Quoted in the text handed over"),)),
        withheld=None,
        handed_withheld=withheld_sign(notice="2 sentences withheld as unproved in the text handed over."),
    )
    host_page = pages.HostPage(
        title=shown_name(text="Runbook: refunds at the counter"),
        kind="Runbook",
        statements=STATEMENTS,
        computed_at=AT,
        facts=(Fact("Host reference", "RB-114"), Fact("Surface", "wiki")),
        export_address="/pages/x/export.pdf",
        edit_address="/pages/x/edit",
    )
    edit = {"document": HEADING, "base_uid": UID}
    text = {"text": POLICY, "media_type": "text/markdown", "expected": str(UID)}
    return {
        "home": Sample("home.html", more={"legend": legend()}),
        "sign-in": Sample("sign_in.html", form=forms.SignInForm(), more={"next": ""}),
        "sign-out": Sample("sign_out.html"),
        "documents": Sample("documents/list.html", documents.DocumentList(rows=rows, more="?after=x", notice="Saved.")),
        "documents-narrowed": Sample(
            "documents/list.html",
            documents.DocumentList(
                rows=rows, narrowed=filtering.titles_filter(asked=Sought(words="returns", terms=("returns",)))
            ),
        ),
        "documents-not-found": Sample(
            "documents/list.html",
            documents.DocumentList(
                rows=(), narrowed=filtering.titles_filter(asked=Sought(words="zebra", terms=("zebra",)))
            ),
        ),
        "documents-none": Sample("documents/list.html", documents.DocumentList(rows=())),
        "document": Sample("documents/document.html", document_page()),
        "document-reader": Sample("documents/document.html", document_page(may=False)),
        "document-older": Sample(
            "documents/document.html",
            document_page(
                version=OLDER,
                standing="Superseded from 1 July 2026 by:",
                successor=documents.Successor(uid=OTHER, title=Name("Returns and repairs")),
            ),
        ),
        "document-empty": Sample(
            "documents/empty.html",
            documents.EmptyDocumentPage(document=HEADING, may_edit=True, may_manage=True, may_unretire=True),
        ),
        "versions": Sample(
            "documents/versions.html",
            history.VersionList(document=HEADING, versions=(NEWEST, OLDER, WITHDRAWN), may_edit=True, may_manage=True),
        ),
        "difference": Sample("documents/difference.html", difference_page()),
        "new-document": Sample("documents/new.html", form=forms.DetailsForm({"title": ""})),
        **{name: Sample(template, page, more=more) for name, (template, page, more) in upload_samples.pages().items()},
        "edit-text": Sample(
            "documents/edit_text.html", changing.EditPage(newest_uid=UID, **edit), forms.TextForm(initial=text)
        ),
        "edit-file": Sample("documents/edit_file.html", changing.EditPage(newest_uid=UID, **edit)),
        "conflict": Sample(
            "documents/edit_text.html",
            changing.EditPage(newest_uid=OTHER, conflict=True, **edit),
            forms.TextForm(text),
        ),
        "edit-details": Sample(
            "documents/edit_details.html",
            changing.EditPage(newest_uid=UID, conflict=True, **edit),
            forms.DetailsForm(initial={"title": "Returns policy"}),
        ),
        "retire": Sample("documents/confirm.html", confirm_page(), forms.ConfirmForm()),
        "supersede": Sample(
            "documents/confirm.html", confirm_page(), forms.SupersedeForm({}, candidates=[(str(UID), "Returns")])
        ),
        "rights-unreadable": Sample("documents/rights.html", unreadable_rights_page(), holder_form()),
        "revoke-asked": Sample("ask.html", revoking_page()),
        "share": Sample("ledger/share.html", sharing_page(), holder_form()),
        "erase": Sample("ledger/ask.html", erasing_page()),
        "original-asked": Sample("ledger/ask.html", audit.before_original()),
        "original": Sample("ledger/original.html", original_page()),
        "review": Sample("ledger/review.html", review_list(more=f"?after={UID}")),
        "review-empty": Sample("ledger/review.html", reviewing.ReviewList(rows=())),
        "snapshots": Sample(
            "snapshots/list.html", snapshots.SnapshotList(rows=(SNAPSHOT,), more=f"?after={UID}", notice="Pinned.")
        ),
        "snapshots-empty": Sample("snapshots/list.html", snapshots.SnapshotList(rows=())),
        "snapshot": Sample("snapshots/snapshot.html", snapshot_page()),
        "snapshot-changes": Sample("snapshots/changes.html", snapshot_changes()),
        "new-snapshot": Sample(
            "snapshots/new.html", form=forms.SnapshotForm({"name": ""}, candidates=[(str(UID), "Returns policy")])
        ),
        "life": Sample("documents/life.html", life_of_a_document()),
        "life-empty": Sample("documents/life.html", replace(life_of_a_document(), lanes=(), more="")),
        "rebind": Sample("ledger/rebind.html", rebind_page(OFFER, IN_A_TABLE)),
        "rebind-nowhere": Sample("ledger/rebind.html", rebind_page()),
        "attest": Sample("ledger/attest.html", attest_page(), forms.AttestForm({"versions": str(UID), "note": ""})),
        "why": Sample("ledger/why.html", why_page(), forms.ViewerForm()),
        "why-asked": Sample(
            "ledger/why.html", audit.WhyPage(citation=UID, address=f"/c/{UID}"), forms.ViewerForm({"viewer": "x" * 200})
        ),
        "rights": Sample("documents/rights.html", rights_page(), holder_form()),
        "cite": Sample("citing/cite.html", citing_page(), forms.StatementForm({"statement": ""})),
        "cite-none": Sample(
            "citing/cite.html",
            citing.CitingPage(heading="Passages", passages=(), places=()),
            forms.StatementForm(),
        ),
        "ledger": Sample("ledger/list.html", ledger.AnswerList(rows=(answer_row, replace(answer_row, badges=())))),
        "ledger-narrowed": Sample(
            "ledger/list.html",
            ledger.AnswerList(
                rows=(), narrowed=filtering.ledger_filter(asked=Sought(words="!", problem="No."), state=State.CURRENT)
            ),
        ),
        "search": Sample("search/search.html", search_page("refunds card", number=2)),
        "search-nothing": Sample("search/search.html", search_page("")),
        "search-refused": Sample("search/search.html", search_page("!", problem="No word in that.")),
        "answer": Sample("ledger/answer.html", answer, more={"signs": signs()}),
        "answer-handed": Sample("ledger/answer.html", handed, more={"signs": signs()}),
        "answer-own": Sample("ledger/answer.html", own, more={"signs": signs()}),
        "answer-marked": Sample("ledger/answer.html", marked, more={"signs": signs()}),
        **{f"citation-{state.value}": Sample("ledger/citation.html", citation_page(state)) for state in State},
        "pages": Sample(
            "pages/list.html",
            pages.PageList(
                rows=(
                    pages.PageRow(
                        uid=UID, title=host_page.title, kind="Runbook", surface=Name("wiki"), reference=Name("RB-114")
                    ),
                )
            ),
        ),
        "page": Sample("pages/page.html", host_page, more={"signs": signs()}),
        "new-page": Sample(
            "pages/new.html", form=forms.NewPageForm(surfaces=[(str(UID), "wiki")]), more={"has_surfaces": True}
        ),
        "new-page-nowhere": Sample("pages/new.html", form=forms.NewPageForm(surfaces=[]), more={"has_surfaces": False}),
        "edit-page": Sample(
            "pages/edit.html",
            pages.EditedPage(title=host_page.title, reference=Name("RB-114"), address="/pages/x"),
            forms.EditPageForm({"citations": "x"}),
        ),
        "edit-page-conflict": Sample(
            "pages/edit.html",
            pages.EditedPage(title=host_page.title, reference=Name("RB-114"), address="/pages/x", conflict=True),
            forms.EditPageForm({"citations": str(UID), "title": "Refunds", "kind": "runbook", "expected": "0" * 64}),
        ),
        "people": Sample("people/people.html", people_page(), more={"forms": people_forms()}),
        "person": Sample("people/person.html", person_page(), forms.MembershipForm()),
        "person-service": Sample("people/person.html", person_page(is_service=True), forms.MembershipForm()),
        "person-off": Sample("people/person.html", person_page(is_active=False), forms.MembershipForm()),
        "new-person": Sample("people/new.html", form=forms.PersonForm({"username": ""})),
        "password": Sample(
            "people/password.html", form=forms.PasswordForm({"current": "x", "password": "x", "again": "y"})
        ),
        "tokens": Sample("people/tokens.html", tokens_page(secret="not-a-real-token"), forms.TokenForm()),
        "tokens-later": Sample("people/tokens.html", tokens_page(), forms.TokenForm()),
        **{name: Sample(f"{name}.html") for name in ("400", "403", "404", "500")},
        "outage": Sample("errors/outage.html"),
        "damaged": Sample("errors/damaged.html"),
        "locked": Sample("errors/locked.html"),
    }
