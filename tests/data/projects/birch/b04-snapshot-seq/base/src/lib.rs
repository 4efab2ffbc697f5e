//! Client side of the arena's snapshot stream.

/// Furthest a snapshot may run ahead of the last one shown.
pub const WINDOW: u16 = 1024;

#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// Newer than the last one; `missed` snapshots were lost in between.
    Show { missed: u16 },
    /// A duplicate, or it came too late.
    Drop,
}

pub struct Stream {
    last: u16,
}

impl Stream {
    pub fn starting_at(seq: u16) -> Self {
        Stream { last: seq }
    }

    pub fn offer(&mut self, seq: u16) -> Verdict {
        self.last = seq;
        Verdict::Show { missed: 0 }
    }
}
