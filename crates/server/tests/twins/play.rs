//! A game that is played on twin tables.

use super::*;

/// The log with other dice in the last roll, of the same numbers; those of one seat stay.
pub(super) fn exchanged(log: &[Entry], keep: Option<Seat>, random: &mut Random) -> Vec<Entry> {
    let mut log = log.to_vec();
    let last = log.iter().rposition(|entry| roll(entry).is_some()).unwrap();
    let TableEvent::Thrown { dice: ThrownDice::Rolled(hands), .. } = &mut log[last].event else {
        panic!("no roll")
    };
    let before = *hands;
    while *hands == before {
        *hands = BySeat::from_fn(|seat| {
            let dice = before[seat].len();
            if keep == Some(seat) {
                before[seat]
            } else {
                (0..dice).map(|_| Face::ALL[random.random_range(0..6)]).collect()
            }
        });
    }
    log
}

/// Someone who may come to the table.
pub(super) struct Someone {
    pub(super) guest: Guest,
    pub(super) name: String,
    pub(super) chain: Option<(Chain, u64)>,
    pub(super) last_id: u64,
}

/// One game, played on twin tables round by round.
pub(super) struct Play {
    pub(super) random: Random,
    pub(super) now: Moment,
    pub(super) shell: Shell,
    pub(super) people: Vec<Someone>,
    pub(super) players: usize,
    /// How many lines the log had with the last roll.
    pub(super) roll: usize,
    pub(super) compared: Compared,
}

pub(super) fn one<'a, T>(random: &mut Random, of: &'a [T]) -> &'a T {
    &of[random.random_range(0..of.len())]
}

/// Every preset in turn, and rules that no document has.
pub(super) fn rules(number: u64, random: &mut Random) -> Rules {
    if number.is_multiple_of(2) {
        return Preset::ALL[(number / 2) as usize % Preset::ALL.len()].rules();
    }
    loop {
        let mut spec = one(random, &Preset::ALL).spec();
        for axis in Axis::ALL {
            let value = one(random, &axis.values()).clone();
            spec.set(axis, &value).unwrap();
        }
        spec.players = 8;
        spec.dice = spec.dice.min(6);
        if let Ok(rules) = Rules::try_from(spec) {
            return rules;
        }
    }
}

impl Play {
    /// A table with two to eight players, some of whom may be bots, and a tour that has begun.
    pub(super) fn begin(number: u64) -> Play {
        let mut random = Random::seed_from_u64(number);
        let rules = rules(number, &mut random);
        let players = random.random_range(2..=usize::from(rules.players.min(8)));
        let settings = Settings {
            seats: players as u8,
            tours: random.random_range(1..=3),
            clock: Clock {
                turn: [None, Some(3), Some(30)][random.random_range(0..3)],
                bank: random.random_range(0..60),
            },
            speed: *one(&mut random, &Speed::ALL),
            spectators: random.random_bool(0.8),
            public: random.random_bool(0.5),
            ..Settings::usual(rules)
        };
        let now = Moment(1_700_000_000_000 + number);
        let shell = Shell::open(settings, random.random(), now);
        let people = (0..players + 4)
            .map(|index| Someone {
                guest: Guest::of_secret([index as u8 + 1; 16]),
                name: format!("Player {index}"),
                chain: None,
                last_id: 0,
            })
            .collect();
        let mut play = Play { random, now, shell, people, players, roll: 0, compared: Compared::default() };
        for index in 0..players {
            play.connect(index, None);
            if index > 1 && play.random.random_bool(0.15) {
                play.order(0, WireCommand::Bot { chair: None, level: "steady".to_owned() });
                continue;
            }
            let chain = play.random.random_bool(0.6).then(|| Chain::new([index as u8; 32], 300));
            let tip = chain.as_ref().map(Chain::tip);
            play.people[index].chain = chain.map(|chain| (chain, 1));
            let name = play.people[index].name.clone();
            play.order(
                index,
                WireCommand::Join { name, chair: None, watch: false, program: false, tip, closed: None },
            );
        }
        play.order(0, WireCommand::Start);
        play
    }

    pub(super) fn connect(&mut self, line: usize, after: Option<u64>) {
        let guest = self.people[line].guest;
        self.feed(&Input::Connect { line, guest, after, language: Language::default() });
    }

    pub(super) fn order(&mut self, line: usize, command: WireCommand) {
        let input = self.text_of(line, command);
        self.feed(&input);
    }

    pub(super) fn feed(&mut self, input: &Input) {
        self.shell.feed(input, self.now);
        while !self.shell.waiting.is_empty() {
            self.shell.feed(&Input::Save, self.now);
        }
    }

    /// Plays to the end of the match or so many rounds; an error says which viewer could tell the twins apart.
    pub(super) fn run(mut self, rounds: usize, leak: Leak) -> Result<Compared, String> {
        for step in 0..rounds * 300 {
            if self.compared.rounds >= rounds || matches!(self.shell.room.table().stage(), Stage::Closed) {
                break;
            }
            if self.shell.bidding() {
                self.round(leak).map_err(|fault| format!("step {step}: {fault}"))?;
            } else if !self.pass() {
                break;
            }
        }
        Ok(self.compared)
    }

    /// What happens between rounds, on one table alone. Says whether the match goes on.
    pub(super) fn pass(&mut self) -> bool {
        if self.shell.room.table().stage() == Stage::Waiting {
            return false;
        }
        self.give_links();
        self.now = self.now.after(Duration::from_millis(self.random.random_range(0..8_000)));
        if let Some(decided) = self.decision() {
            self.feed(&decided);
        } else if let Some(line) = self.shell.turn().and_then(|guest| self.shell.line_of(guest)) {
            let action = self.legal();
            let input = action.map(|action| self.text_of(line, WireCommand::Act { action }));
            if let Some(input) = input {
                self.feed(&input);
            }
        }
        self.feed(&Input::Wake);
        true
    }

    pub(super) fn give_links(&mut self) {
        let throw = self.shell.room.table().seen_by(Viewer::Spectator).throws() + 1;
        for index in 0..self.players {
            if self.random.random_bool(0.8)
                && let Some(link) = self.link_for(index, throw)
                && let Some(line) = self.shell.line_of(self.people[index].guest)
            {
                let text = serde_json::to_string(&ClientMsg::Link { throw, link }).unwrap();
                self.feed(&Input::Text { line, text });
            }
        }
    }

    pub(super) fn link_for(&self, index: usize, throw: u64) -> Option<Link> {
        let (chain, from) = self.people[index].chain.as_ref()?;
        chain.clone().open_nth(u32::try_from(throw.checked_sub(*from)? + 1).ok()?)
    }

    /// A scripted decision of a bot that was asked: its own would depend on its dice, as it should.
    pub(super) fn decision(&mut self) -> Option<Input> {
        let turn = self.shell.asked?;
        if turn.after != self.shell.room.table().seq() {
            self.shell.asked = None;
            return None;
        }
        let action = self.legal()?;
        self.now = self.now.max(turn.due.after(Duration::from_millis(self.random.random_range(0..300))));
        Some(Input::Decided { turn, action })
    }

    /// A legal action, mostly a low bid.
    pub(super) fn legal(&mut self) -> Option<Action> {
        let legal = self.shell.room.table().seen_by(Viewer::Spectator).tour()?.game().legal_actions();
        match self.random.random_range(0..12) {
            _ if legal.is_empty() => None,
            0..9 => legal.pick(self.random.random_range(0..legal.len().min(7))),
            _ => legal.pick(self.random.random_range(0..legal.len())),
        }
    }

    pub(super) fn text_of(&mut self, line: usize, command: WireCommand) -> Input {
        let guest = self.shell.lines[line].as_ref().map(|line| line.guest);
        let someone = self.people.iter_mut().find(|one| Some(one.guest) == guest);
        let id = someone.map_or(1, |someone| {
            someone.last_id += 1;
            someone.last_id
        });
        let seen = self.shell.durable;
        let text = serde_json::to_string(&ClientMsg::Order(Order { id, seen, command })).unwrap();
        Input::Text { line, text }
    }

    /// One round on twin tables.
    pub(super) fn round(&mut self, leak: Leak) -> Result<(), String> {
        self.compared.rounds += 1;
        let log = self.shell.log.clone();
        let viewer = self.random.random_range(0..=self.players);
        let table = self.shell.room.table();
        let keep = self.people.get(viewer).and_then(|someone| table.seat_of(table.viewer(someone.guest)));
        let seen: Vec<Guest> = (0..self.people.len())
            .map(|index| self.people[index].guest)
            .filter(|guest| {
                let seat = table.seat_of(table.viewer(*guest));
                let dice = |seat| table.situation(seat).is_some_and(|(view, _)| view.dice(seat) > 0);
                seat.is_some_and(|seat| Some(seat) != keep && dice(seat))
            })
            .collect();
        let only_kept = table
            .seen_by(Viewer::Spectator)
            .tour()
            .is_none_or(|tour| tour.game().with_dice().iter().all(|seat| Some(seat) == keep));
        assert!(!only_kept, "a round has two players");
        let twin_log = exchanged(&log, keep, &mut self.random);
        let snapshot = self.random.random_range(1..=log.len());
        let epoch = self.compared.rounds as u64 + 1;
        let mut twin = Shell::restart(&twin_log, snapshot, epoch, self.now);
        self.shell = Shell::restart(&log, snapshot, epoch, self.now);
        (twin.leak, self.shell.leak) = (leak, leak);

        self.roll = log.iter().rposition(|entry| roll(entry).is_some()).unwrap() + 1;
        let outcome = self.inputs(&mut twin, &seen);
        self.shell.leak = Leak::Nothing;
        // The rest belongs to one table alone.
        if self.shell.storage_down {
            self.feed(&Input::StorageRecovered);
        }
        self.feed(&Input::Wake);
        for index in 0..self.players {
            if self.shell.line_of(self.people[index].guest).is_none() {
                self.connect(index, None);
            }
        }
        outcome
    }

    pub(super) fn inputs(&mut self, twin: &mut Shell, seen: &[Guest]) -> Result<(), String> {
        const ENOUGH: usize = 45;
        let mut expected: VecDeque<Input> = VecDeque::new();
        for index in 0..self.players + self.random.random_range(0..=2) {
            if self.random.random_bool(0.9) {
                let after = self.random.random_bool(0.6).then(|| self.a_number());
                let guest = self.people[index].guest;
                let language = *one(&mut self.random, Language::all());
                expected.push_back(Input::Connect { line: index, guest, after, language });
            }
        }
        let mut slow = false;
        for step in 0..ENOUGH * 4 {
            self.now = self.now.after(Duration::from_millis(self.random.random_range(0..400)));
            let input = match expected.pop_front() {
                Some(input) => input,
                None if step < ENOUGH => self.any_input(),
                None => self.ending_input(),
            };
            if self.step(twin, &input, seen)? {
                return Ok(());
            }
            if self.random.random_bool(0.1) {
                slow = !slow;
            }
            while (!slow || step >= ENOUGH) && !self.shell.storage_down && !self.shell.waiting.is_empty() {
                if self.step(twin, &Input::Save, seen)? {
                    return Ok(());
                }
            }
        }
        // Nobody was there to lift a cup: the next round begins from here.
        Ok(())
    }

    /// Gives both tables the same and compares what comes of it. Says whether the dice are open now.
    pub(super) fn step(&mut self, twin: &mut Shell, input: &Input, seen: &[Guest]) -> Result<bool, String> {
        let guests: Vec<Option<Guest>> = (0..Shell::LINES)
            .map(|line| match input {
                Input::Connect { line: new, guest, .. } if *new == line => Some(*guest),
                _ => self.shell.lines[line].as_ref().map(|line| line.guest),
            })
            .collect();
        let mut first = self.shell.feed(input, self.now);
        let mut second = twin.feed(input, self.now);
        // From this event on the dice are open.
        let opening =
            self.shell.log[self.roll..].iter().position(is_open).map(|at| (self.roll + at + 1) as u64);
        let hidden = opening.is_none();
        self.compared.inputs += 1;
        self.compared.undurable += usize::from(!hidden);
        let differ = |what: &str, one: &dyn std::fmt::Debug, other: &dyn std::fmt::Debug| {
            Err(format!("{what} after {input:?}:\n{one:?}\n{other:?}"))
        };
        let mut open = false;
        for (line, guest) in guests.iter().enumerate() {
            let (one, other) = (&mut first.heard[line], &mut second.heard[line]);
            if let Some(at) = one.frames.iter().position(|frame| opening.is_some_and(|n| n <= seq(frame))) {
                open = true;
                one.frames.truncate(at);
                other.frames.truncate(at);
                (one.closing, other.closing) = (None, None);
            }
            let sees_other_dice = guest.is_some_and(|guest| seen.contains(&guest));
            let lengths = |heard: &Heard| heard.frames.iter().map(String::len).collect::<Vec<_>>();
            if !sees_other_dice && one != other {
                return differ(&format!("line {line} hears"), one, other);
            }
            if (lengths(one), one.closing) != (lengths(other), other.closing) {
                return differ(&format!("line {line} hears in length"), one, other);
            }
            if !sees_other_dice {
                self.compared.count(&one.frames);
            }
        }
        if first.answers != second.answers {
            return differ("answers", &first.answers, &second.answers);
        }
        if hidden {
            if first.outside != second.outside {
                return differ("outside", &first.outside, &second.outside);
            }
            if first.log != second.log {
                return differ("log", &first.log, &second.log);
            }
            self.compared.decisions += first.outside.iter().filter(|outside| outside.ask.is_some()).count();
        }
        let opened = opening.is_some_and(|number| number <= self.shell.in_history as u64);
        if !opened && !open && self.compared.inputs.is_multiple_of(4) {
            for someone in self.people.iter().filter(|someone| !seen.contains(&someone.guest)) {
                let viewer = self.shell.room.table().viewer(someone.guest);
                let (one, other) = (self.shell.record(viewer), twin.record(viewer));
                if one != other {
                    return differ("records", &one, &other);
                }
                self.compared.records += usize::from(one.is_some());
            }
            let summary = |shell: &Shell| {
                let table = shell.room.table();
                format!("{:?} {:?} {}", table.stage(), table.chairs(), shell.room.presence().guests_online())
            };
            if hidden && summary(&self.shell) != summary(twin) {
                return differ("summaries", &summary(&self.shell), &summary(twin));
            }
            if hidden && self.shell.printed() != twin.printed() {
                return differ("printed", &self.shell.printed(), &twin.printed());
            }
        }
        Ok(open || opened)
    }

    pub(super) fn a_number(&mut self) -> u64 {
        match self.random.random_range(0..6) {
            0 => 0,
            1 => u64::MAX,
            2 => self.shell.durable,
            _ => (self.roll as u64).saturating_sub(self.random.random_range(0..6)),
        }
    }

    /// An input that brings the round to its end.
    pub(super) fn ending_input(&mut self) -> Input {
        if self.shell.storage_down {
            return Input::StorageRecovered;
        }
        let legal =
            self.shell.room.table().seen_by(Viewer::Spectator).tour().map(|tour| tour.game().legal_actions());
        let dudo = legal.is_some_and(|legal| legal.contains(Action::Dudo)).then_some(Action::Dudo);
        if let Some(Input::Decided { turn, action }) = self.decision() {
            return Input::Decided { turn, action: dudo.unwrap_or(action) };
        }
        let Some(guest) = self.shell.turn() else { return Input::Wake };
        match (self.shell.line_of(guest), dudo.or_else(|| self.legal())) {
            (Some(line), Some(action)) => self.text_of(line, WireCommand::Act { action }),
            _ => {
                let line = self.random.random_range(0..Shell::LINES);
                Input::Connect { line, guest, after: None, language: Language::default() }
            }
        }
    }

    pub(super) fn any_input(&mut self) -> Input {
        let line = self.random.random_range(0..Shell::LINES);
        match self.random.random_range(0..100) {
            0..24 => {
                if let Some(decided) = self.decision() {
                    return decided;
                }
                let turn = self.shell.turn().and_then(|guest| self.shell.line_of(guest));
                match (turn, self.legal()) {
                    (Some(line), Some(action)) => self.text_of(line, WireCommand::Act { action }),
                    _ => Input::Wake,
                }
            }
            24..34 => {
                let action = self.any_action();
                self.text_of(line, WireCommand::Act { action })
            }
            34..58 => {
                let command = self.any_command();
                self.text_of(line, command)
            }
            58..66 => Input::Text { line, text: self.any_text() },
            66..78 => {
                let guest = one(&mut self.random, &self.people).guest;
                let after = self.random.random_bool(0.6).then(|| self.a_number());
                let language = *one(&mut self.random, Language::all());
                Input::Connect { line, guest, after, language }
            }
            78..82 => Input::Disconnect { line },
            82..90 => {
                let wait = *one(&mut self.random, &[0, 500, 1_500, 5_000, 16_000, 40_000, 100_000]);
                self.now = self.now.after(Duration::from_millis(wait));
                Input::Wake
            }
            90..93 => {
                if self.shell.storage_down {
                    Input::StorageRecovered
                } else {
                    Input::StorageFailed
                }
            }
            93..95 => Input::Undecided,
            95..96 => Input::Notice(Notice::Restarting),
            96..98 => match self.shell.asked {
                // A bot that errs, or one that thought too long.
                Some(turn) => Input::Decided { turn, action: self.any_action() },
                None => Input::Wake,
            },
            _ => {
                let index = self.random.random_range(0..self.people.len());
                let guest = self.people[index].guest;
                let id = 1_000_000 + self.random.random_range(0..1_000);
                let order = Order { id, seen: self.shell.room.table().seq(), command: self.any_command() };
                Input::Http { guest, order }
            }
        }
    }

    pub(super) fn any_action(&mut self) -> Action {
        match self.random.random_range(0..8) {
            // A showdown ends the round: seldom.
            0 if self.random.random_bool(0.2) => Action::Dudo,
            1 if self.random.random_bool(0.2) => Action::Calza,
            2 => Action::Maputo,
            3 => Action::Pass,
            _ => {
                let face = *one(&mut self.random, &Face::ALL);
                Action::Bid(Bid::new(self.random.random_range(1..=90), face))
            }
        }
    }

    pub(super) fn any_command(&mut self) -> WireCommand {
        let text = |random: &mut Random| {
            let texts = ["hi", "  ", "a\u{7}b", "привет", "3x4?", &"x".repeat(201)];
            (*one(random, &texts)).to_owned()
        };
        let number = self.random.random_range(0..12);
        let on = self.random.random_bool(0.5);
        match self.random.random_range(0..40) {
            0..8 => WireCommand::Say { text: text(&mut self.random) },
            8..13 => {
                let emotes = ["wow", "bluff", "shrug", ""];
                WireCommand::Emote { emote: (*one(&mut self.random, &emotes)).to_owned() }
            }
            13..18 => {
                let names = ["Player 0", "x:y", "Olga", "Pavel P", "", "Player 5"];
                let name = (*one(&mut self.random, &names)).to_owned();
                let chair = on.then_some(number as u8);
                let tip = self.random.random_bool(0.3).then(|| Link::new([number as u8; 32]));
                WireCommand::Join {
                    name,
                    chair,
                    watch: self.random.random_bool(0.5),
                    program: on,
                    tip,
                    closed: None,
                }
            }
            18..20 => WireCommand::Start,
            20..22 => {
                let levels = ["steady", "novice", "hal"];
                WireCommand::Bot {
                    chair: on.then_some(number as u8),
                    level: (*one(&mut self.random, &levels)).to_owned(),
                }
            }
            22..24 => WireCommand::Host { person: number },
            24..27 => {
                let rules = ["classic", "chess", "calza dice=1", "tournament players=3 dice=2"];
                let rules = Some((*one(&mut self.random, &rules)).to_owned());
                let settings = WireSettings { rules, seats: Some(number as u8), ..WireSettings::default() };
                WireCommand::Settings { settings }
            }
            27..29 => WireCommand::Back,
            29 => WireCommand::Skip,
            30..32 => WireCommand::Chat { on },
            32..34 => WireCommand::Silence { person: number, on },
            34..37 => WireCommand::Commit { tip: Link::new([number as u8; 32]), closed: None },
            // Who leaves in the middle makes the round void: seldom.
            37 if self.random.random_bool(0.3) => WireCommand::Leave,
            38 if self.random.random_bool(0.3) => {
                WireCommand::Remove { person: None, chair: Some(number as u8) }
            }
            _ => WireCommand::Remove { person: Some(number), chair: None },
        }
    }

    /// What clients may send that is no command, or an old one.
    pub(super) fn any_text(&mut self) -> String {
        let throw = self.shell.room.table().seen_by(Viewer::Spectator).throws() + 1;
        match self.random.random_range(0..10) {
            0..3 => r#"{"type":"ping"}"#.to_owned(),
            3 => r#"{"type":"hello","protocol":1,"guest":"00000000000000000000000000000000"}"#.to_owned(),
            4 => r#"{"type":"act","id":5,"seen":1,"action":"7x7"}"#.to_owned(),
            5 => "{\"type\":".to_owned(),
            6 => {
                let id = self.random.random_range(0..9);
                format!(
                    r#"{{"type":"say","id":{id},"seen":{},"text":"again"}}"#,
                    self.random.random_range(0..30)
                )
            }
            7 => serde_json::to_string(&ClientMsg::Link { throw, link: Link::new([9; 32]) }).unwrap(),
            _ => {
                let index = self.random.random_range(0..self.players);
                let link = self.link_for(index, throw).unwrap_or(Link::new([1; 32]));
                serde_json::to_string(&ClientMsg::Link { throw, link }).unwrap()
            }
        }
    }
}

/// Whether an event lifts the cups, or makes the round void, after which its dice are open.
pub(super) fn is_open(entry: &Entry) -> bool {
    matches!(
        entry.event,
        TableEvent::Public(
            PublicEvent::Withdrawn { .. } | PublicEvent::Acted { event: PlayerEvent::Revealed(_), .. }
        )
    )
}
