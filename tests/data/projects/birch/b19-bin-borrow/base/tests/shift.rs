use sorter::Sorter;

fn filled() -> Sorter {
    let mut s = Sorter::new(3);
    for w in [5, 7, 9] {
        s.put(0, w);
    }
    s.put(2, 1);
    s
}

#[test]
fn moves_the_last_parcels() {
    let mut s = filled();
    assert_eq!(s.shift(0, 2, 2), 2);
    assert_eq!(s.chutes[0].parcels, [5]);
    assert_eq!(s.chutes[2].parcels, [1, 9, 7]);
    assert_eq!((s.chutes[0].weight, s.chutes[2].weight), (5, 17));
}

#[test]
fn moves_what_there_is() {
    let mut s = filled();
    assert_eq!(s.shift(2, 1, 4), 1);
    assert_eq!(s.chutes[1].weight, 1);
}

#[test]
fn same_chute_is_left_alone() {
    let mut s = filled();
    assert_eq!(s.shift(0, 0, 2), 0);
    assert_eq!(s.chutes[0].parcels, [5, 7, 9]);
}
