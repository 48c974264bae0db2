//! The network: one part for whole tables, which remembers what players showed and knows the chances to win; one for two
//! players; and one for duels that were solved.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::features::{ACTIONS, Features, INPUTS, ROUND_INPUTS, SLOTS};
use super::weights::WeightsError;
use super::whole::WholeTable;

/// How wide the parts for tables and for two players are.
pub(super) const WIDTH: usize = 640;
/// How wide the part for solved duels is.
const SOLVED_WIDTH: usize = 1024;
/// The widths as weights state them.
pub(crate) const WIDTHS: &str = "640 640 1024";
/// How many residual blocks each has.
pub(crate) const BLOCKS: usize = 3;

/// The largest weight, as in the file.
pub(super) const MOST_WEIGHT: f32 = 127.0;

/// How many inputs go through the first layer together.
const TOGETHER: usize = 8;

/// The logits of all actions.
pub(crate) type Logits = [f32; ACTIONS];

/// The output of the part for whole tables.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) policy: Logits,
    pub(crate) win: [f32; SLOTS],
    /// Of each slot: that somebody with habits sits there, who can be exploited.
    pub(crate) weak: [f32; SLOTS],
}

/// A trained network for the whole game.
#[derive(Clone, Debug)]
pub struct Network {
    checksum: String,
    table: Part<INPUTS, WIDTH>,
    win: Layer<WIDTH, SLOTS>,
    weak: Layer<WIDTH, SLOTS>,
    duel: Part<ROUND_INPUTS, WIDTH>,
    solved: Part<ROUND_INPUTS, SOLVED_WIDTH, ShortLayer<SOLVED_WIDTH>>,
    /// The part for whole tables again, once somebody asks about many decisions.
    whole: OnceLock<WholeTable>,
}

/// The network that all bots of this program play with, once there is one.
static INSTALLED: OnceLock<Network> = OnceLock::new();
/// Whether weights were given and refused. Those within the program must not silently replace them.
static REFUSED: AtomicBool = AtomicBool::new(false);

impl Network {
    /// Makes these weights the ones that all bots of this program play with. It must be called before
    /// the first bot is made.
    ///
    /// # Errors
    ///
    /// Why the weights are refused; `master` and its weaker levels then play like `thinker`, or by the weights that they have
    /// played by before.
    pub fn install(bytes: &[u8]) -> Result<&'static Network, WeightsError> {
        let network = Network::read(bytes).inspect_err(|_| REFUSED.store(true, Ordering::Relaxed))?;
        let checksum = network.checksum.clone();
        let installed = INSTALLED.get_or_init(|| network);
        if installed.checksum != checksum {
            return Err(WeightsError::InUse { checksum: installed.checksum.clone() });
        }
        Ok(installed)
    }

    /// The network that the bots play with: the installed weights, or those within the program.
    ///
    /// # Errors
    ///
    /// There are no weights, or they were refused.
    pub fn current() -> Result<&'static Network, WeightsError> {
        if let Some(network) = INSTALLED.get() {
            return Ok(network);
        }
        if REFUSED.load(Ordering::Relaxed) {
            return Err(WeightsError::Absent);
        }
        Network::builtin().map(|network| INSTALLED.get_or_init(|| network))
    }

    #[cfg(any(feature = "weights", test))]
    fn builtin() -> Result<Network, WeightsError> {
        Network::read(include_bytes!("../../weights/master.safetensors"))
    }

    #[cfg(not(any(feature = "weights", test)))]
    fn builtin() -> Result<Network, WeightsError> {
        Err(WeightsError::Absent)
    }

    /// The SHA-256 of the weights.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    pub(super) fn assemble(
        checksum: String,
        part: impl Fn(&str, &[usize]) -> Result<Vec<f32>, WeightsError>,
    ) -> Result<Network, WeightsError> {
        Ok(Network {
            checksum,
            table: Part::read("table", &part)?,
            win: Layer::read("table.win", &part)?,
            weak: Layer::read("table.weak", &part)?,
            duel: Part::read("duel", &part)?,
            solved: Part::read("solved", &part)?,
            whole: OnceLock::new(),
        })
    }

    /// The output of the part for whole tables.
    pub(crate) fn evaluate(&self, features: &Features) -> Output {
        let state = self.table.forward(features);
        Output {
            policy: self.table.policy.apply(&state),
            win: self.win.apply(&state),
            weak: self.weak.apply(&state),
        }
    }

    /// The same for many inputs at once, in whole numbers: near enough for whoever takes means of them.
    pub(super) fn evaluate_all(&self, all: &[Features]) -> Vec<Output> {
        let Part { input, blocks, policy } = &self.table;
        let whole = self.whole.get_or_init(|| WholeTable::new(blocks, policy, &self.win, &self.weak));
        whole.evaluate(input, all)
    }

    /// The output of the part for two players.
    pub(crate) fn duel(&self, features: &Features) -> Logits {
        self.duel.logits(of_the_round(features))
    }

    /// The output of the part for duels that were solved.
    pub(crate) fn solved(&self, features: &Features) -> Logits {
        self.solved.logits(of_the_round(features))
    }
}

/// The inputs of somebody who knows nothing of earlier rounds.
fn of_the_round(features: &Features) -> &[f32; ROUND_INPUTS] {
    const { assert!(ROUND_INPUTS <= INPUTS) };
    features.first_chunk().unwrap_or(&[0.0; ROUND_INPUTS])
}

/// A residual network with a head for the actions.
#[derive(Clone, Debug)]
struct Part<const IN: usize, const WIDE: usize, Block = Layer<WIDE, WIDE>> {
    input: Layer<IN, WIDE>,
    blocks: [Block; BLOCKS],
    policy: Layer<WIDE, ACTIONS>,
}

impl<const IN: usize, const WIDE: usize, Block> Part<IN, WIDE, Block>
where
    Block: From<Layer<WIDE, WIDE>> + Apply<WIDE>,
{
    fn read(
        name: &str,
        part: &impl Fn(&str, &[usize]) -> Result<Vec<f32>, WeightsError>,
    ) -> Result<Part<IN, WIDE, Block>, WeightsError> {
        let block = |number: usize| Layer::read(&format!("{name}.block{number}"), part).map(Block::from);
        Ok(Part {
            input: Layer::read(&format!("{name}.input"), part)?,
            blocks: [block(0)?, block(1)?, block(2)?],
            policy: Layer::read(&format!("{name}.policy"), part)?,
        })
    }

    fn logits(&self, features: &[f32; IN]) -> Logits {
        self.policy.apply(&self.forward(features))
    }

    /// Everything before the heads.
    fn forward(&self, features: &[f32; IN]) -> [f32; WIDE] {
        let mut state = self.input.apply(features);
        state.iter_mut().for_each(|value| *value = value.max(0.0));
        for block in &self.blocks {
            let step = block.step(&layer_norm(&state));
            for (value, step) in state.iter_mut().zip(step) {
                *value += step.max(0.0);
            }
        }
        layer_norm(&state)
    }
}

/// Shifts and scales to mean 0 and variance 1.
fn layer_norm<const WIDE: usize>(state: &[f32; WIDE]) -> [f32; WIDE] {
    const EPSILON: f32 = 1e-5;
    let mean = state.iter().sum::<f32>() / WIDE as f32;
    let variance = state.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / WIDE as f32;
    let scale = 1.0 / (variance + EPSILON).sqrt();
    state.map(|value| (value - mean) * scale)
}

/// A matrix and a bias. What one input adds to all outputs lies side by side, so that inputs that are
/// zero cost nothing and the rest is done several numbers at a time.
#[derive(Clone, Debug)]
pub(super) struct Layer<const IN: usize, const OUT: usize> {
    pub(super) columns: Vec<[f32; OUT]>,
    pub(super) bias: [f32; OUT],
}

impl<const IN: usize, const OUT: usize> Layer<IN, OUT> {
    fn read(
        name: &str,
        part: &impl Fn(&str, &[usize]) -> Result<Vec<f32>, WeightsError>,
    ) -> Result<Layer<IN, OUT>, WeightsError> {
        let weights = part(&format!("{name}.weight"), &[OUT, IN])?;
        let bias = part(&format!("{name}.bias"), &[OUT])?;
        let mut columns = vec![[0.0; OUT]; IN];
        for (output, row) in weights.chunks_exact(IN).take(OUT).enumerate() {
            columns.iter_mut().zip(row).for_each(|(column, weight)| column[output] = *weight);
        }
        let mut layer = Layer { columns, bias: [0.0; OUT] };
        layer.bias.iter_mut().zip(bias).for_each(|(place, bias)| *place = bias);
        Ok(layer)
    }

    /// What one is worth in the weights of each output, which are whole numbers of up to 127 in their file.
    pub(super) fn scales(&self) -> [f32; OUT] {
        let mut most = [0.0_f32; OUT];
        for column in &self.columns {
            most.iter_mut().zip(column).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        most.map(|most| most / MOST_WEIGHT)
    }

    fn apply(&self, inputs: &[f32; IN]) -> [f32; OUT] {
        let mut outputs = self.bias;
        let mut busy = inputs.iter().zip(&self.columns).filter(|(input, _)| **input != 0.0);
        // Four at a time: the outputs are then read and written a fourth as often.
        loop {
            let four = [busy.next(), busy.next(), busy.next(), busy.next()];
            let [Some((a, x)), Some((b, y)), Some((c, z)), Some((d, w))] = four else {
                for (input, column) in four.into_iter().flatten() {
                    for (output, weight) in outputs.iter_mut().zip(column) {
                        *output += input * weight;
                    }
                }
                return outputs;
            };
            for (index, output) in outputs.iter_mut().enumerate() {
                *output += a * x[index] + b * y[index] + (c * z[index] + d * w[index]);
            }
        }
    }

    /// The same for many inputs: the weights, which are larger than most caches, are read once for several of them. What comes
    /// out for one does not depend on the others, not by a bit.
    pub(super) fn apply_all(&self, all: &[[f32; IN]]) -> Vec<[f32; OUT]> {
        let (several, rest) = all.as_chunks::<TOGETHER>();
        let rest = rest.iter().flat_map(|inputs| self.apply_together(&[*inputs]));
        several.iter().flat_map(|inputs| self.apply_together(inputs)).chain(rest).collect()
    }

    fn apply_together<const N: usize>(&self, inputs: &[[f32; IN]; N]) -> [[f32; OUT]; N] {
        let mut outputs = [self.bias; N];
        let (fours, rest) = self.columns.as_chunks::<4>();
        for (index, [x, y, z, w]) in fours.iter().enumerate() {
            for (output, input) in outputs.iter_mut().zip(inputs) {
                let at = |offset: usize| input.get(4 * index + offset).copied().unwrap_or(0.0);
                let (a, b, c, d) = (at(0), at(1), at(2), at(3));
                if (a, b, c, d) == (0.0, 0.0, 0.0, 0.0) {
                    continue;
                }
                for (index, output) in output.iter_mut().enumerate() {
                    *output += a * x[index] + b * y[index] + (c * z[index] + d * w[index]);
                }
            }
        }
        for (index, column) in rest.iter().enumerate() {
            for (output, input) in outputs.iter_mut().zip(inputs) {
                let input = input.get(4 * fours.len() + index).copied().unwrap_or(0.0);
                output.iter_mut().zip(column).for_each(|(output, weight)| *output += input * weight);
            }
        }
        outputs
    }
}

/// What a residual block does before its outputs are cut off at zero.
trait Apply<const WIDE: usize> {
    fn step(&self, inputs: &[f32; WIDE]) -> [f32; WIDE];
}

impl<const WIDE: usize> Apply<WIDE> for Layer<WIDE, WIDE> {
    fn step(&self, inputs: &[f32; WIDE]) -> [f32; WIDE] {
        self.apply(inputs)
    }
}

/// A wide layer whose weights take half the room: they are read from memory at every decision, and that is what takes the time.
/// In their file they are whole numbers of up to 127 and a scale for each output. Such numbers are exact in the upper half of
/// a float.
#[derive(Clone, Debug)]
struct ShortLayer<const WIDE: usize> {
    columns: Vec<[u16; WIDE]>,
    scales: [f32; WIDE],
    bias: [f32; WIDE],
}

impl<const WIDE: usize> From<Layer<WIDE, WIDE>> for ShortLayer<WIDE> {
    fn from(layer: Layer<WIDE, WIDE>) -> ShortLayer<WIDE> {
        let scales = layer.scales();
        let short = |(weight, scale): (&f32, &f32)| {
            let whole = if *scale > 0.0 { (weight / scale).round() } else { 0.0 };
            (whole.to_bits() >> 16) as u16
        };
        let column = |column: &[f32; WIDE]| {
            let mut numbers = column.iter().zip(&scales).map(short);
            std::array::from_fn(|_| numbers.next().unwrap_or_default())
        };
        ShortLayer { columns: layer.columns.iter().map(column).collect(), scales, bias: layer.bias }
    }
}

impl<const WIDE: usize> Apply<WIDE> for ShortLayer<WIDE> {
    fn step(&self, inputs: &[f32; WIDE]) -> [f32; WIDE] {
        let long = |short: u16| f32::from_bits(u32::from(short) << 16);
        let mut outputs = [0.0; WIDE];
        let (columns, rest) = self.columns.as_chunks::<4>();
        let (inputs, last) = inputs.as_chunks::<4>();
        for ([x, y, z, w], [a, b, c, d]) in columns.iter().zip(inputs) {
            for (index, output) in outputs.iter_mut().enumerate() {
                *output +=
                    a * long(x[index]) + b * long(y[index]) + (c * long(z[index]) + d * long(w[index]));
            }
        }
        for (column, input) in rest.iter().zip(last) {
            outputs.iter_mut().zip(column).for_each(|(output, &short)| *output += input * long(short));
        }
        for ((output, scale), bias) in outputs.iter_mut().zip(&self.scales).zip(&self.bias) {
            *output = *output * scale + bias;
        }
        outputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_weights_are_those_of_the_file() {
        let network = Network::current().unwrap();
        let wide: Layer<WIDTH, WIDTH> = network.duel.blocks[0].clone();
        let short = ShortLayer::from(wide.clone());
        let inputs = std::array::from_fn(|index| ((index * 7) % 11) as f32 / 11.0 - 0.4);
        let pairs = wide.apply(&inputs).into_iter().zip(short.step(&inputs));
        assert!(pairs.into_iter().all(|(long, short)| (long - short).abs() < 1e-4));
    }

    #[test]
    fn many_inputs_give_what_each_gives_alone() {
        let network = Network::current().unwrap();
        let input = |number: usize| -> Features {
            std::array::from_fn(|index| {
                if (index * 7 + number).is_multiple_of(5) { (index % 9) as f32 / 9.0 } else { 0.0 }
            })
        };
        let all: Vec<Features> = (0..2 * TOGETHER + 11).map(input).collect();
        let together = network.evaluate_all(&all);
        assert_eq!(together.len(), all.len());
        for (features, found) in all.iter().zip(&together) {
            let expected = network.evaluate(features);
            let numbers =
                expected.policy.iter().chain(&expected.win).zip(found.policy.iter().chain(&found.win));
            assert!(numbers.into_iter().all(|(a, b)| (a - b).abs() < 1e-3), "{found:?}");
            let [alone] = &network.evaluate_all(&[*features])[..] else { panic!("one input, one output") };
            assert_eq!((alone.policy, alone.win), (found.policy, found.win), "not by a bit");
        }
    }
}
