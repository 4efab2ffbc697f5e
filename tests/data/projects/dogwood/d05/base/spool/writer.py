import gzip


def append_window(path, samples):
    """Append one window of samples, one integer a line, to a day file."""
    with gzip.open(path, "ab") as out:
        out.write("".join(f"{s}\n" for s in samples).encode("ascii"))
