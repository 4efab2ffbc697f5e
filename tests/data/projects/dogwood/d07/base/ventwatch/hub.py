import asyncio


class Hub:
    """Asks the one slow bus of the greenhouse; callers at the same time share an answer."""

    def __init__(self, bus):
        self._bus = bus
        self._pending = None

    async def temperature(self, patience):
        """Degrees Celsius; asyncio.TimeoutError when the caller's patience (s) runs out."""
        return await asyncio.wait_for(self._bus.ask(), patience)
