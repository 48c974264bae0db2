//! What decisions are worth: one estimate for every action, and everything else follows from it.

use std::collections::HashMap;

use perudo_rules::{
    Action, Bid, BySeat, Calza, Event, Game, Hand, Outcome, Phase, PlayerView, RoundKind, Rules, Seat,
    SeatSet, SpectatorView, Standing,
};
use perudo_solver::Tables;

use super::features::Decision;
use super::model::Network;
use super::outcomes::{Imagined, Outcomes, after, mean, play_on};
use super::perfect::{self, Perfect};
use super::reading::{Reading, spread};
use super::scale::FAMILIAR;
use crate::odds::Odds;
use crate::race::race;

/// Hands that are imagined for whoever opens a round that has not been rolled for.
const OPENINGS: usize = 12;
/// Actions that are looked at, the likeliest first; doubt, calza and the action that was taken come on top.
const WORTH_A_LOOK: usize = 5;
/// Bids that the network makes less often than this are not looked at: what it would answer to them it never learnt.
const SELDOM: f64 = 0.03;
/// How often the hidden dice are imagined, if nothing is at stake and if everything is.
const DEALS: (usize, usize) = (10, 40);
/// How often a round is played on when all dice are known.
const REPLAYS: usize = 8;

/// Judges decisions, each by what the one who decides could know.
///
/// The chance after an action is one estimate: the round is played on to its end with imagined dice, and the chance to
/// win the tour from there is the network's, or exact where the solver's tables hold it. In finals that the tables hold the
/// round itself is played on perfectly and nothing is imagined. The same question gets the same answer.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    network: &'a Network,
    /// Look up solved finals.
    tables: bool,
    /// So many times the deals.
    effort: usize,
    /// The chances of all seats between rounds.
    known: HashMap<Between, BySeat<f64>>,
    reading: Option<Reading>,
}

/// A moment between rounds: all that the chances depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Between {
    rules: Rules,
    phase: Phase,
    kind: RoundKind,
    opener: Option<Seat>,
    dice: BySeat<u8>,
    maputo_of: Option<Seat>,
    had_maputo: SeatSet,
}

/// A decision and what may come of it, as the one who decides can know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Who decides.
    pub seat: Seat,
    /// The chance to win the tour before the decision: the mean over the choices, each as often as strong play makes it.
    pub before: f64,
    /// What was looked at, the best first. The first is never a bid that the player's own dice make impossible.
    pub choices: Vec<Choice>,
    /// How much of the chance to win the tour is at stake for the one who decides: the best end of the round less the worst.
    pub stake: f64,
    /// The standing bid, and how likely it is to be true.
    pub standing: Option<(Standing, Truth)>,
    /// Whether the choices are those of perfect play.
    pub perfect: bool,
}

/// One of the actions that are open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// How often strong play does this.
    pub share: f64,
    /// The chance to win the tour after it.
    pub chance: f64,
    /// The chance to lose no die in this round after it; none before the roll.
    pub keeps: Option<f64>,
    /// For a bid: how likely it is to be true.
    pub truth: Option<Truth>,
}

/// How likely a bid is to be true, for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// By the own dice alone.
    pub by_dice: f64,
    /// Knowing also what all have bid in this round.
    pub by_bids: f64,
}

impl Judgement {
    /// The choice that promises most.
    pub fn best(&self) -> Option<&Choice> {
        self.choices.first()
    }

    /// What is known of an action, if it was looked at.
    pub fn choice(&self, action: Action) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.action == action)
    }

    /// How much of the chance to win an action gives away compared with the best one: never less than nothing.
    pub fn cost(&self, action: Action) -> Option<f64> {
        Some((self.best()?.chance - self.choice(action)?.chance).max(0.0))
    }
}

impl<'a> Judge<'a> {
    /// A judge who goes by this network, and by the solver's tables where they reach.
    pub fn new(network: &'a Network) -> Judge<'a> {
        Judge { network, tables: true, effort: 1, known: HashMap::new(), reading: None }
    }

    /// The same without the solver's tables: for comparing the two.
    #[must_use]
    pub fn without_tables(self) -> Judge<'a> {
        Judge { tables: false, known: HashMap::new(), ..self }
    }

    /// The same with a longer look ahead: hidden dice are imagined so many times as often.
    #[must_use]
    pub fn with_effort(self, effort: usize) -> Judge<'a> {
        Judge { effort: effort.max(1), ..self }
    }

    /// The most dice in play with which decisions can be judged: the network has learnt nothing about more.
    pub const MOST_DICE: u8 = FAMILIAR;

    /// The chance of every seat to win the tour, at any moment of it, with all dice known.
    pub fn chances(&mut self, game: &Game, bids: &[Standing]) -> BySeat<f64> {
        let seen = game.seen_by_spectator();
        let (Phase::Bidding { .. }, Some(hands)) = (game.phase(), game.hands()) else {
            return self.between(&seen);
        };
        if game.in_play() > Judge::MOST_DICE {
            return self.between(&seen);
        }
        if let Some(outcomes) = perfect::known(&seen, bids, hands).filter(|_| self.tables) {
            return self.worth(&seen, &outcomes);
        }
        let replays = REPLAYS * self.effort;
        let rounds = (0..replays).map(|number| Imagined::new(seen, bids.to_vec(), *hands, number));
        let outcomes = mean(&play_on(self.network, rounds.collect()));
        self.worth(&seen, &outcomes)
    }

    /// Judges the decision that whoever sees this must take, after these bids of the round; what is `wanted` is looked at in any
    /// case.
    /// Nothing, if it is no decision of the viewer's, or if more dice are in play than can be judged.
    pub fn judge(
        &mut self,
        view: &PlayerView,
        bids: &[Standing],
        wanted: impl IntoIterator<Item = Action>,
    ) -> Option<Judgement> {
        let (me, game) = (view.turn()?, view.seen_by_spectator());
        if game.in_play() > Judge::MOST_DICE {
            return None;
        }
        if matches!(game.phase(), Phase::Declaring { .. }) {
            return Some(self.declaration(&game, me));
        }
        let hand = view.hands().filter(|own| own.seat == me)?.hand;
        let reading = Reading::of(self.reading.take(), self.network, &game, bids);
        let mut question = Question { game, bids, me, hand, reading: &reading, perfect: None };
        question.perfect = if self.tables { Perfect::find(view, bids) } else { None };
        let judgement = self.answer(&question, wanted);
        self.reading = Some(reading);
        Some(judgement)
    }

    fn declaration(&mut self, game: &SpectatorView, me: Seat) -> Judgement {
        let decision = Decision { game, bids: &[], hand: Hand::EMPTY, memory: None };
        let perfect = self.solved(game).is_some();
        let policy = self.words(&decision);
        let choices = policy.into_iter().map(|(action, share)| {
            let chance = self.between(&said(game, me, action))[me];
            Choice { action, share, chance, keeps: None, truth: None }
        });
        let mut choices: Vec<Choice> = choices.collect();
        if perfect {
            // Perfect play says what is better.
            let best = choices.iter().map(|choice| choice.chance).fold(f64::MIN, f64::max);
            let ties = choices.iter().filter(|choice| choice.chance >= best).count().max(1) as f64;
            choices.iter_mut().for_each(|one| one.share = if one.chance >= best { 1.0 / ties } else { 0.0 });
        }
        let stake = spread_of(choices.iter().map(|choice| choice.chance));
        judgement(me, choices, stake, None, perfect, |_| true)
    }

    fn answer(&mut self, question: &Question<'_>, wanted: impl IntoIterator<Item = Action>) -> Judgement {
        let Question { ref game, bids, me, hand, reading, ref perfect } = *question;
        let legal = game.legal_actions();
        let odds = Odds::new(hand, usize::from(game.in_play()), game.kind().jokers());
        let truth = |bid: Bid| Truth {
            by_dice: odds.at_least(bid),
            by_bids: perfect
                .as_ref()
                .map_or_else(|| reading.truth(me, hand, bid).0, |perfect| perfect.truth(bid)),
        };
        let ends = game.with_dice().iter().map(Outcome::Loses).collect::<Vec<_>>();
        let calza =
            (game.rules().calza == Calza::On && legal.contains(Action::Calza)).then_some(Outcome::Gains(me));
        let ends: Vec<f64> =
            ends.into_iter().chain(calza).map(|end| self.between(&after(game, end))[me]).collect();
        let stake = spread_of(ends.into_iter());

        let (policy, actions) = match perfect {
            Some(perfect) => (perfect.policy.clone(), legal.iter().collect()),
            None => {
                let mut policy = self.network.policy(&Decision { game, bids, hand, memory: None }, 1.0);
                policy.sort_by(|a, b| b.1.total_cmp(&a.1));
                let often = policy.iter().take(WORTH_A_LOOK).enumerate();
                let often = often.filter(|(index, (_, share))| *index == 0 || *share >= SELDOM);
                let mut actions: Vec<Action> = often.map(|(_, &(action, _))| action).collect();
                let calls = legal.calls().iter().copied();
                for more in calls.chain(wanted.into_iter().filter(|wanted| legal.contains(*wanted))) {
                    if !actions.contains(&more) {
                        actions.push(more);
                    }
                }
                (policy, actions)
            }
        };
        let (least, most) = DEALS;
        let deals = self.effort * ((100.0 * stake) as usize).clamp(least, most);
        let deals = if perfect.is_none() { reading.deals(me, hand, deals) } else { Vec::new() };
        let ends: Vec<Outcomes> = match perfect {
            Some(perfect) => actions.iter().map(|&action| perfect.after(action)).collect(),
            None => self.look_ahead(question, &actions, &deals),
        };
        let choices = actions.into_iter().zip(ends).map(|(action, outcomes)| {
            let share = policy.iter().find(|(known, _)| *known == action).map_or(0.0, |&(_, share)| share);
            let chance = self.worth(game, &outcomes)[me];
            let truth = bid_of(action).map(truth);
            Choice { action, share, chance, keeps: Some((1.0 - outcomes.loses[me]).clamp(0.0, 1.0)), truth }
        });
        let choices = choices.collect();
        let possible = |choice: &Choice| choice.truth.is_none_or(|truth| truth.by_dice > 0.0);
        let standing = game.standing().map(|standing| (standing, truth(standing.bid)));
        judgement(me, choices, stake, standing, perfect.is_some(), possible)
    }

    /// What actions lead to, by the network. How calls end is computed from what the bids tell, the rest is played on.
    fn look_ahead(
        &self,
        question: &Question<'_>,
        actions: &[Action],
        deals: &[BySeat<Hand>],
    ) -> Vec<Outcomes> {
        let Question { game, bids, me, .. } = *question;
        let mut rounds = Vec::new();
        for bid in actions.iter().filter_map(|&action| bid_of(action)) {
            let mut next = game;
            next.apply(&Event::Bid { seat: me, bid });
            let bids: Vec<Standing> = bids.iter().copied().chain([Standing { bid, bidder: me }]).collect();
            // The same chance for every action that is compared.
            let imagined = deals.iter().enumerate();
            rounds.extend(imagined.map(|(number, &hands)| Imagined::new(next, bids.clone(), hands, number)));
        }
        let played = play_on(self.network, rounds);
        let mut played = played.chunks(deals.len().max(1)).map(mean);
        let ends = actions.iter().map(|&action| match bid_of(action) {
            Some(_) => played.next().unwrap_or_default(),
            None => question.called(action),
        });
        ends.collect()
    }

    /// The chances of all seats when a round ends so.
    fn worth(&mut self, game: &SpectatorView, outcomes: &Outcomes) -> BySeat<f64> {
        let mut worth = BySeat::default();
        for (outcome, weight) in outcomes.iter(game) {
            let chances = self.between(&after(game, outcome));
            game.with_dice().iter().for_each(|seat| worth[seat] += weight * chances[seat]);
        }
        worth
    }

    /// The chance of every seat to win the tour while no dice lie under the cups.
    fn between(&mut self, game: &SpectatorView) -> BySeat<f64> {
        if game.in_play() > Judge::MOST_DICE {
            return by_dice(game);
        }
        let key = Between {
            rules: *game.rules(),
            phase: game.phase(),
            kind: game.kind(),
            opener: game.opener(),
            dice: BySeat::from_fn(|seat| game.dice(seat)),
            maputo_of: game.maputo_of(),
            had_maputo: game.had_maputo(),
        };
        if let Some(&chances) = self.known.get(&key) {
            return chances;
        }
        let chances = self.find_between(game);
        self.known.insert(key, chances);
        chances
    }

    fn find_between(&mut self, game: &SpectatorView) -> BySeat<f64> {
        if let Some(chances) = self.solved(game) {
            return chances;
        }
        let mut mean = BySeat::default();
        let mut add = |share: f64, chances: BySeat<f64>| {
            game.with_dice().iter().for_each(|seat| mean[seat] += share * chances[seat]);
        };
        match game.phase() {
            // Before the draw, and between a call and its count, the dice of each are all there is to go by.
            Phase::Draw { .. } | Phase::Showing { .. } | Phase::Bidding { .. } | Phase::Over { .. } => {
                return by_dice(game);
            }
            Phase::Declaring { turn } => {
                for (word, share) in
                    self.words(&Decision { game, bids: &[], hand: Hand::EMPTY, memory: None })
                {
                    add(share, self.between(&said(game, turn, word)));
                }
            }
            Phase::Rolling => {
                let mut rolled = *game;
                rolled.apply(&Event::Rolled(()));
                let dice = game.opener().map_or(0, |opener| game.dice(opener));
                let hands = spread(dice, OPENINGS, 0);
                let decide =
                    |&(hand, _): &(Hand, f64)| Decision { game: &rolled, bids: &[], hand, memory: None };
                let chances = self.network.chances_at(&hands.iter().map(decide).collect::<Vec<_>>());
                hands.iter().zip(chances).for_each(|(&(_, share), chances)| add(share, chances));
            }
        }
        mean
    }

    /// The network's policy before a roll.
    fn words(&self, decision: &Decision<'_, ()>) -> Vec<(Action, f64)> {
        self.network.policy(decision, 1.0)
    }

    /// The chances that the solver's tables give a round that is about to begin between two players.
    fn solved(&self, game: &SpectatorView) -> Option<BySeat<f64>> {
        let between = matches!(game.phase(), Phase::Rolling | Phase::Declaring { .. });
        if !self.tables || !between || game.with_dice().len() != 2 {
            return None;
        }
        let mut chances = BySeat::default();
        for seat in game.with_dice().iter() {
            chances[seat] = Tables::builtin().win_chance_in(game, seat)?;
        }
        Some(chances)
    }
}

/// A decision after the roll, and what is known there.
struct Question<'a> {
    game: SpectatorView,
    bids: &'a [Standing],
    me: Seat,
    hand: Hand,
    reading: &'a Reading,
    perfect: Option<Perfect>,
}

impl Question<'_> {
    /// How a doubt or a calza ends.
    fn called(&self, call: Action) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let Some(standing) = self.game.standing() else { return outcomes };
        let (holds, exact) = self.reading.truth(self.me, self.hand, standing.bid);
        if call == Action::Calza {
            outcomes.add(Outcome::Gains(self.me), exact);
            outcomes.add(Outcome::Loses(self.me), 1.0 - exact);
        } else {
            outcomes.add(Outcome::Loses(self.me), holds);
            outcomes.add(Outcome::Loses(standing.bidder), 1.0 - holds);
        }
        outcomes
    }
}

fn bid_of(action: Action) -> Option<Bid> {
    match action {
        Action::Bid(bid) => Some(bid),
        _ => None,
    }
}

/// Puts the choices in order. A bid that the own dice make impossible is worth no more than the best of the others: it is
/// never right unless others err, and no advice.
fn judgement(
    seat: Seat,
    mut choices: Vec<Choice>,
    stake: f64,
    standing: Option<(Standing, Truth)>,
    perfect: bool,
    possible: impl Fn(&Choice) -> bool,
) -> Judgement {
    let best = choices.iter().filter(|choice| possible(choice)).map(|choice| choice.chance).reduce(f64::max);
    for choice in choices.iter_mut().filter(|choice| !possible(choice)) {
        choice.chance = choice.chance.min(best.unwrap_or(choice.chance));
    }
    choices.sort_by(|a, b| b.chance.total_cmp(&a.chance).then(possible(b).cmp(&possible(a))));
    let all: f64 = choices.iter().map(|choice| choice.share).sum();
    let mean: f64 = choices.iter().map(|choice| choice.share * choice.chance).sum();
    let before = if all > 0.0 { mean / all } else { choices.first().map_or(0.0, |best| best.chance) };
    Judgement { seat, before, choices, stake, standing, perfect }
}

/// The chances by dice alone.
fn by_dice(game: &SpectatorView) -> BySeat<f64> {
    match game.phase() {
        Phase::Over { winner } => BySeat::from_fn(|seat| f64::from(u8::from(seat == winner))),
        _ => race(game.with_dice(), |seat| game.dice(seat)),
    }
}

fn said(game: &SpectatorView, seat: Seat, word: Action) -> SpectatorView {
    let mut next = *game;
    next.apply(&if word == Action::Maputo { Event::Declared(seat) } else { Event::Passed(seat) });
    next
}

fn spread_of(chances: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = chances.clone().fold(f64::MIN, f64::max);
    let least = chances.fold(f64::MAX, f64::min);
    (most - least).max(0.0)
}

#[cfg(test)]
mod tests;
