//! Rounds between bots of our own, for whoever wants no more than to see how they go.

use perudo_bots::{Bot, Situation};
use perudo_rules::{Command, Event, Game, Phase, PlayedRound, Standing};

use crate::dealer::Dealer;

/// Plays for as long as the tour goes on and `more` says so, and gives the rounds. Every bot is told of each of them.
///
/// # Examples
///
/// ```
/// use perudo_arena::{Dealer, play_rounds};
/// use perudo_bots::{Bot, BotKind};
/// use perudo_rules::{Game, Preset};
///
/// let mut game: Game = Game::new(Preset::Tournament.rules(), 2)?;
/// let mut bots: Vec<Box<dyn Bot>> = vec![BotKind::Steady.create(1), BotKind::Novice.create(1)];
/// let rounds = play_rounds(&mut game, Dealer::new(7), &mut bots, |game| game.in_play() > 8);
/// assert_eq!(rounds.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_rounds(
    game: &mut Game,
    dealer: Dealer,
    bots: &mut [Box<dyn Bot>],
    more: impl Fn(&Game) -> bool,
) -> Vec<PlayedRound> {
    let (mut rounds, mut draws) = (Vec::new(), 0);
    let mut bids: Vec<Standing> = Vec::new();
    while game.winner().is_none() && more(game) {
        let command = match game.phase() {
            Phase::Draw { throwing, .. } => {
                draws += 1;
                Command::Draw(dealer.draw(throwing, draws))
            }
            Phase::Rolling => Command::Roll(dealer.roll(game)),
            Phase::Declaring { turn } | Phase::Bidding { turn } => {
                let Some(bot) = bots.get_mut(turn.index()) else { break };
                let situation = Situation { view: &game.seen_by(turn), bids: &bids };
                Command::Act { seat: turn, action: bot.decide(&situation) }
            }
            Phase::Showing { .. } | Phase::Over { .. } => break,
        };
        // Dice are dealt by the rules, and our bots do what is legal: nothing is refused here.
        let Ok(event) = game.decide(command) else { break };
        if let Event::Revealed(reveal) = event {
            let round = PlayedRound::new(game, &bids, reveal);
            bots.iter_mut().for_each(|bot| bot.remember(&round));
            rounds.push(round);
            bids.clear();
        }
        game.apply(&event);
        if let Event::Bid { seat, bid } = event {
            bids.push(Standing { bid, bidder: seat });
        }
    }
    rounds
}
