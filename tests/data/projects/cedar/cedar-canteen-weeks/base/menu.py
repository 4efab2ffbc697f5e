"""Menu sheets of the canteen, one per week."""
from datetime import date, timedelta


def sheet(menus: dict[str, list[str]], day: date) -> list[str]:
    monday = day - timedelta(days=day.weekday())
    return menus.get(monday.isoformat(), [])
