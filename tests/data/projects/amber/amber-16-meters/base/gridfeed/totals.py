"""Daily totals per meter from readings that arrive ordered by meter."""


def daily_totals(readings) -> dict[str, float]:
    groups = {}
    for meter, kwh in readings:
        groups.setdefault(meter, []).append(kwh)
    return {meter: sum(values) for meter, values in groups.items()}
