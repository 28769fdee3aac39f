"""Reading strangers' files in a process of its own, so that no parser's fault reaches anything else (T76, T77)."""
