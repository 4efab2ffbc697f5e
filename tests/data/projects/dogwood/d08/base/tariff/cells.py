def render(value):
    """Text of one cell: yes/no for flags, digits for counts, two places for rates."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    return f"{value:.2f}"


def render_row(values):
    return " | ".join(render(v) for v in values)
