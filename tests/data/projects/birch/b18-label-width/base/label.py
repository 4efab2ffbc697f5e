"""Records for the label printers in the depot: fields of fixed size, in bytes, padded with blanks."""

NAME, TOWN = 20, 16


def field(text: str, size: int) -> bytes:
    return text.encode("ascii", "replace")[:size].ljust(size)


def record(parcel: int, name: str, town: str) -> bytes:
    """4 bytes number, NAME bytes name, TOWN bytes town."""
    return parcel.to_bytes(4, "big") + field(name, NAME) + field(town, TOWN)


def parse(data: bytes) -> tuple[int, str, str]:
    """What the printer makes of a record."""
    name, town = data[4 : 4 + NAME], data[4 + NAME : 4 + NAME + TOWN]
    return int.from_bytes(data[:4], "big"), name.decode("utf-8").rstrip(), town.decode("utf-8").rstrip()
