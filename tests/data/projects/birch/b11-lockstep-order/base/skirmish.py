"""Turn resolution. Every peer runs the same orders and must reach the same state."""
import random
import zlib


class Battle:
    def __init__(self, seed: int, units: dict[str, int]):
        self.rng = random.Random(seed)
        self.health = dict(units)
        self.alarmed = []

    def alarm(self, name: str) -> None:
        if name not in self.alarmed:
            self.alarmed.append(name)

    def volley(self) -> None:
        """Every alarmed unit takes a random hit."""
        for name in self.alarmed:
            self.health[name] -= self.rng.randint(1, 6)
        self.alarmed.clear()

    def checksum(self) -> int:
        text = ",".join(f"{n}={h}" for n, h in sorted(self.health.items()))
        return zlib.crc32(text.encode())
