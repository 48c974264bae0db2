//! Colours, as many as the terminal has and its owner wants.

use ratatui::style::{Color, Modifier, Style};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None: bold, dim and reversed text have to do.
    None,
    /// The sixteen that every terminal has.
    Sixteen,
    /// All of them.
    True,
}

impl Colours {
    /// What the environment says: `NO_COLOR`, `TERM` and `COLORTERM`.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Colours {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM");
        if set("NO_COLOR").is_some() || matches!(term.as_deref(), None | Some("dumb" | "vt100" | "vt220")) {
            Colours::None
        } else if matches!(set("COLORTERM").as_deref(), Some("truecolor" | "24bit")) {
            Colours::True
        } else {
            Colours::Sixteen
        }
    }
}

/// The looks of things by what they mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    colours: Colours,
}

impl Theme {
    pub(super) fn new(colours: Colours) -> Theme {
        Theme { colours }
    }

    fn colour(self, sixteen: Color, rgb: (u8, u8, u8)) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            Colours::Sixteen => Style::new().fg(sixteen),
            Colours::True => Style::new().fg(Color::Rgb(rgb.0, rgb.1, rgb.2)),
        }
    }

    /// Headings, and whose turn it is.
    pub(super) fn accent(self) -> Style {
        self.colour(Color::Yellow, (255, 200, 87)).add_modifier(Modifier::BOLD)
    }

    pub(super) fn good(self) -> Style {
        self.colour(Color::Green, (126, 211, 113)).add_modifier(Modifier::BOLD)
    }

    pub(super) fn bad(self) -> Style {
        self.colour(Color::Red, (255, 107, 107)).add_modifier(Modifier::BOLD)
    }

    pub(super) fn chat(self) -> Style {
        self.colour(Color::Cyan, (121, 192, 255))
    }

    /// What is there but of no great concern.
    pub(super) fn soft(self) -> Style {
        match self.colours {
            Colours::None => Style::new().add_modifier(Modifier::DIM),
            Colours::Sixteen => Style::new().fg(Color::Gray).add_modifier(Modifier::DIM),
            Colours::True => Style::new().fg(Color::Rgb(150, 160, 155)),
        }
    }

    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Something to press.
    pub(super) fn button(self) -> Style {
        self.colour(Color::Cyan, (121, 192, 255)).add_modifier(Modifier::BOLD)
    }

    /// What is chosen.
    pub(super) fn chosen(self) -> Style {
        self.colour(Color::Yellow, (255, 200, 87)).add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// A die that counts.
    pub(super) fn counts(self) -> Style {
        self.colour(Color::Green, (126, 211, 113)).add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_as_many_as_the_environment_allows() {
        let cases: [(&[(&str, &str)], Colours); 6] = [
            (&[("TERM", "xterm-256color")], Colours::Sixteen),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], Colours::True),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")], Colours::None),
            (&[("TERM", "xterm-256color"), ("NO_COLOR", "")], Colours::Sixteen),
            (&[("TERM", "dumb")], Colours::None),
            (&[], Colours::None),
        ];
        for (variables, expected) in cases {
            let variable = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(Colours::of_environment(variable), expected, "{variables:?}");
        }
    }
}
