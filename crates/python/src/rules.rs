//! Rule sets.

use perudo_rules::{Axis, Preset, RulesSpec};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::words;
use crate::errors::{bad_rules, english};

/// A rule set that does not contradict itself: a preset, and the axes that differ from it.
#[pyclass(frozen, eq, hash, module = "perudo")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Rules(pub(crate) perudo_rules::Rules);

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (text="", /, **axes))]
    fn new(py: Python<'_>, text: &str, axes: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
        let english = english();
        let mut spec = RulesSpec::parse(text).map_err(|errors| bad_rules(py, &errors, english))?;
        for (name, value) in axes.iter().flat_map(|axes| axes.iter()) {
            let name: String = name.extract()?;
            let name = name.replace('_', "-");
            let axis = Axis::named(&name).ok_or_else(|| {
                bad_rules(py, &perudo_rules::RulesError::UnknownAxis(name.clone()).into(), english)
            })?;
            let value = value.str()?;
            spec.set(axis, value.to_str()?).map_err(|error| bad_rules(py, &error.into(), english))?;
        }
        let rules = perudo_rules::Rules::try_from(spec);
        rules.map(Rules).map_err(|errors| bad_rules(py, &errors, english))
    }

    /// The preset that it started from.
    #[getter]
    fn preset(&self) -> &'static str {
        self.0.preset.name()
    }

    /// The value on every axis, in record spelling.
    #[getter]
    fn axes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let axes = PyDict::new(py);
        for axis in Axis::ALL {
            axes.set_item(axis.name(), self.0.get(axis))?;
        }
        Ok(axes)
    }

    /// The most players.
    #[getter]
    fn players(&self) -> u8 {
        self.0.players
    }

    /// The dice of each player at the start of a tour.
    #[getter]
    fn dice(&self) -> u8 {
        self.0.dice
    }

    /// The rules in sentences: pairs of a clause and its sentence.
    #[pyo3(signature = (lang="en"))]
    fn rulebook(&self, py: Python<'_>, lang: &str) -> PyResult<Vec<(&'static str, String)>> {
        let sections = words(py, lang)?.rulebook(&self.0);
        let sentences = sections.into_iter().flat_map(|section| section.sentences);
        Ok(sentences.map(|sentence| (sentence.clause.name(), sentence.text)).collect())
    }

    /// The axes on which two rule sets differ.
    fn differences(&self, other: &Rules) -> Vec<&'static str> {
        self.0.differences(&other.0).map(Axis::name).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules({:?})", self.0.to_string())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// The names of the presets; the first is the default.
#[pyfunction]
pub(crate) fn presets() -> Vec<&'static str> {
    Preset::ALL.into_iter().map(Preset::name).collect()
}

/// The axes along which rule sets differ: each name with every value that it can take.
#[pyfunction]
pub(crate) fn axes(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let axes = PyDict::new(py);
    for axis in Axis::ALL {
        let values: Vec<String> = axis.values().into_iter().map(String::from).collect();
        axes.set_item(axis.name(), values)?;
    }
    Ok(axes)
}
