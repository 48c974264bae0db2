//! Tours out of a table's log: their records and the proofs of their dice.

use perudo_rules::record::{Names, Record, RecordError};
use perudo_rules::{BySeat, Event, Hand, Phase, Reveal, Rules, SeatSet};
use serde::{Deserialize, Serialize};

use crate::fair::{Link, Proof, ProofThrow, ThrowKind, Tip, Version};
use crate::table::Tour;
use crate::text::record_name;
use crate::{
    Entry, Links, PersonId, PlayerEvent, PublicEvent, Stage, Table, TableEvent, ThrownDice, Viewer, Who,
};

/// Reads a log from its beginning and makes files of its tours.
#[derive(Clone, Default)]
pub struct History {
    table: Option<Table>,
    server_tip: Option<Tip>,
    /// The tips of each person: the one that counts for the coming throw, and what follows it.
    tips: Vec<Vec<Tip>>,
    tour: Option<Making>,
    finished: Vec<TourFile>,
}

/// What is kept of a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourFile {
    /// The number in the life of the table.
    pub number: u32,
    /// The record, with the dice of all rounds.
    pub record: String,
    /// The proof of its dice.
    pub proof: Proof,
    /// By seat, who has a name of their own.
    pub owners: Vec<Option<NameOwner>>,
}

/// Somebody in a tour who has a name of their own, and may delete it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameOwner {
    /// The number at the table.
    pub person: PersonId,
    /// The number of the account.
    pub account: i64,
}

impl TourFile {
    /// Takes away the names that their owners have deleted.
    ///
    /// # Errors
    ///
    /// The record is none.
    pub fn without_deleted(&mut self, is_deleted: impl Fn(i64) -> bool) -> Result<(), RecordError> {
        let old = self.proof.names.clone();
        if self.remove_names(is_deleted) {
            let mut record = Record::parse(self.record.as_bytes())?;
            record.rename(|name| {
                let seat = old.iter().position(|known| known == name)?;
                self.proof.names.get(seat).cloned()
            });
            self.record = record.to_string();
        }
        Ok(())
    }

    /// Takes them away where the record is not wanted; says whether there were any.
    pub fn remove_names(&mut self, is_deleted: impl Fn(i64) -> bool) -> bool {
        remove_deleted(&mut self.proof.names, &self.owners, is_deleted)
    }
}

/// Calls those who deleted their names by their numbers at the table; says whether there are any. Anybody may be called
/// `deleted 1`, so that is not to be taken for granted.
fn remove_deleted(
    names: &mut [String],
    owners: &[Option<NameOwner>],
    is_deleted: impl Fn(i64) -> bool,
) -> bool {
    let mut any = false;
    for (seat, owner) in owners.iter().enumerate() {
        let Some(owner) = owner.filter(|owner| seat < names.len() && is_deleted(owner.account)) else {
            continue;
        };
        let number = u32::from(owner.person.0) + 1;
        let all = std::iter::once(format!("deleted_{number}"))
            .chain((2_u32..).map(|more| format!("deleted_{number}-{more}")));
        let mut free = all.filter(|name| !names.contains(name));
        if let Some(name) = free.next() {
            names[seat] = name;
            any = true;
        }
    }
    any
}

/// A tour that is being read.
#[derive(Clone)]
struct Making {
    rules: Rules,
    names: Vec<String>,
    people: Vec<Option<PersonId>>,
    owners: Vec<Option<NameOwner>>,
    log: Vec<Event>,
    /// Where in the log the roll of a sealed round belongs whose dice are not shown yet.
    sealed_at: Option<usize>,
    proof: Proof,
}

impl History {
    /// Takes the next line of the log.
    pub fn add(&mut self, entry: &Entry) {
        let Some(table) = &mut self.table else {
            self.table = Table::open(entry);
            self.server_tip = self.table.as_ref().map(|table| Tip { from: 1, tip: Some(table.server_tip()) });
            return;
        };
        let before = table
            .tour()
            .map(|tour| (tour.game.round(), BySeat::from_fn(|seat| tour.game.dice(seat)), table.throws()));
        table.apply(entry);
        let coming = table.throws() + 1;
        match &entry.event {
            TableEvent::Opened { .. } => {}
            TableEvent::Came { person, tip, from, .. } => {
                self.commit(*person, Tip { from: from.unwrap_or(coming), tip: *tip });
                self.commit_closed(*person);
            }
            TableEvent::Thrown { dice, links } => {
                if let Some((round, counts, throws)) = before {
                    self.threw(dice, links, round, &counts, throws + 1);
                }
            }
            TableEvent::Public(event) => match event {
                PublicEvent::Left { person, from, not_shown, .. } => {
                    self.commit(*person, Tip { from: from.unwrap_or(coming), tip: None });
                    if *not_shown {
                        self.not_shown(*person);
                    }
                }
                PublicEvent::Committed { person: Some(person), tip, from, .. } => {
                    self.commit(*person, Tip { from: from.unwrap_or(coming), tip: Some(*tip) });
                    self.commit_closed(*person);
                }
                PublicEvent::Committed { person: None, tip, .. } => {
                    let tip = Tip { from: coming, tip: Some(*tip) };
                    self.server_tip = Some(tip);
                    if let Some(making) = &mut self.tour {
                        push_tip(&mut making.proof.server, tip);
                    }
                }
                PublicEvent::TourBegan { proof, .. } => self.begin(*proof),
                PublicEvent::Acted { event: PlayerEvent::Called { .. }, .. } => {}
                PublicEvent::Acted { event, links, .. } => {
                    if let PlayerEvent::Revealed(reveal) = event {
                        self.shown(reveal, links.as_ref());
                    }
                    self.log((*event).into());
                }
                PublicEvent::Withdrawn { seat, .. } => {
                    self.void();
                    self.log(Event::Left(*seat));
                }
                _ => {}
            },
        }
        self.finish_tour();
    }

    /// Takes out the tours that are over, so that a long log need not be in memory.
    pub fn take_tours(&mut self) -> Vec<TourFile> {
        std::mem::take(&mut self.finished)
    }

    /// The tours that are over.
    pub fn tours(&self) -> &[TourFile] {
        &self.finished
    }

    /// Those in the tour that is played who have a name of their own.
    pub fn owners(&self) -> &[Option<NameOwner>] {
        self.tour.as_ref().map_or(&[], |making| &making.owners)
    }

    /// Takes away the names in the tour that is played which their owners have deleted.
    pub fn without_deleted(&mut self, is_deleted: impl Fn(i64) -> bool) {
        if let Some(making) = &mut self.tour {
            remove_deleted(&mut making.names, &making.owners, is_deleted);
        }
    }

    /// The tour that is played, as a viewer may know it: a record of the rounds whose dice were
    /// shown, and in comments the viewer's own dice and the bids of the round that is played.
    pub fn unfinished(&self, viewer: Viewer) -> Option<String> {
        let (making, table) = (self.tour.as_ref()?, self.table.as_ref()?);
        let tour = table.playing()?;
        let names = Names::new(making.names.clone()).ok()?;
        let bidding = tour.game.has_cups();
        let last_roll = || making.log.iter().rposition(|event| matches!(event, Event::Rolled(_)));
        let shown = match making.sealed_at.or_else(last_roll) {
            Some(roll) if bidding => &making.log[..roll],
            _ => &making.log[..],
        };
        let mut text = Record::of_game(&making.rules, &names, shown).to_string();
        if bidding {
            text += &format!("# round {} is being played\n", tour.game.round());
            if let Some(seat) = table.seat_of(viewer)
                && let Some(own) = tour.game.own(seat)
            {
                text += &format!("# {} has {}\n", &names[seat], own.hand);
            }
            for standing in &tour.bids {
                text += &format!("# {} {}\n", &names[standing.bidder], standing.bid);
            }
        }
        Some(text)
    }

    fn commit(&mut self, person: PersonId, tip: Tip) {
        let index = usize::from(person.0);
        if self.tips.len() <= index {
            self.tips.resize(index + 1, Vec::new());
        }
        let known = &mut self.tips[index];
        if tip.tip.is_none() && known.is_empty() {
            return;
        }
        push_tip(known, tip);
        let coming = self.table.as_ref().map_or(0, |table| table.throws() + 1);
        let in_force = known.iter().rposition(|tip| tip.from <= coming);
        known.drain(..in_force.unwrap_or(0));
        if let Some(making) = &mut self.tour
            && let Some(seat) = making.people.iter().position(|known| *known == Some(person))
        {
            push_tip(&mut making.proof.seats[seat], tip);
        }
    }

    /// The closed chains that a person has published are known to the table.
    fn commit_closed(&mut self, person: PersonId) {
        let Some(closed) = self.table.as_ref().and_then(|table| table.person(person)?.closed.latest()) else {
            return;
        };
        if let Some(making) = &mut self.tour
            && let Some(seat) = making.people.iter().position(|known| *known == Some(person))
            && let Some(tips) = making.proof.closed.get_mut(seat)
        {
            push_tip(tips, closed.into());
        }
    }

    /// A player was removed, and did not show the dice of the round.
    fn not_shown(&mut self, person: PersonId) {
        if let Some(making) = self.tour.as_mut().filter(|making| making.sealed_at.is_some())
            && let Some(seat) = making.people.iter().position(|known| *known == Some(person))
            && let Some(throw) = making.proof.throws.last_mut()
        {
            throw.unshown.push(seat as u8);
            throw.unshown.sort_unstable();
        }
    }

    /// The dice of a sealed round were shown: its roll can be told now.
    fn shown(&mut self, reveal: &Reveal, links: Option<&Links>) {
        let Some(making) = &mut self.tour else { return };
        let Some(at) = making.sealed_at.take() else { return };
        making.log.insert(at, Event::Rolled(reveal.hands));
        if let (Some(throw), Some(links)) = (making.proof.throws.last_mut(), links) {
            let seats = || SeatSet::first(making.names.len()).iter();
            let link = |seat| links.closed.iter().find(|(by, _)| *by == seat).map(|(_, link)| *link);
            throw.closed = seats().map(link).collect();
            throw.result = seats().map(|seat| reveal.hands[seat].to_string()).collect();
        }
    }

    /// A sealed round is void: nobody ever saw its dice, and nothing in it counts.
    fn void(&mut self) {
        if let Some(making) = &mut self.tour
            && let Some(at) = making.sealed_at.take()
        {
            making.log.truncate(at);
        }
    }

    fn begin(&mut self, version: Version) {
        let Some(tour) = self.table.as_ref().and_then(Table::tour) else { return };
        let Some(table) = self.table.as_ref() else { return };
        let names: Vec<String> = tour.players.iter().map(|player| record_name(&player.name)).collect();
        let people: Vec<Option<PersonId>> = tour
            .players
            .iter()
            .map(|player| match player.who {
                Who::Person(id) => Some(id),
                Who::Bot(_) => None,
            })
            .collect();
        let owner = |person: &Option<PersonId>| {
            let person = (*person)?;
            let account = table.person(person)?.account.as_ref()?.id;
            Some(NameOwner { person, account })
        };
        let coming = table.throws() + 1;
        let tips = |person: &Option<PersonId>| -> Vec<Tip> {
            let known = person.and_then(|id| self.tips.get(usize::from(id.0))).map_or(&[][..], Vec::as_slice);
            let in_force = known.iter().rposition(|tip| tip.from <= coming).unwrap_or(0);
            known[in_force..].iter().skip_while(|tip| tip.tip.is_none()).copied().collect()
        };
        let proof = Proof {
            version,
            table: table.name().to_owned(),
            tour: tour.number,
            names: names.clone(),
            server: self.server_tip.into_iter().collect(),
            seats: people.iter().map(tips).collect(),
            closed: if tour.game.is_sealed() { table.closed_tips(tour) } else { Vec::new() },
            throws: Vec::new(),
            signed: None,
            receipts: Vec::new(),
        };
        self.tour = Some(Making {
            rules: *tour.game.rules(),
            names,
            owners: people.iter().map(owner).collect(),
            people,
            log: Vec::new(),
            sealed_at: None,
            proof,
        });
    }

    fn log(&mut self, event: Event) {
        if let Some(making) = &mut self.tour {
            making.log.push(event);
        }
    }

    fn threw(&mut self, dice: &ThrownDice, links: &Links, round: u32, counts: &BySeat<u8>, number: u64) {
        let Some(making) = &mut self.tour else { return };
        match dice {
            ThrownDice::Drawn(throws) => making.log.push(Event::Drawn(*throws)),
            ThrownDice::Rolled(hands) => making.log.push(Event::Rolled(*hands)),
            ThrownDice::Sealed => making.sealed_at = Some(making.log.len()),
        }
        let Some(server) = links.server else { return };
        let seats = || SeatSet::first(making.names.len()).iter();
        let hand = |seat| match dice {
            ThrownDice::Drawn(throws) => throws[seat].into_iter().collect::<Hand>(),
            ThrownDice::Rolled(hands) => hands[seat],
            ThrownDice::Sealed => Hand::EMPTY,
        };
        let sealed = matches!(dice, ThrownDice::Sealed);
        let given: Vec<Option<Link>> = seats()
            .map(|seat| links.seats.iter().find(|(by, _)| *by == seat).map(|(_, link)| *link))
            .collect();
        let kind = match dice {
            ThrownDice::Drawn(_) => ThrowKind::Draw,
            ThrownDice::Rolled(_) | ThrownDice::Sealed => ThrowKind::Roll,
        };
        let count = |seat| if sealed { counts[seat] } else { hand(seat).len() as u8 };
        let throw = ProofThrow {
            number,
            kind,
            run: links.run,
            round: (kind == ThrowKind::Roll).then_some(round),
            dice: seats().map(count).collect(),
            server,
            withheld: links.withheld.iter().map(|seat| seat.index() as u8).collect(),
            links: given,
            closed: if sealed { vec![None; making.names.len()] } else { Vec::new() },
            unshown: Vec::new(),
            result: seats().map(|seat| hand(seat).to_string()).collect(),
        };
        making.proof.throws.push(throw);
    }

    /// Puts a tour that is over to the finished ones.
    fn finish_tour(&mut self) {
        let over = |tour: &Tour| matches!(tour.game.phase(), Phase::Over { .. });
        let table = self.table.as_ref();
        let is_over =
            table.is_some_and(|table| table.stage() != Stage::Playing && table.tour().is_some_and(over));
        if !is_over {
            return;
        }
        if let Some(mut making) = self.tour.take()
            && let Ok(names) = Names::new(making.names)
        {
            // A tip may be for a throw that the tour did not come to.
            let end = making.proof.throws.last().map_or(0, |throw| throw.number) + 1;
            for tips in &mut making.proof.seats {
                tips.retain(|tip| tip.from <= end);
            }
            let record = Record::of_game(&making.rules, &names, &making.log).to_string();
            let (number, proof, owners) = (making.proof.tour, making.proof, making.owners);
            self.finished.push(TourFile { number, record, proof, owners });
        }
    }
}

/// Of several tips for the same throw only the last counts.
fn push_tip(tips: &mut Vec<Tip>, tip: Tip) {
    tips.retain(|known| known.from < tip.from);
    tips.push(tip);
}
