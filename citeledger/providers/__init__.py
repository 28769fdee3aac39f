"""Citation formats of model APIs, read into drafts of statements. Pure. Empty until the first format comes in."""
