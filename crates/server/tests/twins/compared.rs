//! How much was compared.

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Compared {
    pub(super) rounds: usize,
    pub(super) inputs: usize,
    pub(super) frames: usize,
    pub(super) refusals: usize,
    pub(super) welcomes: usize,
    pub(super) rolls: usize,
    pub(super) decisions: usize,
    pub(super) records: usize,
    pub(super) undurable: usize,
}

impl Compared {
    pub(super) fn add(&mut self, more: Compared) {
        self.rounds += more.rounds;
        self.inputs += more.inputs;
        self.frames += more.frames;
        self.refusals += more.refusals;
        self.welcomes += more.welcomes;
        self.rolls += more.rolls;
        self.decisions += more.decisions;
        self.records += more.records;
        self.undurable += more.undurable;
    }
}

impl Compared {
    pub(super) fn count(&mut self, frames: &[String]) {
        let of = |what: &str| frames.iter().filter(|frame| frame.contains(what)).count();
        self.frames += frames.len();
        self.refusals += of(r#""type":"refused""#);
        self.welcomes += of(r#""type":"welcome""#);
        self.rolls += of(r#""what":"rolled""#);
    }
}
