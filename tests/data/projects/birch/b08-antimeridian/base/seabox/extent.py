"""Extent in longitude of a set of positions, for the chart window."""


def lon_extent(lons: list[float]) -> tuple[float, float]:
    """West and east edge, in degrees within [-180, 180]."""
    return min(lons), max(lons)


def width(extent: tuple[float, float]) -> float:
    """Degrees from the west edge eastwards to the east edge."""
    west, east = extent
    return (east - west) % 360
