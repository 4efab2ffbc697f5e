use std::time::{Duration, Instant};
use tankwatch::poll_all;

fn slow_probe(tank: &str) -> f32 {
    std::thread::sleep(Duration::from_millis(200));
    20.0 + tank.len() as f32
}

#[test]
fn tanks_are_probed_at_the_same_time() {
    let start = Instant::now();
    let seen = poll_all(&["shark", "ray", "clown", "eel", "puffer"], slow_probe);
    assert_eq!(seen[0], ("clown".to_string(), 25.0));
    assert_eq!(seen.len(), 5);
    assert!(start.elapsed() < Duration::from_millis(900));
}
