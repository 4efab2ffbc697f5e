"""Jobs waiting for a worker: lowest priority number first, in order of arrival within one priority."""


class JobQueue:
    def __init__(self):
        self.jobs = []

    def push(self, priority: int, job: dict) -> None:
        self.jobs.append((priority, job))

    def pop(self) -> dict:
        """The next job; slow when many are waiting."""
        self.jobs.sort(key=lambda entry: entry[0])
        return self.jobs.pop(0)[1]
