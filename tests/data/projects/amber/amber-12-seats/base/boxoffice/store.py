"""Remote key-value store; each call takes a turn of the event loop."""
import asyncio


class Store:
    def __init__(self):
        self.data = {}
        self.in_flight = 0
        self.most_in_flight = 0

    async def _round_trip(self):
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        await asyncio.sleep(0)
        self.in_flight -= 1

    async def get(self, key):
        await self._round_trip()
        return self.data.get(key)

    async def put(self, key, value):
        await self._round_trip()
        self.data[key] = value
