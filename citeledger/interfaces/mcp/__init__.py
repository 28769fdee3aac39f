"""The Model Context Protocol: operations of the API, offered to agents as tools (ADR 0013)."""
