//! Small sounds, synthesised from noise and tones.

use std::cell::RefCell;

use leptos::prelude::*;
use web_sys::{AudioContext, AudioContextState, OscillatorType};

use crate::browser;
use crate::prefs::prefs;

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sound {
    /// Dice in a cup.
    Roll,
    /// A bid is made.
    Bid,
    /// It is your turn.
    Turn,
    /// A cup is lifted.
    Lift,
    /// A die that counts.
    Count,
    /// A showdown between others is over.
    Verdict,
    /// You lose a die.
    Lose,
    /// You take a die back.
    Gain,
    /// You win the tour.
    Win,
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Browsers allow sounds only after the person has pressed something: call it then.
pub(crate) fn unlock() {
    if !prefs().sound.get_untracked() {
        return;
    }
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        if let Some(context) = context
            && context.state() == AudioContextState::Suspended
        {
            let _ = context.resume();
        }
    });
}

/// Plays a sound, if sounds are wanted and allowed.
pub(crate) fn play(sound: Sound) {
    // Whoever looks at another page wants to hear of their turn, and of nothing else.
    if !prefs().sound.get_untracked() || browser::hidden() && sound != Sound::Turn {
        return;
    }
    CONTEXT.with_borrow(|context| {
        if let Some(context) = context {
            // Nothing depends on a sound.
            let _ = make(context, sound);
        }
    });
}

fn make(context: &AudioContext, sound: Sound) -> Result<(), wasm_bindgen::JsValue> {
    match sound {
        Sound::Roll => {
            for click in 0..7 {
                let at = f64::from(click) * 0.055 + f64::from(click % 3) * 0.012;
                noise(context, at, 0.04, 1800.0 + 300.0 * (click % 4) as f32, 0.12)?;
            }
            Ok(())
        }
        Sound::Bid => noise(context, 0.0, 0.05, 900.0, 0.18),
        Sound::Lift => noise(context, 0.0, 0.12, 500.0, 0.15),
        Sound::Turn => {
            tone(context, 0.0, 660.0, 0.10, 0.06)?;
            tone(context, 0.11, 880.0, 0.16, 0.06)
        }
        Sound::Count => tone(context, 0.0, 990.0, 0.07, 0.05),
        Sound::Verdict => tone(context, 0.0, 440.0, 0.14, 0.05),
        Sound::Gain => {
            tone(context, 0.0, 587.0, 0.12, 0.06)?;
            tone(context, 0.11, 784.0, 0.2, 0.06)
        }
        Sound::Lose => {
            tone(context, 0.0, 330.0, 0.16, 0.07)?;
            tone(context, 0.15, 220.0, 0.28, 0.07)
        }
        Sound::Win => {
            for (step, pitch) in [523.0, 659.0, 784.0, 1047.0].into_iter().enumerate() {
                tone(context, step as f64 * 0.11, pitch, 0.2, 0.06)?;
            }
            Ok(())
        }
    }
}

fn tone(
    context: &AudioContext,
    after: f64,
    pitch: f32,
    length: f64,
    loudness: f32,
) -> Result<(), wasm_bindgen::JsValue> {
    let from = context.current_time() + after;
    let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
    oscillator.set_type(OscillatorType::Triangle);
    oscillator.frequency().set_value(pitch);
    gain.gain().set_value_at_time(loudness, from)?;
    gain.gain().exponential_ramp_to_value_at_time(0.0001, from + length)?;
    oscillator.connect_with_audio_node(&gain)?.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(from)?;
    oscillator.stop_with_when(from + length)
}

fn noise(
    context: &AudioContext,
    after: f64,
    length: f64,
    pitch: f32,
    loudness: f32,
) -> Result<(), wasm_bindgen::JsValue> {
    let from = context.current_time() + after;
    let rate = context.sample_rate();
    let samples = (rate * length as f32) as usize;
    let bytes: [u8; 64] = std::array::from_fn(|_| browser::any_below(256) as u8);
    let wave: Vec<f32> = (0..samples.max(1))
        .map(|index| {
            let byte = bytes[(index * 7 + index / 61) % bytes.len()] ^ (index as u8).wrapping_mul(151);
            let fade = 1.0 - index as f32 / samples.max(1) as f32;
            (f32::from(byte) / 127.5 - 1.0) * fade * fade
        })
        .collect();
    let buffer = context.create_buffer(1, wave.len() as u32, rate)?;
    buffer.copy_to_channel(&wave, 0)?;
    let source = context.create_buffer_source()?;
    source.set_buffer(Some(&buffer));
    let filter = context.create_biquad_filter()?;
    filter.set_type(web_sys::BiquadFilterType::Bandpass);
    filter.frequency().set_value(pitch);
    let gain = context.create_gain()?;
    gain.gain().set_value(loudness);
    source
        .connect_with_audio_node(&filter)?
        .connect_with_audio_node(&gain)?
        .connect_with_audio_node(&context.destination())?;
    source.start_with_when(from)
}
