"""Hours worked in a shift, from the clock-in and clock-out times of a site."""
from datetime import datetime

FMT = "%Y-%m-%d %H:%M"


def worked_hours(site_zone: str, clock_in: str, clock_out: str) -> float:
    start = datetime.strptime(clock_in, FMT)
    end = datetime.strptime(clock_out, FMT)
    return (end - start).total_seconds() / 3600
