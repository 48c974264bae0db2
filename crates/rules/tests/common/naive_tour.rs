//! A match followed naively from the text of the rules: slow, plain, and with no help from the engine
//! but its rule sets and events.

use perudo_rules::{
    Action, Call, Calza, Command, Event, Face, Game, Hand, LeaveAces, Maputo, MaputoFinal, MaputoLimit,
    MaputoThreeSingles, OpenAces, Opening, Outcome, Phase, Reveal, Rules, Seat, SeatSet,
};

use super::naive;

/// What everyone at the table can see. Players are numbers, clockwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    phase: &'static str,
    /// Who throws in the draw.
    throwing: Vec<usize>,
    turn: Option<usize>,
    opener: Option<usize>,
    kind: &'static str,
    round: u32,
    dice: Vec<u8>,
    centre: usize,
    had_maputo: Vec<bool>,
    winner: Option<usize>,
    wins: Vec<u32>,
}

impl Table {
    /// As the engine sees it.
    pub(crate) fn of(game: &Game) -> Table {
        let seats = || game.seats().iter();
        Table {
            phase: game.phase().name().as_str(),
            throwing: match game.phase() {
                Phase::Draw { throwing, .. } => throwing.iter().map(Seat::index).collect(),
                _ => Vec::new(),
            },
            turn: game.turn().map(Seat::index),
            opener: game.opener().map(Seat::index),
            kind: game.kind().as_str(),
            round: game.round(),
            dice: seats().map(|seat| game.dice(seat)).collect(),
            centre: usize::from(game.centre()),
            had_maputo: seats().map(|seat| game.had_maputo().contains(seat)).collect(),
            winner: game.winner().map(Seat::index),
            wins: seats().map(|seat| game.wins(seat)).collect(),
        }
    }
}

/// Someone who follows the match and knows the rules by heart.
pub(crate) struct Referee {
    rules: Rules,
    pub(crate) table: Table,
    left: Vec<bool>,
    draw_began: bool,
    opener: usize,
    opener_has_just_lost: bool,
    maputo_of: Option<usize>,
    passed: Vec<usize>,
    hands: Vec<Hand>,
    bids: Vec<naive::Bid>,
}

impl Referee {
    pub(crate) fn new(rules: Rules, players: usize) -> Referee {
        let table = Table {
            phase: "draw",
            throwing: Vec::new(),
            turn: None,
            opener: None,
            kind: "normal",
            round: 1,
            dice: vec![0; players],
            centre: 0,
            had_maputo: vec![false; players],
            winner: None,
            wins: vec![0; players],
        };
        let mut referee = Referee {
            rules,
            table,
            left: vec![false; players],
            draw_began: false,
            opener: 0,
            opener_has_just_lost: false,
            maputo_of: None,
            passed: Vec::new(),
            hands: vec![Hand::EMPTY; players],
            bids: Vec::new(),
        };
        referee.begin_tour();
        referee
    }

    /// Whether this may happen now.
    pub(crate) fn allows(&self, command: &Command) -> bool {
        let phase = self.table.phase;
        let set_up = phase == "draw" && !self.draw_began;
        let has_dice = |seat: Seat| self.dice_of(seat) > 0;
        let rolled_by = |seat: Seat, hand: Hand| hand.len() == usize::from(self.dice_of(seat));
        match *command {
            Command::SetDice(given) => {
                let wrong = |seat: Seat| match (given[seat], self.left.get(seat.index())) {
                    (None, _) => false,
                    (Some(_), None) => true,
                    (Some(dice), Some(left)) => dice > if *left { 0 } else { self.rules.dice },
                };
                let players = self.seats().filter(|&seat| given[seat].unwrap_or(self.dice_of(seat)) > 0);
                set_up && !SeatSet::ALL.iter().any(wrong) && players.count() >= 2
            }
            Command::SetUsed(seats) => {
                set_up && seats.iter().all(|seat| self.seats().any(|known| known == seat))
            }
            Command::Open { seat, .. } => set_up && has_dice(seat),
            Command::Draw(throws) => {
                let right =
                    |seat: Seat| throws[seat].is_some() == self.table.throwing.contains(&seat.index());
                phase == "draw" && SeatSet::ALL.iter().all(right)
            }
            Command::Roll(hands) => {
                let fits = SeatSet::ALL.iter().all(|seat| rolled_by(seat, hands[seat]));
                ["declaring", "rolling"].contains(&phase) && fits
            }
            Command::Rethrow { seat, hand } => phase == "bidding" && has_dice(seat) && rolled_by(seat, hand),
            // Nobody has to: this referee sees all dice.
            Command::Show(_) => false,
            Command::Leave(seat) => !["draw", "over"].contains(&phase) && has_dice(seat),
            Command::NextTour => phase == "over" && self.left.iter().filter(|&&left| !left).count() >= 2,
            Command::Act { seat, action } => {
                self.table.turn == Some(seat.index()) && self.allows_action(seat, action)
            }
        }
    }

    /// Whether the player whose turn it is may do this.
    fn allows_action(&self, seat: Seat, action: Action) -> bool {
        let bidding = self.table.phase == "bidding";
        let answering = bidding && !self.bids.is_empty();
        match action {
            Action::Bid(bid) => {
                let round = naive::Round {
                    dice_in_play: self.table.dice.iter().sum(),
                    maputo: self.maputo_of.is_some(),
                    aces_may_open: self.rules.open_aces == OpenAces::Yes,
                    leave_at_double: self.rules.leave_aces == LeaveAces::Double,
                };
                bidding && round.next_bids(&self.bids).any(|next| next == (bid.count, bid.face.pips()))
            }
            Action::Dudo => answering,
            // R17.
            Action::Calza => {
                let not_all_dice = self.dice_of(seat) < self.rules.dice;
                answering && self.rules.calza == Calza::On && self.maputo_of.is_none() && not_all_dice
            }
            Action::Maputo | Action::Pass => !bidding,
        }
    }

    /// Takes note of what happened.
    pub(crate) fn follow(&mut self, event: &Event) {
        match event {
            Event::TourBegan => self.begin_tour(),
            Event::DiceSet(dice) => {
                let dice = self.seats().map(|seat| dice[seat]).collect();
                self.wait_for_draw(dice);
            }
            Event::UsedSet(seats) => {
                self.table.had_maputo = self.seats().map(|seat| seats.contains(seat)).collect();
            }
            Event::Opened { seat, opening } => self.begin_round(seat.index(), *opening == Opening::Lost),
            Event::Drawn(throws) => {
                self.draw_began = true;
                let throws: Vec<Option<Face>> = self.seats().map(|seat| throws[seat]).collect();
                let highest = throws.iter().max().unwrap();
                // R3.
                self.table.throwing =
                    (0..throws.len()).filter(|&player| throws[player] == *highest).collect();
                if let [winner] = self.table.throwing[..] {
                    self.begin_round(winner, false);
                }
            }
            Event::Declared(seat) => {
                self.maputo_of = Some(seat.index());
                self.wait_for_roll();
            }
            Event::Passed(seat) => {
                self.passed.push(seat.index());
                self.wait_for_roll();
            }
            Event::Rolled(hands) => {
                self.hands = self.seats().map(|seat| hands[seat]).collect();
                self.bids.clear();
                self.table.phase = "bidding";
                self.table.turn = Some(self.opener);
            }
            Event::Rethrown { seat, dice } => self.hands[seat.index()] = dice[*seat],
            // R4.
            Event::Bid { seat, bid } => {
                self.bids.push((bid.count, bid.face.pips()));
                self.table.turn = Some(self.next_with_dice(seat.index()));
            }
            Event::Called { .. } => self.table.phase = "showing",
            Event::Revealed(reveal) => self.settle(reveal),
            Event::Left(seat) => self.leave(seat.index()),
        }
    }

    fn dice_of(&self, seat: Seat) -> u8 {
        self.table.dice.get(seat.index()).copied().unwrap_or(0)
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.table.dice.len()).filter_map(Seat::new)
    }

    fn players_left(&self) -> usize {
        self.table.dice.iter().filter(|&&dice| dice > 0).count()
    }

    fn clockwise_from(&self, first: usize) -> impl Iterator<Item = usize> + use<> {
        let players = self.table.dice.len();
        (0..players).map(move |step| (first + step) % players)
    }

    fn next_with_dice(&self, player: usize) -> usize {
        self.clockwise_from(player + 1).find(|&next| self.table.dice[next] > 0).unwrap()
    }

    /// R1, R23.
    fn begin_tour(&mut self) {
        self.table.round = 1;
        self.table.winner = None;
        self.table.had_maputo.fill(false);
        let dice = self.left.iter().map(|&left| if left { 0 } else { self.rules.dice }).collect();
        self.wait_for_draw(dice);
    }

    fn wait_for_draw(&mut self, dice: Vec<u8>) {
        let full = self.left.iter().filter(|&&left| !left).count() * usize::from(self.rules.dice);
        let held: usize = dice.iter().map(|&dice| usize::from(dice)).sum();
        self.table.centre = full - held;
        self.table.dice = dice;
        self.table.throwing = self.clockwise_from(0).filter(|&player| self.table.dice[player] > 0).collect();
        self.table.phase = "draw";
        self.draw_began = false;
        self.maputo_of = None;
        self.table.kind = self.kind();
        (self.table.turn, self.table.opener) = (None, None);
    }

    fn begin_round(&mut self, opener: usize, has_just_lost: bool) {
        self.opener = opener;
        self.opener_has_just_lost = has_just_lost;
        self.passed.clear();
        self.table.throwing.clear();
        // R16a.
        let by_itself = self.rules.maputo == Maputo::Auto && has_just_lost && self.is_entitled(opener);
        self.maputo_of = by_itself.then_some(opener);
        self.table.opener = Some(opener);
        self.wait_for_roll();
    }

    /// R16b: those entitled are asked clockwise from the opener, until one declares.
    fn wait_for_roll(&mut self) {
        let declared = self.rules.maputo == Maputo::Declared && self.maputo_of.is_none();
        let mut asked = self.clockwise_from(self.opener);
        self.table.turn =
            asked.find(|player| declared && self.is_entitled(*player) && !self.passed.contains(player));
        self.table.phase = if self.table.turn.is_some() { "declaring" } else { "rolling" };
        self.table.kind = self.kind();
    }

    /// R16a, R16b, R19.
    fn is_entitled(&self, player: usize) -> bool {
        let players = self.players_left();
        let singles = self.table.dice.iter().filter(|&&dice| dice == 1).count();
        let final_bars = players == 2 && self.rules.maputo_final == MaputoFinal::No;
        let singles_bar =
            players == 3 && singles == 3 && self.rules.maputo_three_singles == MaputoThreeSingles::No;
        let used = self.rules.maputo_limit == MaputoLimit::Once && self.table.had_maputo[player];
        self.table.dice[player] == 1 && !final_bars && !singles_bar && !used
    }

    fn kind(&self) -> &'static str {
        match (self.maputo_of, self.players_left()) {
            (Some(_), _) => "maputo",
            (None, 2) => "final",
            (None, _) => "normal",
        }
    }

    /// R12, R13, R14, R17.
    fn settle(&mut self, reveal: &Reveal) {
        let bid = reveal.bid;
        let faces = self.hands.iter().flat_map(|hand| hand.faces());
        let jokers = self.maputo_of.is_none();
        let count = faces.filter(|&face| face == bid.face || jokers && face == Face::Ace).count();
        let asked = usize::from(bid.count);
        let outcome = match reveal.call {
            Call::Dudo if count < asked => Outcome::Loses(reveal.bidder),
            Call::Calza if count == asked => Outcome::Gains(reveal.caller),
            Call::Dudo | Call::Calza => Outcome::Loses(reveal.caller),
        };
        assert_eq!((usize::from(reveal.count), reveal.outcome), (count, outcome));

        if let Some(owner) = self.maputo_of {
            self.table.had_maputo[owner] = true;
        }
        let (Outcome::Loses(seat) | Outcome::Gains(seat)) = outcome;
        let player = seat.index();
        if let Outcome::Gains(_) = outcome {
            self.table.dice[player] += 1;
            self.table.centre -= 1;
        } else {
            self.table.dice[player] -= 1;
            self.table.centre += 1;
        }
        if self.is_won() {
            return;
        }
        self.table.round += 1;
        if self.table.dice[player] == 0 {
            self.begin_round(self.next_with_dice(player), false);
        } else {
            self.begin_round(player, matches!(outcome, Outcome::Loses(_)));
        }
    }

    /// R21.
    fn leave(&mut self, player: usize) {
        self.left[player] = true;
        self.table.centre += usize::from(self.table.dice[player]);
        self.table.dice[player] = 0;
        if self.is_won() {
            return;
        }
        if player == self.opener {
            self.begin_round(self.next_with_dice(player), false);
        } else {
            self.begin_round(self.opener, self.opener_has_just_lost);
        }
    }

    /// R18.
    fn is_won(&mut self) -> bool {
        if self.players_left() > 1 {
            return false;
        }
        let winner = self.next_with_dice(0);
        self.table.wins[winner] += 1;
        self.table.winner = Some(winner);
        self.table.phase = "over";
        (self.table.turn, self.table.opener) = (None, None);
        true
    }
}
