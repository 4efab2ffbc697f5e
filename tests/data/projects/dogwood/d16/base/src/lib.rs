//! Temperatures of the tanks in an aquarium.

/// Name and degrees of every tank, sorted by name.
pub fn poll_all(tanks: &[&str], probe: fn(&str) -> f32) -> Vec<(String, f32)> {
    let mut seen: Vec<_> = tanks.iter().map(|t| (t.to_string(), probe(t))).collect();
    seen.sort_by(|a, b| a.0.cmp(&b.0));
    seen
}
