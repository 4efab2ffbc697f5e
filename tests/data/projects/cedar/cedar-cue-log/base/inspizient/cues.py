"""Cue log of the stage manager's desk."""
import asyncio
from contextvars import ContextVar

current_show: ContextVar[str] = ContextVar("current_show")


def write(book: list, cue: str) -> None:
    """Blocking write to the cue book."""
    book.append(f"{current_show.get()}: {cue}")


async def fire(book: list, cue: str) -> None:
    await asyncio.to_thread(write, book, cue)
