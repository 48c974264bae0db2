include!("../../web/src/screens.rs");

macro_rules! routes {
    ($(
        $(#[$about:meta])*
        $name:ident $(($param:ident))? at $address:literal in $part:ident is $($view:ident)::+;
    )*) => {
        /// The paths that are screens of the page: all are answered by the same HTML. In `{}` is what may be anything.
        pub(crate) const ROUTES: &[&str] = &[$(path_of($address)),*];
    };
}

screens!(routes);

/// An address without its query.
const fn path_of(address: &'static str) -> &'static str {
    let mut end = 0;
    while end < address.len() && address.as_bytes()[end] != b'?' {
        end += 1;
    }
    address.split_at(end).0
}
