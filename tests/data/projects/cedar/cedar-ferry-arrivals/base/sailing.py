"""Arrival times of the coastal line, shown on the quay boards."""
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

OSLO = ZoneInfo("Europe/Oslo")


def arrival(departure: datetime, crossing_minutes: int) -> datetime:
    """Wall-clock arrival for a ship that leaves at `departure`."""
    left = departure.astimezone(timezone.utc)
    return (left + timedelta(minutes=crossing_minutes)).astimezone(departure.tzinfo)
