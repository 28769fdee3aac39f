"""What is sent to hand a text over and to take one over."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from citeledger.interfaces.api.fields import Input, Uid
from citeledger.interfaces.api.outputs.hand_offs import Envelope


class HandOffIn(Input):
    """An answer or derived text that you manage, and the uid of whoever is to take it over."""

    answer = Uid()
    to = Uid()


@extend_schema_field(Envelope)
class EnvelopeIn(serializers.Field[Any, Any, Any, Any]):
    """An envelope as it was given. Nothing in it is read here: whatever is wrong with it is told in one way."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class TakeOverIn(Input):
    """The envelope, as it came."""

    envelope = EnvelopeIn()
