from gatewayctl.client import Gateway


def test_devices(base):
    assert Gateway(base).devices() == ["boiler", "vent"]


def test_reading(base):
    assert Gateway(base).reading("boiler") == 71.5
