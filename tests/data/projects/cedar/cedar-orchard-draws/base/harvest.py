"""Simulated harvests of an orchard."""
import random

TREES = 200


class Orchard:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def year(self, year):
        """Tonnes in one simulated year."""
        return round(sum(self.rng.gauss(0.09, 0.03) for _ in range(TREES)), 6)

    def simulate(self, years):
        return [self.year(y) for y in years]
