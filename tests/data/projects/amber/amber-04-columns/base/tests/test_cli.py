from tallycli.cli import header


def test_default_header():
    assert header(["jan.csv"]) == "date | total"


def test_one_column_is_asked_for():
    assert header(["jan.csv", "--column", "customer"]) == "customer"


def test_columns_in_the_order_given():
    assert header(["jan.csv", "--column", "total", "--column", "date"]) == "total | date"


def test_default_header_again():
    assert header(["jan.csv"]) == "date | total"
