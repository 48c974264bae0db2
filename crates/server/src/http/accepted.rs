//! Headers by which a client says what it accepts, and how gladly.

use axum::http::{HeaderMap, HeaderName};

/// The members of a header such as `Accept-Language: ru;q=0.5, en`, the most welcome first. Members of weight 0 are
/// refused, so they are left out; a weight that cannot be read counts as none given.
pub(super) fn accepted(headers: &HeaderMap, name: HeaderName) -> Vec<&str> {
    let mut members: Vec<(f32, &str)> = list(headers, name)
        .map(|member| {
            let (value, parameters) = member.split_once(';').unwrap_or((member, ""));
            let weight = parameters.split(';').find_map(|parameter| parameter.trim().strip_prefix("q="));
            let weight =
                weight.and_then(|weight| weight.parse().ok()).filter(|weight| (0.0..=1.0).contains(weight));
            (weight.unwrap_or(1.0), value.trim())
        })
        .filter(|(weight, _)| *weight > 0.0)
        .collect();
    members.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    members.into_iter().map(|(_, value)| value).collect()
}

/// The members of a header that is a list.
fn list(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).filter(|member| !member.is_empty())
}

#[cfg(test)]
mod tests {
    use axum::http::header::ACCEPT_LANGUAGE;

    use super::*;

    #[test]
    fn the_most_welcome_comes_first() {
        let cases: [(&[&str], &[&str]); 9] = [
            (&[], &[]),
            (&["", " , "], &[]),
            (&["ru, en"], &["ru", "en"]),
            (&["ru;q=0.1, en"], &["en", "ru"]),
            (&["ru;q=0.1", "en; q=0.2"], &["en", "ru"]),
            (&["ru;q=0, en;q=0.000"], &[]),
            (&["de;q=0.5,ru;q=0.5,en;q=0.9"], &["en", "de", "ru"]),
            (&["ru;q=nan, en;q=0.5, de;q=-1, fr;q="], &["ru", "de", "fr", "en"]),
            (&["ru;level=1;q=0.1, en;q=0.3"], &["en", "ru"]),
        ];
        for (values, expected) in cases {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(ACCEPT_LANGUAGE, value.parse().unwrap());
            }
            assert_eq!(accepted(&headers, ACCEPT_LANGUAGE), expected, "{values:?}");
        }
    }
}
