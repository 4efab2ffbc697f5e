"""Expected arrival of shipments, in the local time of the consignee."""
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo


def arrival(departure: str, transit_hours: float, zone: str) -> datetime:
    """departure is local wall time, e.g. "2024-03-30 22:00"."""
    return datetime.fromisoformat(departure) + timedelta(hours=transit_hours)


def label(when: datetime) -> str:
    return when.strftime("%a %d %b %H:%M")
