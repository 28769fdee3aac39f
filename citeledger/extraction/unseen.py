"""How every format says that it left out what no reader sees."""


def told(places: int) -> list[str]:
    """The warning about text left out in so many places; none where there are none."""
    if not places:
        return []
    return [f"Text that is not seen was left out ({places} {'place' if places == 1 else 'places'})."]
