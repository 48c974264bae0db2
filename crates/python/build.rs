//! On macOS the linker has to be told that Python's symbols come with whoever loads the library.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
