//! Chutes of the parcel sorter.

#[derive(Debug, Default)]
pub struct Chute {
    pub parcels: Vec<u32>,
    pub weight: u32,
}

#[derive(Debug)]
pub struct Sorter {
    pub chutes: Vec<Chute>,
}

impl Sorter {
    pub fn new(n: usize) -> Self {
        Sorter { chutes: (0..n).map(|_| Chute::default()).collect() }
    }

    pub fn put(&mut self, chute: usize, weight: u32) {
        self.chutes[chute].parcels.push(weight);
        self.chutes[chute].weight += weight;
    }
}
