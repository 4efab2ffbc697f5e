from dispatchd.queue import JobQueue


def job(name, minute="09:15"):
    return {"name": name, "submitted": minute}


def drain(queue, n):
    return [queue.pop()["name"] for _ in range(n)]


def test_urgent_job_first():
    q = JobQueue()
    q.push(5, job("report"))
    q.push(1, job("alarm"))
    assert drain(q, 2) == ["alarm", "report"]


def test_same_priority_in_order_of_arrival():
    q = JobQueue()
    for name in ("zip", "mail", "audit"):
        q.push(3, job(name))
    assert drain(q, 3) == ["zip", "mail", "audit"]


def test_one_job_submitted_twice():
    q = JobQueue()
    q.push(3, job("zip"))
    q.push(3, job("zip"))
    assert drain(q, 2) == ["zip", "zip"]


def test_arrivals_between_pops():
    q = JobQueue()
    q.push(3, job("zip"))
    q.push(3, job("mail"))
    first = drain(q, 1)
    q.push(3, job("audit"))
    assert first + drain(q, 2) == ["zip", "mail", "audit"]
