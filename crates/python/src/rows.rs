//! One of many tables, and where its numbers are written.

use perudo_rules::{Action, RefusalError, Seat};

use crate::layout::Layout;
use crate::table::Table;

/// One table and its rows.
pub(crate) struct Row<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) observation: &'a mut [u8],
    pub(crate) mask: &'a mut [i8],
    pub(crate) turn: &'a mut i8,
    pub(crate) reward: &'a mut [f32],
    pub(crate) terminated: &'a mut bool,
    pub(crate) truncated: &'a mut bool,
}

impl Row<'_> {
    /// What whoever must decide sees.
    pub(crate) fn show(&mut self, layout: &Layout) {
        let seat = self.table.game.turn().unwrap_or(Seat::FIRST);
        *self.turn = seat.index() as i8;
        layout.write_observation(self.table, seat, self.observation);
        layout.write_mask(&self.table.legal, self.mask);
    }

    pub(crate) fn step(&mut self, action: Action, layout: &Layout) -> Result<(), RefusalError> {
        if *self.terminated {
            self.reward.fill(0.0);
        }
        self.table.act(action)?;
        *self.terminated = self.table.game.winner().is_some();
        *self.truncated = self.table.is_cut_short();
        if *self.terminated {
            for (reward, seat) in self.reward.iter_mut().zip(self.table.game.seats().iter()) {
                *reward = self.table.reward(seat);
            }
        }
        if self.table.is_over() {
            self.begin();
        }
        self.show(layout);
        Ok(())
    }

    /// A new tour. One that bots end by themselves is followed by another.
    pub(crate) fn begin(&mut self) {
        self.table.begin();
        while self.table.is_over() {
            self.table.begin();
        }
    }
}

/// The rows of some tables.
pub(crate) struct ChunkRows<'a> {
    pub(crate) tables: &'a mut [Table],
    pub(crate) observations: &'a mut [u8],
    pub(crate) masks: &'a mut [i8],
    pub(crate) turns: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminations: &'a mut [bool],
    pub(crate) truncations: &'a mut [bool],
}

impl<'a> ChunkRows<'a> {
    pub(crate) fn rows(self, layout: &Layout, players: usize) -> impl Iterator<Item = Row<'a>> {
        self.tables
            .iter_mut()
            .zip(self.observations.chunks_exact_mut(layout.observation()))
            .zip(self.masks.chunks_exact_mut(layout.actions()))
            .zip(self.turns)
            .zip(self.rewards.chunks_exact_mut(players))
            .zip(self.terminations)
            .zip(self.truncations)
            .map(|((((((table, observation), mask), turn), reward), terminated), truncated)| Row {
                table,
                observation,
                mask,
                turn,
                reward,
                terminated,
                truncated,
            })
    }
}
