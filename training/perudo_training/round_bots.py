"""What bots of some styles do in a round of two players, at every point of it."""

import torch

from .bots import Style, bot_action
from .features import MATCHES
from .native import MAX_SLOTS
from .rules import DUDO, FACES, OFFSETS, PRESETS
from .tree import opening, tables_of

SETS = 1 << FACES  # sets of faces that the opponent may have bid, as bits
CHUNK = 200_000


def slots_of_bots(window, hands, dice, seat, styles):
    """The slot that each bot takes: [bots, standing bids * SETS * hands]. The slot after the last bid is the
    doubt. A bid outside the window becomes the highest of its face inside it, or a doubt."""
    device = styles.device
    counts = [torch.arange(number, device=device) for number in (window.opening + 1, SETS, len(hands))]
    bid, faces, hand = (part.flatten() for part in torch.meshgrid(*counts, indexing="ij"))
    trusting = (styles[:, Style._fields.index("trust")] > 0).tolist()
    slots = torch.empty(len(styles), len(bid), dtype=torch.uint8, device=device)
    for number, (style, trusts) in enumerate(zip(styles, trusting, strict=True)):
        # Only who trusts bids goes by what the opponent has bid.
        asked = torch.arange(len(bid), device=device) if trusts else (faces == 0).nonzero().squeeze(1)
        answers = torch.cat(
            [
                slots_of(window, hands[hand[rows]], dice, seat, bid[rows], faces[rows], style)
                for rows in asked.split(CHUNK)
            ]
        )
        if not trusts:
            answers = answers.view(len(counts[0]), 1, -1).expand(-1, SETS, -1).flatten()
        slots[number] = answers
    return slots


def slots_of(window, hands, dice, seat, bid, faces, style):
    """The slots of one style: [n]"""
    rows, device = len(bid), bid.device
    axes = torch.tensor([PRESETS["tournament"]], dtype=torch.bool, device=device)
    there = bid != window.opening
    count, face = torch.where(there, bid // FACES + 1, 0), torch.where(there, bid % FACES, 0)
    highest = torch.zeros(rows, 2, FACES, dtype=torch.long, device=device)
    highest[:, 1 - seat] = faces[:, None] >> torch.arange(FACES, device=device) & 1
    zero = torch.zeros(rows, dtype=torch.long, device=device)
    history = {name: value.expand(rows, *value.shape[1:]) for name, value in opening(device).items()}
    bidding = history | dict(count=count, face=face, plain_count=zero, plain_face=zero, highest=highest)
    state = tables_of(bidding, zero + seat, dice, axes)
    least = state.least()
    matches = hands + hands[:, :1] * (torch.arange(FACES, device=device) > 0)
    inputs = torch.zeros(rows, MATCHES.stop, device=device)
    inputs[:, MATCHES] = matches / 5
    action = bot_action(state, state.legal(least), least, inputs, style.expand(rows, -1))
    face = (action // OFFSETS).clamp(max=FACES - 1)
    wanted = (least.gather(1, face[:, None])[:, 0] + action % OFFSETS - 1) * FACES + face
    bids, number = window.bids[bid].long(), window.number[bid].long()
    inside = torch.arange(MAX_SLOTS, device=device) < number[:, None]
    inside &= (bids % FACES == face[:, None]) & (bids <= wanted[:, None]) & (action != DUDO)[:, None]
    # Slots are in the order of their bids.
    highest = (inside * torch.arange(1, MAX_SLOTS + 1, device=device)).amax(1) - 1
    doubt = torch.where(there, number, 0)
    return torch.where(highest < 0, doubt, highest).to(torch.uint8)
