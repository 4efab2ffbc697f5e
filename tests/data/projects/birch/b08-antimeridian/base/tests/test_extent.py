import pytest

from seabox.extent import lon_extent, width


@pytest.mark.parametrize(
    "lons, want",
    [
        ([4.5, 9.0, 7.2], (4.5, 9.0)),  # North Sea
        ([-5.0, 3.0, 1.5], (-5.0, 3.0)),  # Channel, over Greenwich
        ([178.0, -179.0, -177.5], (178.0, -177.5)),  # Fiji
        ([170.0, -170.0, 175.0], (170.0, -170.0)),
        ([-150.0, -100.0, 160.0], (160.0, -100.0)),  # crossing of the Pacific
        ([-60.0, -10.0, 20.0, 100.0], (-60.0, 100.0)),  # Brazil to Sumatra
    ],
)
def test_extent(lons, want):
    assert lon_extent(lons) == want


def test_width_over_the_date_line():
    assert width((178.0, -177.5)) == pytest.approx(4.5)
