//! Pythons on this machine.

use std::process::Command;

use crate::command::output;

/// A Python that has a module. Debian's modules are for Debian's Python, which need not be the first on the path.
pub(crate) fn with_module(module: &str) -> Option<&'static str> {
    let import = format!("import {module}");
    let has_module = |python: &&str| output(Command::new(python).args(["-c", &import])).is_ok();
    ["python3", "/usr/bin/python3"].into_iter().find(has_module)
}
