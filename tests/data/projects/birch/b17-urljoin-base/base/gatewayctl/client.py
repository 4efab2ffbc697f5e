"""Client of the building gateway's HTTP interface."""
import json
from urllib.parse import urljoin
from urllib.request import urlopen


class Gateway:
    def __init__(self, base: str):
        self.base = base

    def get(self, path: str):
        with urlopen(self.base + path, timeout=2) as answer:
            return json.load(answer)

    def devices(self) -> list[str]:
        return self.get("/devices")

    def reading(self, device: str) -> float:
        return self.get(f"/devices/{device}/reading")["value"]
