import os
import subprocess
import sys
import time

from skirmish import Battle


def peer(machine):
    env = {**os.environ, "PYTHONHASHSEED": str(machine)}
    return subprocess.run([sys.executable, "-B", "peer.py"], env=env, capture_output=True, text=True, check=True).stdout.strip()


def test_repeated_alarm_hits_once():
    battle = Battle(1, {"pikes": 60})
    battle.alarm("pikes")
    battle.alarm("pikes")
    battle.volley()
    assert 54 <= battle.health["pikes"] <= 59


def test_replay_on_one_machine():
    assert peer(1) == peer(1)


def test_three_peers_agree():
    sums = {machine: peer(machine) for machine in (1, 2, 3)}
    assert sums[1] == sums[2] == sums[3], sums


def test_volley_of_thousands_is_quick():
    battle = Battle(1, {f"u{n}": 10 for n in range(5000)})
    start = time.perf_counter()
    for n in list(range(5000)) * 4:
        battle.alarm(f"u{n}")
    assert time.perf_counter() - start < 0.3
