//! Frames of a bee hive and how they are split in spring.

#[derive(Debug, PartialEq)]
pub struct Frame {
    pub label: String,
    pub grams: u32,
}

#[derive(Default)]
pub struct Hive {
    frames: Vec<Frame>,
}

impl Hive {
    pub fn add(&mut self, label: &str, grams: u32) {
        self.frames.push(Frame { label: label.to_string(), grams });
    }

    pub fn heaviest(&self) -> Option<&Frame> {
        self.frames.iter().max_by_key(|f| f.grams)
    }

    pub fn labels(&self) -> Vec<&str> {
        self.frames.iter().map(|f| f.label.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_frame_gets_a_sister() {
        let mut hive = Hive::default();
        hive.add("a1", 1800);
        hive.add("a2", 2600);
        assert_eq!(hive.split_heaviest(2000), Some("a2".to_string()));
        assert_eq!(hive.labels(), ["a1", "a2", "a2-bis"]);
    }

    #[test]
    fn light_hive_is_left_alone() {
        let mut hive = Hive::default();
        hive.add("a1", 900);
        assert_eq!(hive.split_heaviest(2000), None);
        assert_eq!(hive.labels(), ["a1"]);
    }
}
