//! The network: one part for whole tables and the chances to win, and one for two players. With two players left the mean of
//! both parts decides, so that whoever learns to punish the habits of one meets the other.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::features::{ACTIONS, Features, INPUTS, SLOTS};
use super::weights::WeightsError;

/// How wide each part is.
pub(crate) const WIDTH: usize = 640;
/// How many residual blocks each has.
pub(crate) const BLOCKS: usize = 3;

/// The logits of all actions.
pub(crate) type Logits = [f32; ACTIONS];

/// The output of the part for whole tables.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) policy: Logits,
    pub(crate) win: [f32; SLOTS],
}

/// A trained network for the whole game.
#[derive(Clone, Debug)]
pub struct Network {
    checksum: String,
    table: Part,
    win: Layer<WIDTH, SLOTS>,
    duel: Part,
}

/// The network that all bots of this program play with, once there is one.
static INSTALLED: OnceLock<Network> = OnceLock::new();
/// Whether weights were given and refused. Those within the program must not silently replace them.
static REFUSED: AtomicBool = AtomicBool::new(false);

impl Network {
    /// Makes these weights the ones that all bots of this program play with. It must be called before
    /// the first bot is made; later calls change nothing.
    ///
    /// # Errors
    ///
    /// Why the weights are refused; `master` and its weaker levels then play like `thinker`.
    pub fn install(bytes: &[u8]) -> Result<&'static Network, WeightsError> {
        let network = Network::read(bytes).inspect_err(|_| REFUSED.store(true, Ordering::Relaxed))?;
        Ok(INSTALLED.get_or_init(|| network))
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
            duel: Part::read("duel", &part)?,
        })
    }

    /// The output of the part for whole tables.
    pub(crate) fn evaluate(&self, features: &Features) -> Output {
        let state = self.table.forward(features);
        Output { policy: self.table.policy.apply(&state), win: self.win.apply(&state) }
    }

    /// The output of the part for two players.
    pub(crate) fn duel(&self, features: &Features) -> Logits {
        self.duel.policy.apply(&self.duel.forward(features))
    }
}

/// A residual network with a head for the actions.
#[derive(Clone, Debug)]
struct Part {
    input: Layer<INPUTS, WIDTH>,
    blocks: [Layer<WIDTH, WIDTH>; BLOCKS],
    policy: Layer<WIDTH, ACTIONS>,
}

impl Part {
    fn read(
        name: &str,
        part: &impl Fn(&str, &[usize]) -> Result<Vec<f32>, WeightsError>,
    ) -> Result<Part, WeightsError> {
        let block = |number: usize| Layer::read(&format!("{name}.block{number}"), part);
        Ok(Part {
            input: Layer::read(&format!("{name}.input"), part)?,
            blocks: [block(0)?, block(1)?, block(2)?],
            policy: Layer::read(&format!("{name}.policy"), part)?,
        })
    }

    /// Everything before the heads.
    fn forward(&self, features: &Features) -> [f32; WIDTH] {
        let mut state = self.input.apply(features);
        state.iter_mut().for_each(|value| *value = value.max(0.0));
        for block in &self.blocks {
            let step = block.apply(&layer_norm(&state));
            for (value, step) in state.iter_mut().zip(step) {
                *value += step.max(0.0);
            }
        }
        layer_norm(&state)
    }
}

/// Shifts and scales to mean 0 and variance 1.
fn layer_norm(state: &[f32; WIDTH]) -> [f32; WIDTH] {
    const EPSILON: f32 = 1e-5;
    let mean = state.iter().sum::<f32>() / WIDTH as f32;
    let variance = state.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / WIDTH as f32;
    let scale = 1.0 / (variance + EPSILON).sqrt();
    state.map(|value| (value - mean) * scale)
}

/// A matrix and a bias. What one input adds to all outputs lies side by side, so that inputs that are
/// zero cost nothing and the rest is done several numbers at a time.
#[derive(Clone, Debug)]
struct Layer<const IN: usize, const OUT: usize> {
    columns: Vec<[f32; OUT]>,
    bias: [f32; OUT],
}

impl<const IN: usize, const OUT: usize> Layer<IN, OUT> {
    fn read(
        name: &str,
        part: &impl Fn(&str, &[usize]) -> Result<Vec<f32>, WeightsError>,
    ) -> Result<Layer<IN, OUT>, WeightsError> {
        let weights = part(&format!("{name}.weight"), &[OUT, IN])?;
        let bias = part(&format!("{name}.bias"), &[OUT])?;
        let at = |values: &[f32], index: usize| values.get(index).copied().unwrap_or_default();
        Ok(Layer {
            columns: (0..IN)
                .map(|input| std::array::from_fn(|output| at(&weights, output * IN + input)))
                .collect(),
            bias: std::array::from_fn(|output| at(&bias, output)),
        })
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
}
