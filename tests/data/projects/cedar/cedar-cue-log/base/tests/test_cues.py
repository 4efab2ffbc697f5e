import asyncio
import threading

from inspizient import cues


async def evening(book, show, names):
    cues.current_show.set(show)
    for name in names:
        await cues.fire(book, name)


def test_cues_carry_the_show():
    book = []
    asyncio.run(evening(book, "Woyzeck", ["LX 1", "SQ 2"]))
    assert book == ["Woyzeck: LX 1", "Woyzeck: SQ 2"]


def test_two_stages_at_once():
    async def both(book):
        await asyncio.gather(evening(book, "Woyzeck", ["LX 1"]), evening(book, "Tosca", ["LX 9"]))
    book = []
    asyncio.run(both(book))
    assert sorted(book) == ["Tosca: LX 9", "Woyzeck: LX 1"]


def test_one_thread_writes():
    writers = set()

    class Book(list):
        def append(self, line):
            writers.add(threading.current_thread().name)
            super().append(line)

    async def busy(book):
        cues.current_show.set("Tosca")
        await asyncio.gather(*(cues.fire(book, f"LX {n}") for n in range(20)))
    asyncio.run(busy(Book()))
    assert len(writers) == 1
