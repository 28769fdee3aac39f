"""What templates may see: frozen dataclasses of primitives, made from what queries and services return."""
