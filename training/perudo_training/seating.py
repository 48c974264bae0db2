"""Which tables are for self-play, for bots and for opponents, and who sits where."""

from dataclasses import dataclass

import torch

from .bots import STEADY, Style

LEARNER, BOT, EXPLORER, OPPONENT, AVERAGE = range(5)  # kinds of players


@dataclass(frozen=True)
class Blocks:
    """Tables in the order of their number: self-play, then those with bots, then those of each opponent."""

    bots: int  # the first table with bots
    opponents: int  # the first table with an opponent
    by_opponent: tuple  # (first, end) of each opponent's tables

    @classmethod
    def of(cls, config):
        tables = config.tables
        if config.mode == "exploit":
            return cls(0, 0, ((0, tables),))
        each = eighths(tables * config.other / config.exploiters)
        opponents = tables - each * config.exploiters
        starts = range(opponents, tables, each) if each else ()
        bots = opponents - eighths(tables * config.bots)
        return cls(bots, opponents, tuple((start, start + each) for start in starts))


def eighths(number):
    """Rounded down to a multiple of 8."""
    return int(number) // 8 * 8


class Seating:
    """The players of every table, drawn anew when a tour begins.

    In a training of an exploiter one seat learns and the others are opponents; else an opponent (an exploiter
    of the policy) has one seat and the policy, or its average, the others.
    """

    def __init__(self, config, blocks, dice):
        self.config, self.blocks = config, blocks
        self.dice = dice  # the simulator's own tensor
        self.exploit = config.mode == "exploit"
        tables, device = len(dice), dice.device
        self.kinds = torch.zeros(dice.shape, dtype=torch.long, device=device)
        self.styles = torch.zeros(*dice.shape, len(Style._fields), device=device)
        self.whims = torch.zeros(dice.shape, device=device)  # how often bots play at random
        self.explore = torch.zeros(tables, device=device)  # how often explorers do
        self.steady = torch.tensor(STEADY, device=device)
        self.reseat(torch.ones(tables, dtype=torch.bool, device=device))

    def reseat(self, over):
        """Draws the players of tables whose tour is over."""
        self.kinds.copy_(torch.where(over[:, None], self.draw_kinds(), self.kinds))
        styles, whims, explore = self.draw_styles()
        self.styles.copy_(torch.where(over[:, None, None], styles, self.styles))
        self.whims.copy_(torch.where(over[:, None], whims, self.whims))
        self.explore.copy_(torch.where(over, explore, self.explore))

    def draw_kinds(self):
        config, device = self.config, self.dice.device
        tables, seats = self.dice.shape
        players = (self.dice > 0).sum(1)
        alone = (torch.rand(tables, device=device) * players).long().clamp(max=seats - 1)
        is_alone = torch.arange(seats, device=device) == alone[:, None]
        draw = torch.rand(tables, seats, device=device)
        draw = draw * torch.where(torch.rand(tables, 1, device=device) < config.crowded, 0.6, 1.0)
        bot = torch.where(torch.rand(tables, 1, device=device) < config.styled, BOT, EXPLORER)
        among_bots = torch.where((draw < 0.6) | (players == 2)[:, None], bot, LEARNER)
        among_bots = torch.where(is_alone, LEARNER, among_bots)
        if self.exploit:
            among_opponents = torch.where(is_alone, LEARNER, OPPONENT)
        else:
            still = torch.rand(tables, 1, device=device) < config.still
            among_opponents = torch.where(is_alone, OPPONENT, torch.where(still, AVERAGE, LEARNER))
        table = torch.arange(tables, device=device)[:, None]
        guest = is_alone & (players == 2)[:, None] & (torch.rand(tables, 1, device=device) < config.guests)
        kinds = torch.where(table >= self.blocks.bots, among_bots, torch.where(guest, AVERAGE, LEARNER))
        return torch.where(table >= self.blocks.opponents, among_opponents, kinds)

    def draw_styles(self):
        """Of every seat, at some tables the same for all; how often bots and explorers play at random."""
        tables, seats = self.dice.shape
        device = self.dice.device
        styles, whims = self.draw_bots(tables * seats)
        styles, whims = styles.reshape(tables, seats, -1), whims.reshape(tables, seats)
        alike = torch.rand(tables, 1, device=device) < self.config.alike
        styles = torch.where(alike[:, :, None], styles[:, :1], styles)
        whims = torch.where(alike, whims[:, :1], whims)
        return styles, whims, torch.rand(tables, device=device) ** 2

    def draw_bots(self, count):
        config = self.config
        draws = torch.rand(count, 14, device=self.dice.device)
        zero = torch.zeros(count, device=self.dice.device)
        # Callers bid high and doubt soon.
        caller = draws[:, 8] < config.callers
        any_lift = torch.where(draws[:, 2] < 0.5, 2.0, 0.3 + 0.65 * draws[:, 9])
        any_doubt = torch.where(draws[:, 3] < 0.5, -1.0, 0.03 + 0.65 * draws[:, 4])
        no_reader = caller | (draws[:, 10] > config.readers)
        style = Style(
            bonus=1.1 * draws[:, 0] - 0.1,
            calza_from=0.35 + 0.4 * draws[:, 1],
            lift=torch.where(caller, 0.45 + 0.3 * draws[:, 2], any_lift),
            doubt_below=torch.where(caller, 0.2 + 0.2 * draws[:, 4], any_doubt),
            share=zero,
            noise=torch.where(draws[:, 12] < 0.25, 0.4 * draws[:, 5], zero + 0.03),
            trust=torch.where(no_reader, 0.0, 0.2 + 0.8 * draws[:, 11]),
        )
        exactly = draws[:, 6] < config.steady
        styles = torch.where(exactly[:, None], self.steady, torch.stack(style, 1))
        believer = draws[:, 6] > 1 - config.believers
        share = torch.where(draws[:, 9] < 0.3, 0.5, 0.3 + 0.4 * draws[:, 7])
        styles[:, Style._fields.index("share")] = torch.where(believer, share, 0.0)
        fickle = (draws[:, 13] < 0.25) & ~exactly
        return styles, torch.where(fickle, 0.3 * draws[:, 7] ** 2 + 0.02, 0.0)
