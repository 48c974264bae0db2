"""What players showed in the earlier rounds of a tour, added up by seat.

At the showdown all dice are seen, and with them what every bid and doubt of the round looked like to the one
who made it. README.md has the numbers one by one.
"""

import torch

from .rules import BIDS, DUDO, NEVER, OFFSETS, constants, pick

(
    BIDS_MADE,
    TRUTH,
    BLUFFS,
    JUMPS,
    BEST_FACES,
    OWN_DICE,
    OPENINGS,
    HEIGHT,
    DOUBTS,
    DOUBTED,
    RAISES,
    RAISED,
    CREDULOUS,
    RASH,
) = range(14)
HABITS = 14

UNLIKELY, LIKELY = 0.3, 0.5
MOST_JUMP = 3
MOST_HEIGHT = 3
MASTERS_DOUBT = 4.0  # how slowly `master` believes habits; networks learn with 1
# How many times a kind of decision must be seen to count half.
HALF = ((BIDS_MADE, 4.0), (OPENINGS, 2.0), (DOUBTS, 2.0), (RAISES, 4.0))
# A sum, the number of decisions it is over, and what is taken for it while nothing is known.
MEANS = (
    (TRUTH, BIDS_MADE, 0.6),
    (BLUFFS, BIDS_MADE, 0.2),
    (JUMPS, BIDS_MADE, 0.15),
    (BEST_FACES, BIDS_MADE, 0.6),
    (OWN_DICE, BIDS_MADE, 0.4),
    (HEIGHT, OPENINGS, 1.0),
    (DOUBTED, DOUBTS, 0.3),
    (RAISED, RAISES, 0.6),
    (CREDULOUS, RAISES, 0.15),
    (RASH, DOUBTS, 0.15),
)


def decision_habits(state, least, action, count, face):
    """What the decision of the player to act adds: [B, HABITS]. `count`, `face`: of its bid, if it is one."""
    known = constants(state.dice.device)
    hand = pick(state.hands, state.turn)
    in_play, own = state.dice_in_play, state.own_dice
    unknown = in_play - own
    wild = (~state.maputo)[:, None] & (known.faces > 0)
    matches = hand + torch.where(wild, hand[:, :1], 0)
    able = least < NEVER
    of_least = known.tail(~wild, unknown[:, None], torch.where(able, least, 0) - matches)
    of_least = torch.where(able, of_least, 0.0)
    plain = ~wild

    def odds(count, face):
        return known.tail(pick(plain, face), unknown, count - pick(matches, face))

    opens = state.count == 0
    bid, doubt = (action < BIDS).float(), (action == DUDO).float()
    opening, raised = bid * opens, bid * ~opens
    truth, standing = odds(count, face), odds(state.count, state.face)
    best = pick(of_least, face) >= of_least.amax(1) - 1e-6
    return torch.stack(
        [
            bid,
            bid * truth,
            bid * (truth < UNLIKELY),
            bid * (action % OFFSETS).clamp(max=MOST_JUMP) / MOST_JUMP,
            bid * best,
            bid * pick(matches, face) / own.clamp(min=1),
            opening,
            opening * (3 * count / in_play.clamp(min=1)).clamp(max=MOST_HEIGHT),
            doubt,
            doubt * standing,
            raised,
            raised * standing,
            raised * (standing < UNLIKELY),
            doubt * (standing > LIKELY),
        ],
        1,
    )


def habit_inputs(habits, doubt=1.0):
    """What a network is told of them: [..., HABITS] as many numbers, 0 while nothing is known. `doubt`: how
    many decisions of a kind it takes to believe half of what they show."""
    often = [habits[..., number] / (habits[..., number] + half * doubt) for number, half in HALF]
    means = [
        (habits[..., total] + usual * doubt) / (habits[..., number] + doubt) - usual
        for total, number, usual in MEANS
    ]
    return torch.stack([*often, *means], -1)
