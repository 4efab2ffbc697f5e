from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

WATCH = timedelta(hours=4)


def first_watch(day, zone):
    """Start of the first watch: 20:00 by the harbour clock."""
    return datetime(day.year, day.month, day.day, 20, tzinfo=ZoneInfo(zone))


def rota(day, zone, crew):
    """One entry (name, start) for each of the crew."""
    raise NotImplementedError
