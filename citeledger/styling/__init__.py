"""What styles do to text: one list for pages, tags inside Markdown and office files. Pure, and below all that reads."""
