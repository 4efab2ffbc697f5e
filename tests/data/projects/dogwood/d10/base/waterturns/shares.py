def shares(litres, plots):
    """Divide whole litres of a turn among plots {name: area}; whole litres each."""
    raise NotImplementedError
