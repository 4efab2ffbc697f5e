"""Hold a seat for a guest."""
import asyncio


class Holds:
    def __init__(self, store):
        self.store = store
        self.lock = asyncio.Lock()

    async def hold(self, seat: str, guest: str) -> bool:
        async with self.lock:
            if await self.store.get(seat) is not None:
                return False
            await self.store.put(seat, guest)
            return True
