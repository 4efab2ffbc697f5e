"""One peer of the match: same seed, same orders, prints its checksum."""
from skirmish import Battle

battle = Battle(2024, {"archers": 40, "pikes": 60, "scouts": 20, "wagon": 80, "banner": 30})
for turn in (["pikes", "archers", "wagon", "pikes"], ["scouts", "banner", "archers"], ["wagon", "scouts", "pikes", "banner"]):
    for name in turn:
        battle.alarm(name)
    battle.volley()
print(f"{battle.checksum():08x}")
