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
        self.styles = torch.zeros(tables, len(Style._fields), device=device)
        self.explore = torch.zeros(tables, device=device)  # how often explorers play at random
        self.steady = torch.tensor(STEADY, device=device)
        self.reseat(torch.ones(tables, dtype=torch.bool, device=device))

    def reseat(self, over):
        """Draws the players of tables whose tour is over."""
        self.kinds.copy_(torch.where(over[:, None], self.draw_kinds(), self.kinds))
        styles, explore = self.draw_styles()
        self.styles.copy_(torch.where(over[:, None], styles, self.styles))
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
        kinds = torch.where(table >= self.blocks.bots, among_bots, LEARNER)
        return torch.where(table >= self.blocks.opponents, among_opponents, kinds)

    def draw_styles(self):
        config = self.config
        draws = torch.rand(len(self.dice), 12, device=self.dice.device)
        zero = torch.zeros_like(self.explore)
        # Callers bid high and doubt soon.
        caller = draws[:, 8] < config.callers
        any_lift = torch.where(draws[:, 2] < 0.5, 2.0, 0.3 + 0.65 * draws[:, 9])
        any_doubt = torch.where(draws[:, 3] < 0.5, -1.0, 0.15 + 0.5 * draws[:, 4])
        no_reader = caller | (draws[:, 10] > config.readers)
        style = Style(
            bonus=0.1 + 0.7 * draws[:, 0],
            calza_from=0.35 + 0.4 * draws[:, 1],
            lift=torch.where(caller, 0.45 + 0.3 * draws[:, 2], any_lift),
            doubt_below=torch.where(caller, 0.2 + 0.2 * draws[:, 4], any_doubt),
            share=zero,
            noise=zero + 0.04,
            trust=torch.where(no_reader, 0.0, 0.2 + 0.8 * draws[:, 11]),
        )
        styles = torch.where(draws[:, 6:7] < config.steady, self.steady, torch.stack(style, 1))
        believer = draws[:, 6] > 1 - config.believers
        styles[:, Style._fields.index("share")] = torch.where(believer, 0.3 + 0.4 * draws[:, 7], 0.0)
        return styles, draws[:, 5] ** 2
