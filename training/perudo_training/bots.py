"""Probability bots: opponents of the training, and what networks are measured against."""

from typing import NamedTuple

import torch

from .features import MATCHES
from .rules import BIDS, CALZA, DUDO, FACES, MAPUTO, OFFSETS, PASS, constants, pick


class Style(NamedTuple):
    """How a probability bot plays. Tables have one each, as the columns of a tensor [B, len(Style)]."""

    bonus: float  # a raise is worth this much more than its odds
    calza_from: float  # calza when the chance of exactly the bid is at least this
    lift: float  # up to 1: raises to the highest count with at least these odds; above 1: to the least count
    doubt_below: float  # doubts bids less likely than this; negative: compares doubting with raising
    share: float  # a believer counts on this share of the others' dice; 0: goes by the odds
    noise: float  # of the odds
    trust: float  # dice of a face that a player who has bid it is assumed to hold


STEADY = Style(0.45, 0.5, 2.0, -1.0, 0.0, 0.0, 0.0)  # the Rust bot of that name
STYLES = {
    "steady": STEADY,
    "novice": STEADY._replace(share=0.5),  # the Rust bot of that name
    "doubt below 0.40": STEADY._replace(doubt_below=0.40),
    "doubt below 0.25": STEADY._replace(doubt_below=0.25),
    "bold": STEADY._replace(bonus=0.7, lift=0.6),
    "timid": STEADY._replace(bonus=0.2),
    "high opener": STEADY._replace(lift=0.5, doubt_below=0.3),
    "reads bids": STEADY._replace(bonus=0.15, trust=0.7),
}


def best_raise(legal, odds, lift, noise):
    """The raise of a probability bot and how likely it looks: the likeliest face at its least count, or,
    for `lift` <= 1, at the highest count whose odds are at least `lift`."""
    odds = odds.reshape(-1, FACES, OFFSETS)
    able = legal[:, :BIDS].reshape(-1, FACES, OFFSETS)
    guess = odds[:, :, 0] + noise * torch.randn(len(odds), FACES, device=odds.device)
    guess = torch.where(able[:, :, 0], guess, -1.0)
    face = FACES - 1 - guess.flip(1).argmax(1)  # of equals the highest face
    likely = (pick(odds, face) >= lift[:, None]) & pick(able, face)
    offset = (likely.long() * constants(odds.device).offsets).amax(1)
    return face * OFFSETS + offset, pick(guess, face)


def believer_action(state, legal, least, inputs, share):
    """The Rust bot `novice` (`share` = 0.5): bids on its own dice and assumes that this share of the others'
    dice counts."""
    matches = inputs[:, MATCHES] * 5
    believed = matches + ((state.dice_in_play - state.own_dice) * share)[:, None]
    liking = matches - least + 2 * torch.rand(matches.shape, device=inputs.device)
    face = torch.where(legal[:, :BIDS:OFFSETS], liking, -1e9).argmax(1)
    believes = (state.count <= pick(believed, state.face)) & (pick(least, face) <= pick(believed, face))
    bids = legal[:, :BIDS].any(1) & ((state.count == 0) | believes)
    return torch.where(state.declaring, MAPUTO, torch.where(bids, face * OFFSETS, DUDO))


def odds_with_trust(state, least, matches, trust):
    """Odds by one's own dice and the bids: a player who has bid a face is assumed to hold `trust` dice of it
    (a fraction is rounded at random). The odds of every bid [B, BIDS], of the standing bid, and of exactly
    its count."""
    known = constants(matches.device)
    others = torch.arange(state.dice.shape[1], device=matches.device) != state.turn[:, None]
    bidders = ((state.highest > 0) & others[:, :, None]).sum(1)
    unknown = (state.dice_in_play - state.own_dice)[:, None]
    trusted = (bidders * trust[:, None] + torch.rand(matches.shape, device=matches.device)).long()
    trusted = torch.minimum(trusted, unknown)
    plain = state.maputo[:, None] | (known.faces == 0)
    counts = least[:, :, None] + known.offsets
    able = counts <= state.dice_in_play[:, None, None]
    need = torch.where(able, counts, 0) - (matches + trusted)[:, :, None]
    odds = torch.where(able, known.tail(plain[:, :, None], (unknown - trusted)[:, :, None], need), 0.0)
    need = state.count - pick(matches + trusted, state.face)
    rest, plain = pick(unknown - trusted, state.face), pick(plain, state.face)
    at_least = known.tail(plain, rest, need)
    exactly = torch.where(need < 0, 0.0, at_least - known.tail(plain, rest, need + 1))
    return odds.reshape(-1, BIDS), at_least, exactly


def bot_action(state, legal, least, inputs, styles):
    """What bots of these styles [B, len(Style)] do."""
    style = Style(*styles.unbind(1))
    matches = (inputs[:, MATCHES] * 5).round().long()
    odds, at_least, exactly = odds_with_trust(state, least, matches, style.trust)
    raised, raise_odds = best_raise(legal, odds, style.lift, style.noise[:, None])
    false = 1 - at_least
    by_threshold = at_least < style.doubt_below
    by_comparison = ~(raise_odds + style.bonus > false)
    doubts = torch.where(style.doubt_below >= 0, by_threshold, by_comparison) | (raise_odds < 0)
    action = torch.where(doubts, DUDO, raised)
    calza = legal[:, CALZA] & (exactly >= style.calza_from) & (exactly > false)
    action = torch.where(calza, CALZA, action)
    action = torch.where(state.count == 0, raised, action)
    declaration = torch.where(state.opener == state.turn, MAPUTO, PASS)
    action = torch.where(state.declaring, declaration, action)
    believer = believer_action(state, legal, least, inputs, style.share)
    return torch.where(style.share > 0, believer, action)
