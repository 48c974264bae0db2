//! The program of the worker. `worker-start.js` starts it.

fn main() {
    console_error_panic_hook::set_once();
    perudo_worker::serve();
}
