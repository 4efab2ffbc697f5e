use arena_net::{Stream, Verdict};

#[test]
fn next_snapshot_is_shown() {
    let mut s = Stream::starting_at(10);
    assert_eq!(s.offer(11), Verdict::Show { missed: 0 });
    assert_eq!(s.offer(14), Verdict::Show { missed: 2 });
}

#[test]
fn duplicate_is_dropped() {
    let mut s = Stream::starting_at(10);
    assert_eq!(s.offer(10), Verdict::Drop);
}

#[test]
fn late_snapshot_is_dropped() {
    let mut s = Stream::starting_at(500);
    assert_eq!(s.offer(498), Verdict::Drop);
    assert_eq!(s.offer(501), Verdict::Show { missed: 0 });
}

#[test]
fn sequence_goes_on_after_65535() {
    let mut s = Stream::starting_at(65534);
    assert_eq!(s.offer(65535), Verdict::Show { missed: 0 });
    assert_eq!(s.offer(2), Verdict::Show { missed: 2 });
}
