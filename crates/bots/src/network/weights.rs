//! The file of weights, and every check before it is used.

use data_encoding::HEXLOWER;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, Metadata, TensorView};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::features::{ACTIONS, INPUTS, LAYOUT, SLOTS};
use super::model::{BLOCKS, Network, WIDTHS};

/// What weights call themselves, and which version this program reads.
const FORMAT: &str = "perudo-master";
const VERSION: &str = "4";

/// Why weights are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// There are none in this program, and none were given to it.
    #[error("the weights {FORMAT} (version {VERSION}) are not here")]
    Absent,
    /// This is no file of weights at all.
    #[error("this is no file of weights ({why})")]
    NotWeights {
        /// What its reader says.
        why: String,
    },
    /// They do not say what they are.
    #[error("these weights do not say what they are; needed are “{FORMAT}”, version {VERSION}")]
    Nameless,
    /// They are for another program, or another version of this one.
    #[error("these weights are “{name}”, version {version}; needed are “{FORMAT}”, version {VERSION}")]
    Another {
        /// What they call themselves.
        name: String,
        /// Their version.
        version: String,
    },
    /// They are not what they were when they were written.
    #[error(
        "the weights “{name}”, version {version}, are damaged: \
         their SHA-256 is {found} and should be {expected}"
    )]
    Damaged {
        /// What they call themselves.
        name: String,
        /// Their version.
        version: String,
        /// The checksum that they should have.
        expected: String,
        /// The checksum that they have.
        found: String,
    },
    /// Bots have played by others before.
    #[error("bots play by other weights already (SHA-256 {checksum}): these come too late")]
    InUse {
        /// The checksum of the others.
        checksum: String,
    },
    /// A part is missing or of the wrong size.
    #[error("the weights “{name}” (SHA-256 {checksum}) do not fit this program: {part}")]
    Misfit {
        /// What they call themselves.
        name: String,
        /// The checksum that they have.
        checksum: String,
        /// The part that is missing or wrong.
        part: String,
    },
}

impl Network {
    /// Reads weights as `training/export.py` writes them. They are refused unless they have the name, the
    /// version and the sizes that this program knows and the checksum that they state, and all are numbers.
    ///
    /// # Errors
    ///
    /// The first reason not to use them.
    pub fn read(bytes: &[u8]) -> Result<Network, WeightsError> {
        let unreadable =
            |error: safetensors::SafeTensorError| WeightsError::NotWeights { why: error.to_string() };
        let (length, header) = SafeTensors::read_metadata(bytes).map_err(unreadable)?;
        let word = |key: &str| word(&header, key);
        let (name, version) = (word("format"), word("version"));
        if name.is_empty() {
            return Err(WeightsError::Nameless);
        }
        if name != FORMAT || version != VERSION {
            return Err(WeightsError::Another { name, version });
        }
        let data = bytes.get(length + 8..).unwrap_or_default();
        let found = HEXLOWER.encode(&Sha256::digest(data));
        let expected = word("sha256");
        if found != expected {
            return Err(WeightsError::Damaged { name, version, expected, found });
        }
        let misfit = |part: &str| WeightsError::Misfit {
            name: name.clone(),
            checksum: found.clone(),
            part: part.to_owned(),
        };
        let sizes = [
            ("inputs", INPUTS.to_string()),
            ("widths", WIDTHS.to_owned()),
            ("blocks", BLOCKS.to_string()),
            ("actions", ACTIONS.to_string()),
            ("slots", SLOTS.to_string()),
        ];
        if let Some((key, size)) = sizes.into_iter().find(|(key, size)| word(key) != *size) {
            return Err(misfit(&format!("{key} is “{}” and should be {size}", word(key))));
        }
        if word("layout") != LAYOUT {
            return Err(misfit("layout"));
        }
        let tensors = SafeTensors::deserialize(bytes).map_err(unreadable)?;
        let whole = |part: &str, numbers: Vec<f32>| match numbers.iter().all(|number| number.is_finite()) {
            true => Ok(numbers),
            false => Err(misfit(&format!("{part} has something that is no number"))),
        };
        let part = |part: &str, shape: &[usize]| match tensors.tensor(part) {
            Ok(tensor) if tensor.shape() == shape && tensor.dtype() == Dtype::F32 => {
                whole(part, numbers(&tensor))
            }
            Ok(tensor) if tensor.shape() == shape && tensor.dtype() == Dtype::I8 => {
                let scale = part.replace("weight", "scale");
                match (tensors.tensor(&scale), shape) {
                    (Ok(scales), &[rows, columns])
                        if scales.dtype() == Dtype::F32 && scales.shape() == [rows] =>
                    {
                        whole(part, scaled(tensor.data(), columns, &numbers(&scales)))
                    }
                    _ => Err(misfit(&scale)),
                }
            }
            _ => Err(misfit(part)),
        };
        Network::assemble(found.clone(), part)
    }
}

fn word(header: &Metadata, key: &str) -> String {
    header.metadata().as_ref().and_then(|words| words.get(key)).cloned().unwrap_or_default()
}

fn numbers(tensor: &TensorView<'_>) -> Vec<f32> {
    let (words, _) = tensor.data().as_chunks::<4>();
    words.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
}

/// A matrix of signed bytes with one scale for each row.
fn scaled(bytes: &[u8], columns: usize, scales: &[f32]) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(bytes.len());
    for (row, &scale) in bytes.chunks(columns.max(1)).zip(scales) {
        numbers.extend(row.iter().map(|&byte| f32::from(byte as i8) * scale));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: &[u8] = include_bytes!("../../weights/master.safetensors");

    #[test]
    fn shipped_weights_are_read_and_others_refused_by_name_and_checksum() {
        let network = Network::read(SHIPPED).unwrap();
        let checksum = network.checksum().to_owned();
        assert_eq!(checksum.len(), 64);

        let mut damaged = SHIPPED.to_vec();
        *damaged.last_mut().unwrap() ^= 1;
        let error = Network::read(&damaged).unwrap_err();
        assert!(matches!(&error, WeightsError::Damaged { expected, .. } if *expected == checksum), "{error}");
        assert!(
            error.to_string().contains("perudo-master") && error.to_string().contains(&checksum),
            "{error}"
        );

        // The header is text: the same length, another word in it.
        let edited = |from: &str, to: &str| {
            let mut bytes = SHIPPED.to_vec();
            let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
            bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
            Network::read(&bytes).unwrap_err()
        };
        let another = edited(r#""version": "4""#, r#""version": "1""#);
        assert_eq!(another, WeightsError::Another { name: "perudo-master".into(), version: "1".into() });
        assert!(another.to_string().contains("version 1"), "{another}");
        assert!(matches!(edited("perudo-master", "perudo-pupil!"), WeightsError::Another { .. }));
        assert_eq!(edited("\"format\"", "\"farmot\""), WeightsError::Nameless);
        assert!(matches!(edited("hand:36", "hand:37"), WeightsError::Misfit { .. }));
        for (part, other) in [("win.bias", "wim.bias"), ("duel.input.scale", "duel.input.scala")] {
            assert!(matches!(edited(part, other), WeightsError::Misfit { .. }), "{part}");
        }

        // A training that went astray: the last weight is no number, and the checksum is right.
        let mut astray = SHIPPED.to_vec();
        let last = astray.len() - 4;
        astray[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        let header = 8 + u64::from_le_bytes(*astray.first_chunk().unwrap()) as usize;
        let right = HEXLOWER.encode(&Sha256::digest(&astray[header..]));
        let at = astray.windows(64).position(|window| window == checksum.as_bytes()).unwrap();
        astray[at..at + 64].copy_from_slice(right.as_bytes());
        let error = Network::read(&astray).unwrap_err();
        assert!(error.to_string().contains("solved.policy.bias has something that is no number"), "{error}");

        for cut in [0, 7, 8, 500, SHIPPED.len() - 1] {
            let error = Network::read(&SHIPPED[..cut]).unwrap_err();
            assert!(matches!(error, WeightsError::NotWeights { .. }), "{cut}: {error}");
        }
    }
}
