"""Of one text, what stands where: its blocks, headings, leads, labels, tables, notes, and what these say of others."""
