//! A small cache of blobs that forgets the oldest one when it is full.
use std::collections::{HashMap, VecDeque};

pub struct Stash {
    limit: usize,
    blobs: HashMap<String, Vec<u8>>,
    order: VecDeque<String>,
    pub freed: usize,
}

impl Stash {
    pub fn new(limit: usize) -> Self {
        Stash { limit, blobs: HashMap::new(), order: VecDeque::new(), freed: 0 }
    }

    pub fn get(&self, key: &str) -> Option<&Vec<u8>> {
        self.blobs.get(key)
    }

    /// Forget a blob and count the bytes it took.
    fn forget(&mut self, key: &str) {
        if let Some(blob) = self.blobs.remove(key) {
            self.freed += blob.len();
        }
    }

    pub fn put(&mut self, key: &str, blob: Vec<u8>) {
        self.forget(key);
        self.order.push_back(key.to_string());
        self.blobs.insert(key.to_string(), blob);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oldest_goes_first() {
        let mut stash = Stash::new(2);
        stash.put("a", vec![1; 3]);
        stash.put("b", vec![2; 5]);
        stash.put("c", vec![3; 7]);
        assert!(stash.get("a").is_none());
        assert_eq!(stash.get("b").map(Vec::len), Some(5));
        assert_eq!(stash.freed, 3);
    }
}
