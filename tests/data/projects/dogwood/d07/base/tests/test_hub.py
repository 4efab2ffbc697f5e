import asyncio

import pytest

from ventwatch.hub import Hub


class SlowBus:
    def __init__(self):
        self.asked = 0

    async def ask(self):
        self.asked += 1
        await asyncio.sleep(0.3)
        return 21.5


def test_two_callers_share_one_question():
    async def scene():
        bus = SlowBus()
        hub = Hub(bus)
        both = await asyncio.gather(hub.temperature(2), hub.temperature(2))
        return both, bus.asked

    assert asyncio.run(scene()) == ([21.5, 21.5], 1)


def test_an_impatient_caller_leaves_the_patient_one_alone():
    async def scene():
        bus = SlowBus()
        hub = Hub(bus)
        display, vents = await asyncio.gather(
            hub.temperature(0.1), hub.temperature(2), return_exceptions=True
        )
        assert isinstance(display, asyncio.TimeoutError)
        assert vents == 21.5
        assert bus.asked == 1

    asyncio.run(scene())
