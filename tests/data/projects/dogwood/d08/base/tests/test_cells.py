from tariff.cells import render_row


def test_row_with_a_flag_a_count_and_a_rate():
    assert render_row([True, 12, 4.5]) == "yes | 12 | 4.50"


def test_one_as_flag_count_and_rate():
    assert render_row([True, 1, 1.0]) == "yes | 1 | 1.00"


def test_zero_as_rate_count_and_flag():
    assert render_row([0.0, 0, False]) == "0.00 | 0 | no"
