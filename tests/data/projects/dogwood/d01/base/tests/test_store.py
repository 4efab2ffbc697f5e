from seedbank.store import open_store, record_trial, save_accession, trials


def test_new_accession_has_no_trials():
    db = open_store()
    save_accession(db, "AC-104", "Papaver rhoeas")
    assert trials(db, "AC-104") == []


def test_correcting_the_taxon_keeps_the_trials():
    db = open_store()
    save_accession(db, "AC-104", "Papaver rhoeas")
    record_trial(db, "AC-104", 7, 31)
    record_trial(db, "AC-104", 14, 44)
    save_accession(db, "AC-104", "Papaver dubium")
    name = db.execute("SELECT taxon FROM accession").fetchone()[0]
    assert name == "Papaver dubium"
    assert trials(db, "AC-104") == [(7, 31), (14, 44)]
