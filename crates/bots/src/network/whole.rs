//! The part of the network for whole tables in whole numbers, for whoever asks about many decisions at once.
//!
//! Weights are whole numbers of up to 127 in their file. Here the inputs of the wide layers are rounded to whole numbers as
//! well, far finer than that: products of whole numbers take half the time, and their sums are exact, so that they are the
//! same on every machine and in whichever order they are added.

use wide::{i16x16, i32x8};

use super::features::{ACTIONS, Features, INPUTS, SLOTS};
use super::model::{BLOCKS, Layer, MOST_WEIGHT, Output, WIDTH};

/// Inputs that go through the network together: for so many the weights are fetched once.
const TOGETHER: usize = 64;
/// Rows of weights that stay close to the processor while the inputs pass by.
const ROWS: usize = 8;
/// Numbers that are multiplied at once.
const LANES: usize = 16;
/// What a row of weights takes of those.
const ROW: usize = WIDTH / LANES;
/// Inputs that share a row of weights while it is at hand.
const SHARED: usize = 4;
/// The largest input. No sum of products can overflow.
const MOST_INPUT: f32 = 26_000.0;
const _: () =
    assert!(WIDTH as f32 * MOST_WEIGHT * MOST_INPUT < i32::MAX as f32 && WIDTH.is_multiple_of(LANES));

/// All layers but the first, the inputs of which are mostly zero.
#[derive(Clone, Debug)]
pub(super) struct WholeTable {
    blocks: [WholeLayer<WIDTH>; BLOCKS],
    policy: WholeLayer<ACTIONS>,
    win: WholeLayer<SLOTS>,
    weak: WholeLayer<SLOTS>,
}

impl WholeTable {
    pub(super) fn new(
        blocks: &[Layer<WIDTH, WIDTH>; BLOCKS],
        policy: &Layer<WIDTH, ACTIONS>,
        win: &Layer<WIDTH, SLOTS>,
        weak: &Layer<WIDTH, SLOTS>,
    ) -> WholeTable {
        WholeTable {
            blocks: blocks.each_ref().map(WholeLayer::new),
            policy: WholeLayer::new(policy),
            win: WholeLayer::new(win),
            weak: WholeLayer::new(weak),
        }
    }

    /// The outputs for many inputs. What comes out for one does not depend on the others, not by a bit.
    pub(super) fn evaluate(&self, input: &Layer<INPUTS, WIDTH>, all: &[Features]) -> Vec<Output> {
        let mut outputs = Vec::with_capacity(all.len());
        for together in all.chunks(TOGETHER) {
            let mut states = input.apply_all(together);
            states.iter_mut().flatten().for_each(|value| *value = value.max(0.0));
            for block in &self.blocks {
                let steps = block.apply(&rounded(&states));
                for (value, step) in states.iter_mut().flatten().zip(steps.into_iter().flatten()) {
                    *value += step.max(0.0);
                }
            }
            let last = rounded(&states);
            let heads = self.win.apply(&last).into_iter().zip(self.weak.apply(&last));
            let together = self.policy.apply(&last).into_iter().zip(heads);
            outputs.extend(together.map(|(policy, (win, weak))| Output { policy, win, weak }));
        }
        outputs
    }
}

/// A layer, row by row.
#[derive(Clone, Debug)]
struct WholeLayer<const OUT: usize> {
    rows: Vec<i16x16>,
    /// What one is worth in each row.
    scales: [f32; OUT],
    bias: [f32; OUT],
}

impl<const OUT: usize> WholeLayer<OUT> {
    fn new(layer: &Layer<WIDTH, OUT>) -> WholeLayer<OUT> {
        let scales = layer.scales();
        let mut rows = Vec::with_capacity(OUT * WIDTH / LANES);
        let (columns, _) = layer.columns.as_chunks::<LANES>();
        for (row, &scale) in scales.iter().enumerate() {
            let per_scale = if scale > 0.0 { 1.0 / scale } else { 0.0 };
            for columns in columns {
                let mut weights = [0; LANES];
                weights
                    .iter_mut()
                    .zip(columns)
                    .for_each(|(weight, column)| *weight = whole(column[row] * per_scale));
                rows.push(i16x16::new(weights));
            }
        }
        WholeLayer { rows, scales, bias: layer.bias }
    }

    fn apply(&self, inputs: &[Rounded]) -> Vec<[f32; OUT]> {
        let mut outputs = vec![[0.0; OUT]; inputs.len()];
        for (number, rows) in self.rows.chunks(ROWS * ROW).enumerate() {
            let rows = || rows.chunks_exact(ROW).zip(number * ROWS..);
            let (groups, rest) = inputs.as_chunks::<SHARED>();
            let (grouped, single) = outputs.as_chunks_mut::<SHARED>();
            for ([a, b, c, d], outputs) in groups.iter().zip(grouped) {
                for (row, index) in rows() {
                    let sums = sums(row, [&a.lanes, &b.lanes, &c.lanes, &d.lanes]);
                    for ((output, input), sum) in outputs.iter_mut().zip([a, b, c, d]).zip(sums) {
                        output[index] = self.finish(index, input, sum);
                    }
                }
            }
            for (input, output) in rest.iter().zip(single) {
                for (row, index) in rows() {
                    let [sum] = sums(row, [&input.lanes]);
                    output[index] = self.finish(index, input, sum);
                }
            }
        }
        outputs
    }

    fn finish(&self, row: usize, input: &Rounded, sum: i32) -> f32 {
        self.bias[row] + self.scales[row] * input.step * sum as f32
    }
}

/// The sums of the products of a row of weights with several inputs.
fn sums<const N: usize>(row: &[i16x16], inputs: [&[i16x16; ROW]; N]) -> [i32; N] {
    let mut sums = [i32x8::ZERO; N];
    for (index, &weights) in row.iter().enumerate().take(ROW) {
        for (sum, input) in sums.iter_mut().zip(inputs) {
            *sum += weights.dot(input[index]);
        }
    }
    let mut totals = [0; N];
    totals.iter_mut().zip(sums).for_each(|(total, sum)| *total = sum.reduce_add());
    totals
}

/// A state, shifted and scaled to mean 0 and variance 1, in whole numbers.
struct Rounded {
    lanes: [i16x16; ROW],
    /// What one is worth.
    step: f32,
}

fn rounded(states: &[[f32; WIDTH]]) -> Vec<Rounded> {
    const EPSILON: f32 = 1e-5;
    let round = |state: &[f32; WIDTH]| {
        let mean = added_up(state, |value| value) / WIDTH as f32;
        let variance = added_up(state, |value| (value - mean) * (value - mean)) / WIDTH as f32;
        let most = largest(state, |value| (value - mean).abs());
        let factor = if most > 0.0 { MOST_INPUT / most } else { 0.0 };
        let mut lanes = [i16x16::ZERO; ROW];
        for (place, chunk) in lanes.iter_mut().zip(state.as_chunks::<LANES>().0) {
            let mut numbers = [0; LANES];
            numbers
                .iter_mut()
                .zip(chunk)
                .for_each(|(number, value)| *number = whole((value - mean) * factor));
            *place = i16x16::new(numbers);
        }
        Rounded { lanes, step: most / MOST_INPUT / (variance + EPSILON).sqrt() }
    };
    states.iter().map(round).collect()
}

/// The nearest whole number of one that is not large: the lowest bits hold it once this has been added.
fn whole(number: f32) -> i16 {
    const SHIFT: f32 = 12_582_912.0;
    (number + SHIFT).to_bits().wrapping_sub(SHIFT.to_bits()) as i16
}

/// Sums side by side: one alone would have to wait for itself.
fn added_up(state: &[f32; WIDTH], each: impl Fn(f32) -> f32) -> f32 {
    let mut sums = [0.0_f32; LANES];
    for chunk in state.as_chunks::<LANES>().0 {
        sums.iter_mut().zip(chunk).for_each(|(sum, &value)| *sum += each(value));
    }
    sums.iter().sum()
}

fn largest(state: &[f32; WIDTH], each: impl Fn(f32) -> f32) -> f32 {
    let mut most = [0.0_f32; LANES];
    for chunk in state.as_chunks::<LANES>().0 {
        for (most, &value) in most.iter_mut().zip(chunk) {
            let value = each(value);
            *most = if value > *most { value } else { *most };
        }
    }
    most.into_iter().fold(0.0, f32::max)
}
