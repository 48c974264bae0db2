//! How much the past counts: what distinguishes the members of the CFR family.

/// The weights of one algorithm.
///
/// Each iteration multiplies what was regretted so far: positive regrets by `t^a / (t^a + 1)`,
/// negative ones by a constant. The strategy of iteration `t` counts `t^g` in the average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// `a`; nothing for regrets that are never discounted.
    pub positive: Option<f64>,
    /// The factor for negative regrets.
    pub negative: f64,
    /// `g`.
    pub average: f64,
}

impl Schedule {
    /// CFR+: negative regrets are forgotten, averages are linear.
    pub const CFR_PLUS: Schedule = Schedule { positive: None, negative: 0.0, average: 1.0 };

    /// Discounted CFR with its authors' exponents 3/2, 0 and 2.
    pub const DISCOUNTED: Schedule = Schedule { positive: Some(1.5), negative: 0.5, average: 2.0 };
}

/// The weights at one iteration.
#[derive(Clone, Debug)]
pub(crate) struct Discount {
    schedule: Schedule,
    iteration: u32,
    weight: f64,
    /// The product of the factors for positive regrets up to each iteration.
    positive: Vec<f64>,
}

impl Discount {
    pub(crate) fn new(schedule: Schedule) -> Discount {
        Discount { schedule, iteration: 0, weight: 0.0, positive: vec![1.0] }
    }

    pub(crate) fn iteration(&self) -> u32 {
        self.iteration
    }

    pub(crate) fn tick(&mut self) {
        let power = f64::from(self.iteration).powf(self.schedule.positive.unwrap_or(0.0));
        let factor = match self.schedule.positive {
            Some(_) if self.iteration > 0 => power / (power + 1.0),
            _ => 1.0,
        };
        let product = self.positive.last().copied().unwrap_or(1.0) * factor;
        self.positive.push(product);
        self.iteration += 1;
        self.weight = f64::from(self.iteration).powf(self.schedule.average);
    }

    /// The factors for positive and negative regrets that were last changed at iteration `seen`.
    pub(crate) fn factors(&self, seen: u32) -> (f64, f64) {
        let product = |at: u32| self.positive.get(at as usize).copied().unwrap_or(1.0);
        let elapsed = self.iteration.saturating_sub(seen).min(i32::MAX as u32) as i32;
        (product(self.iteration) / product(seen), self.schedule.negative.powi(elapsed))
    }

    /// The weight of this iteration's strategy in the average.
    pub(crate) fn weight(&self) -> f64 {
        self.weight
    }
}
