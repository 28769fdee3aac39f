"""Places on a page, in points (1/72 inch), x to the right and y upwards."""

import math
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle; never inside out."""

    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def around(cls, *corners: tuple[float, float]) -> "Box":
        """The smallest box that holds the corners."""
        across, up = [x for x, _ in corners], [y for _, y in corners]
        return cls(min(across), min(up), max(across), max(up))

    @classmethod
    def between(cls, left: float, bottom: float, right: float, top: float) -> "Box":
        """The box with these sides, whichever way round they are given."""
        return cls(min(left, right), min(bottom, top), max(left, right), max(bottom, top))

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.top - self.bottom)

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def within(self, other: "Box") -> "Box":
        """The part of it that lies in the other; an empty box where there is none."""
        left, bottom = max(self.left, other.left), max(self.bottom, other.bottom)
        return Box(left, bottom, max(left, min(self.right, other.right)), max(bottom, min(self.top, other.top)))


class Turn(NamedTuple):
    """A rotation of the page that makes text written at `angle` (degrees, counter-clockwise) run to the right."""

    angle: int

    def point(self, x: float, y: float) -> tuple[float, float]:
        cosine, sine = _EXACT.get(self.angle) or _unit(self.angle)
        return x * cosine + y * sine, y * cosine - x * sine

    def box(self, box: Box) -> Box:
        """The box around the turned corners."""
        if self.angle == 0:
            return box
        return Box.around(
            self.point(box.left, box.bottom),
            self.point(box.right, box.bottom),
            self.point(box.left, box.top),
            self.point(box.right, box.top),
        )


def _unit(angle: int) -> tuple[float, float]:
    return math.cos(math.radians(angle)), math.sin(math.radians(angle))


_EXACT = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
