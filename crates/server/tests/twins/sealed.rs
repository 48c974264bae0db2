//! Sealed twin tables: their players have published the same tips and hold different closed links, so that all hands
//! differ. Until the showdown a server cannot tell these tables apart, whatever it says, writes down or keeps.

use perudo_protocol::WireSettings;
use perudo_rules::Phase;
use perudo_table::DiceMode;
use perudo_table::fair::SealedThrow;

use super::*;

const PLAYERS: usize = 3;

/// Two rooms that get the same inputs.
struct Twins {
    rooms: [Shell; 2],
    now: Moment,
    random: Random,
    ids: u64,
    compared: Compared,
}

fn guest(player: usize) -> Guest {
    Guest::of_secret([player as u8 + 1; 16])
}

fn open_chain(player: usize) -> Chain {
    Chain::new([player as u8 + 1; 32], 300)
}

/// The closed chain of a player at one of the tables. Only that of the first belongs to the tip.
fn closed_chain(player: usize, table: usize) -> Chain {
    Chain::new([(100 * (table + 1) + player) as u8; 32], 300)
}

impl Twins {
    fn begin(number: u64) -> Twins {
        let mut random = Random::seed_from_u64(number);
        let settings = Settings {
            seats: PLAYERS as u8,
            speed: *one(&mut random, &Speed::ALL),
            clock: Clock { turn: [None, Some(30)][random.random_range(0..2)], bank: 60 },
            dice: DiceMode::Sealed,
            ..Settings::usual(Preset::ALL[number as usize % Preset::ALL.len()].rules())
        };
        assert_eq!(WireSettings::from(&settings).dice.as_deref(), Some("sealed"));
        let (now, secret) = (Moment(1_700_000_000_000), random.random());
        let rooms = [0, 1].map(|_| Shell::open(settings.clone(), secret, now));
        let mut twins = Twins { rooms, now, random, ids: 0, compared: Compared::default() };
        for player in 0..PLAYERS {
            twins.connect(player, None);
            let tip = Some(open_chain(player).tip());
            let closed = Some(closed_chain(player, 0).tip());
            let name = format!("Player {player}");
            twins.order(
                player,
                WireCommand::Join { name, chair: None, watch: false, program: false, tip, closed },
            );
        }
        twins.connect(PLAYERS, None);
        twins.order(0, WireCommand::Start);
        twins
    }

    fn connect(&mut self, line: usize, after: Option<u64>) {
        self.feed(&Input::Connect { line, guest: guest(line), after, language: Language::default() });
    }

    fn order(&mut self, line: usize, command: WireCommand) {
        self.ids += 1;
        let order = Order { id: self.ids, seen: self.rooms[0].durable, command };
        self.say(line, &ClientMsg::Order(order));
    }

    fn say(&mut self, line: usize, message: &ClientMsg) {
        let text = serde_json::to_string(message).unwrap();
        self.feed(&Input::Text { line, text });
    }

    /// Gives both rooms the same, and compares everything that comes of it and everything that they hold.
    fn feed(&mut self, input: &Input) {
        let [first, second] = self.rooms.each_mut().map(|room| {
            let mut outcomes = vec![room.feed(input, self.now)];
            while !room.waiting.is_empty() {
                outcomes.push(room.feed(&Input::Save, self.now));
            }
            outcomes
        });
        assert_eq!(first, second, "after {input:?}");
        let [first, second] = self.rooms.each_ref().map(held);
        assert_eq!(first, second, "after {input:?}");
        self.compared.inputs += 1;
    }

    fn phase(&self) -> Option<Phase> {
        let table = self.rooms[0].room.table();
        let tour = table.seen_by(Viewer::Spectator).tour().filter(|_| table.stage() == Stage::Playing)?;
        Some(tour.game().phase())
    }

    fn throws(&self) -> u64 {
        self.rooms[0].room.table().seen_by(Viewer::Spectator).throws()
    }

    /// Lets things happen until dice lie under the cups.
    fn play_to_bidding(&mut self) {
        for _ in 0..200 {
            if matches!(self.phase(), Some(Phase::Bidding { .. })) {
                return;
            }
            if let Some(throw) = self.rooms[0].room.table().seen_by(Viewer::Spectator).coming_throw() {
                for player in 0..PLAYERS {
                    if let Some(link) = open_chain(player).nth(throw as u32) {
                        self.say(player, &ClientMsg::Link { throw, link });
                    }
                }
            }
            self.now = self.now.after(Duration::from_millis(500));
            self.feed(&Input::Wake);
        }
        panic!("nobody ever bids");
    }

    /// The hand of a player at one of the tables.
    fn hand(&self, player: usize, table: usize) -> Hand {
        let seen = self.rooms[0].room.table().seen_by(Viewer::Spectator);
        let tour = seen.tour().unwrap();
        let links = tour.sealed_links().unwrap();
        let given = |seat: Seat| links.seats.iter().find(|(by, _)| *by == seat).map(|(_, link)| *link);
        let (name, number) = (seen.name(), self.throws());
        let throw =
            SealedThrow { table: name, number, server: links.server.unwrap(), links: BySeat::from_fn(given) };
        let seat = Seat::new(player).unwrap();
        throw.hand(seat, tour.game().dice(seat), &closed_chain(player, table).nth(number as u32).unwrap())
    }

    /// Something that may happen while a round is bid on.
    fn anything(&mut self) {
        let line = self.random.random_range(0..=PLAYERS);
        self.now = self.now.after(Duration::from_millis(self.random.random_range(0..900)));
        match self.random.random_range(0..10) {
            0 => self.order(line, WireCommand::Say { text: "Hm.".to_owned() }),
            1 => self.feed(&Input::Disconnect { line }),
            2 => self.connect(line, None),
            3 => {
                let after = Some(self.rooms[0].durable.saturating_sub(3));
                self.connect(line, after);
            }
            4 => {
                let (throw, link) = (self.throws(), Link::new([9; 32]));
                self.say(line, &ClientMsg::Show { throw, link });
            }
            5 => self.feed(&Input::Wake),
            _ => {
                let turn = self.rooms[0].turn().and_then(|guest| self.rooms[0].line_of(guest));
                let seen = self.rooms[0].room.table().seen_by(Viewer::Spectator);
                let legal = seen.tour().unwrap().game().legal_actions();
                if let Some(line) = turn {
                    let nth = self.random.random_range(0..legal.len());
                    let action = legal.pick(nth).filter(|_| nth < 9);
                    let doubt = Some(Action::Dudo).filter(|doubt| legal.contains(*doubt));
                    let action = action.or(doubt).or(legal.pick(0)).unwrap();
                    self.order(line, WireCommand::Act { action });
                }
            }
        }
    }
}

/// Everything that a room holds and could say or write down: the table itself, its log, its record, what is printed.
fn held(shell: &Shell) -> Vec<String> {
    let table = shell.room.table();
    let records = [Viewer::Spectator]
        .into_iter()
        .chain((0..PLAYERS).map(|player| table.viewer(guest(player))))
        .map(|viewer| shell.record(viewer).unwrap_or_default());
    let (state, log) = (serde_json::to_string(table).unwrap(), serde_json::to_string(&shell.log).unwrap());
    [state, log, shell.printed()].into_iter().chain(records).collect()
}

#[test]
fn sealed_tables_whose_hands_differ_are_the_same_to_a_server_until_the_showdown() {
    const GAMES: u64 = 40;
    let (mut rounds, mut inputs) = (0, 0);
    for number in 0..GAMES {
        let mut twins = Twins::begin(number);
        twins.play_to_bidding();
        let hands =
            [0, 1].map(|table| (0..PLAYERS).map(|player| twins.hand(player, table)).collect::<Vec<_>>());
        assert_ne!(hands[0], hands[1], "the hands differ");
        let throw = twins.throws();
        for _ in 0..200 {
            if !matches!(twins.phase(), Some(Phase::Bidding { .. })) || twins.throws() != throw {
                break;
            }
            twins.anything();
        }
        for player in 0..PLAYERS {
            for table in 0..2 {
                let link = closed_chain(player, table).nth(throw as u32).unwrap().to_string();
                let known = twins.rooms.iter().flat_map(held).any(|text| text.contains(&link));
                assert!(!known, "game {number}: a closed link is known before the showdown");
            }
        }
        inputs += twins.compared.inputs;
        let Some(Phase::Showing { .. }) = twins.phase() else { continue };
        rounds += 1;
        // Only now they part: the links of the first belong to the tips.
        for player in 0..PLAYERS {
            twins.connect(player, None);
        }
        let Twins { mut rooms, now, .. } = twins;
        let mut refused = [0, 0];
        for (table, room) in rooms.iter_mut().enumerate() {
            for player in 0..PLAYERS {
                let link = closed_chain(player, table).nth(throw as u32).unwrap();
                let text = serde_json::to_string(&ClientMsg::Show { throw, link }).unwrap();
                let outcome = room.feed(&Input::Text { line: player, text }, now);
                let told = outcome.heard.iter().flat_map(|heard| &heard.frames);
                refused[table] += told.filter(|frame| frame.contains("bad-link")).count();
            }
        }
        assert_eq!(refused, [0, PLAYERS], "game {number}");
        let revealed = |room: &Shell| room.log.iter().any(is_open);
        assert_eq!(rooms.each_ref().map(revealed), [true, false], "game {number}");
    }
    assert!(rounds as u64 > GAMES / 2 && inputs > 1_000, "{rounds} rounds, {inputs} inputs");
}
