/// The paths that are screens of the page: all are answered by the same HTML. In `{}` is what may be anything.
pub const ROUTES: &[&str] = &["/", "/t/{table}", "/new", "/play", "/rules", "/review", "/together"];
