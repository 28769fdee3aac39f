"""Who there is, what each may do, and the epochs that move when that changes."""

import uuid
from collections.abc import Iterator

from django.contrib.auth.models import AbstractUser, Group
from django.db import models
from guardian.models import GroupObjectPermissionBase, UserObjectPermissionBase

from acl.rights import InstallationRight
from citeledger.core.principals import Kind
from citeledger.tables.classes import control


@control
class User(AbstractUser):
    """A person or a service. `uid` is what the outside and the log see."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(
        max_length=10,
        choices=[(Kind.PERSON.value, "person"), (Kind.SERVICE.value, "service")],
        default=Kind.PERSON.value,
    )
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    """How often all sessions were ended at once. Each session is of one number, so counting on ends them for good."""

    class Meta(AbstractUser.Meta):
        pass

    def __str__(self) -> str:
        return self.get_username()

    def get_session_auth_hash(self) -> str:
        """What a session must carry, in whatever it is kept: bound to the password and to `sessions_ended`."""
        return self._bound(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same under each former SECRET_KEY."""
        return map(self._bound, super().get_session_auth_fallback_hash())

    def _bound(self, session_hash: str) -> str:
        return f"{session_hash}.{self.sessions_ended}"


# guardian finds a direct-FK model only through its reverse relation, so these four have names, not "+": hidden ones
# would send every grant to guardian's generic tables, which nothing here reads.
@control
class DocumentUserGrant(UserObjectPermissionBase):
    content_object = models.ForeignKey("documents.Document", on_delete=models.CASCADE, related_name="user_grants")

    class Meta:
        unique_together = ()
        constraints = [
            models.UniqueConstraint(fields=["content_object", "permission", "user"], name="acl_document_user_grant")
        ]


@control
class DocumentGroupGrant(GroupObjectPermissionBase):
    content_object = models.ForeignKey("documents.Document", on_delete=models.CASCADE, related_name="group_grants")

    class Meta:
        unique_together = ()
        constraints = [
            models.UniqueConstraint(fields=["content_object", "permission", "group"], name="acl_document_group_grant")
        ]


@control
class AnswerUserGrant(UserObjectPermissionBase):
    content_object = models.ForeignKey("ledger.Answer", on_delete=models.CASCADE, related_name="user_grants")

    class Meta:
        unique_together = ()
        constraints = [
            models.UniqueConstraint(fields=["content_object", "permission", "user"], name="acl_answer_user_grant")
        ]


@control
class AnswerGroupGrant(GroupObjectPermissionBase):
    content_object = models.ForeignKey("ledger.Answer", on_delete=models.CASCADE, related_name="group_grants")

    class Meta:
        unique_together = ()
        constraints = [
            models.UniqueConstraint(fields=["content_object", "permission", "group"], name="acl_answer_group_grant")
        ]


@control
class InstallationGrant(models.Model):
    """A right over the whole installation (audit, operate, act for others), held by a user or by a group."""

    right = models.CharField(max_length=10, choices=[(right.value, right.value) for right in InstallationRight])
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) ^ models.Q(group__isnull=True), name="acl_one_holder"
            ),
            models.UniqueConstraint(fields=["right", "user"], name="acl_installation_user"),
            models.UniqueConstraint(fields=["right", "group"], name="acl_installation_group"),
        ]

    def __str__(self) -> str:
        return f"{self.right} for {self.user_id or self.group_id}"


class Epoch(models.Model):
    """`counter` is for people; `token` (32 random hex digits) is for cache keys (threats R2, T5). Moved by triggers."""

    counter = models.BigIntegerField(default=0)
    token = models.CharField(max_length=32)

    class Meta:
        abstract = True


@control
class DocumentEpoch(Epoch):
    document = models.OneToOneField("documents.Document", on_delete=models.CASCADE, primary_key=True, related_name="+")


@control
class AnswerEpoch(Epoch):
    answer = models.OneToOneField("ledger.Answer", on_delete=models.CASCADE, primary_key=True, related_name="+")


@control
class PrincipalEpoch(Epoch):
    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="+")


@control
class Incarnation(models.Model):
    """One row. Rotated after a restore, a failover or a repair of triggers: nothing cached before is used again."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    token = models.CharField(max_length=32)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="acl_one_incarnation")]

    def __str__(self) -> str:
        return self.token


@control
class ApiToken(models.Model):
    """A bearer token of a user or service. Only its SHA-256 is stored; the token itself is shown once."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


@control
class Surface(models.Model):
    """A host that shows badges."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100, unique=True)
    knows_states = models.BooleanField(default=False)
    is_public = models.BooleanField(default=False)
    stops_on_failure = models.BooleanField(default=False)
    allowed_group = models.ForeignKey(Group, on_delete=models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return self.name


@control
class SurfaceOrigin(models.Model):
    """An exact web origin (scheme://host[:port]) at which the surface may frame us or call us."""

    surface = models.ForeignKey(Surface, on_delete=models.CASCADE, related_name="origins")
    origin = models.CharField(max_length=255)

    class Meta:
        # Two surfaces at one origin could not be told apart by the requests that come from it.
        constraints = [models.UniqueConstraint(fields=["origin"], name="acl_surface_origin")]

    def __str__(self) -> str:
        return self.origin


@control
class SurfaceKey(models.Model):
    """A key with which the surface signs viewer assertions: one algorithm per key (threat T55)."""

    surface = models.ForeignKey(Surface, on_delete=models.CASCADE, related_name="keys")
    kid = models.CharField(max_length=64, unique=True)
    algorithm = models.CharField(max_length=10, choices=[("HS256", "HS256"), ("EdDSA", "EdDSA")])
    key = models.TextField()
    not_before = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.kid


@control
class SurfaceSubject(models.Model):
    """Who a subject of the surface is here. Filled by administrators; an unknown subject is no identity."""

    surface = models.ForeignKey(Surface, on_delete=models.CASCADE, related_name="subjects")
    subject = models.CharField(max_length=255)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["surface", "subject"], name="acl_surface_subject")]

    def __str__(self) -> str:
        return self.subject
