"""From degrees to px: a Lambert conformal conic projection of the sphere, which keeps angles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, log, pi, radians, sin, tan

from gamekit.widgets.scene import Point


@dataclass(frozen=True)
class Conic:
    """A projection: the Earth's radius in px, where ``centre`` (degrees north, east) lies in px, the two parallels on
    which the scale is true."""

    radius: float
    origin: Point
    centre: Point
    parallels: Point

    @cached_property
    def _cone(self) -> tuple[float, float, float]:
        """The exponent of the projection, its scale, and the distance of the origin from the cone's tip."""
        low, high = map(radians, self.parallels)
        exponent = log(cos(low) / cos(high)) / log(_stretch(high) / _stretch(low))
        scale = cos(low) * _stretch(low) ** exponent / exponent
        return exponent, scale, scale / _stretch(radians(self.centre[0])) ** exponent

    def project(self, latitude: float, longitude: float) -> Point:
        """Where a point of the Earth lies, in px; degrees, north and east positive.

        >>> Conic(1000, (300, 200), (39, 12), (33, 45)).project(39, 12)
        (300.0, 200.0)
        """
        exponent, scale, tip = self._cone
        far = scale / _stretch(radians(latitude)) ** exponent
        turn = exponent * radians(longitude - self.centre[1])
        return self.origin[0] + self.radius * far * sin(turn), self.origin[1] - self.radius * (tip - far * cos(turn))


def _stretch(latitude: float) -> float:
    return tan(pi / 4 + latitude / 2)
