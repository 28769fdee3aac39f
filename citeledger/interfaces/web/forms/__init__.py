"""What people type, checked for form only: whether it may be done is decided behind the one call of each view."""

from citeledger.interfaces.web.forms.accounts import (
    ActivityForm,
    GroupForm,
    MembershipForm,
    PasswordForm,
    PersonForm,
    SignInForm,
    TokenForm,
)
from citeledger.interfaces.web.forms.citations import AttestForm, BlockForm, RebindForm, SelectionForm, StatementForm
from citeledger.interfaces.web.forms.documents import DetailsForm, RevertForm, SupersedeForm, TextForm
from citeledger.interfaces.web.forms.pages import EditPageForm, NewPageForm, PageForm
from citeledger.interfaces.web.forms.replies import ConfirmForm, on_top_of, show_refusal, status_of
from citeledger.interfaces.web.forms.rights import DocumentUidForm, HolderForm, ViewerForm
from citeledger.interfaces.web.forms.snapshots import SnapshotForm

__all__ = [
    "ActivityForm",
    "AttestForm",
    "BlockForm",
    "ConfirmForm",
    "DetailsForm",
    "DocumentUidForm",
    "EditPageForm",
    "GroupForm",
    "HolderForm",
    "MembershipForm",
    "NewPageForm",
    "PageForm",
    "PasswordForm",
    "PersonForm",
    "RebindForm",
    "RevertForm",
    "SelectionForm",
    "SignInForm",
    "SnapshotForm",
    "StatementForm",
    "SupersedeForm",
    "TextForm",
    "TokenForm",
    "ViewerForm",
    "on_top_of",
    "show_refusal",
    "status_of",
]
