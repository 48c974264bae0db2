"""Duels against a bot of the program itself, as the networks see them, with all that the simulator lacks.

The tables are those of the Python package (`perudo.VectorEnv`). The learner sits in the first seat.
"""

import perudo
import torch
from torch.nn import functional

from .features import ROUND_INPUTS, features
from .habits import HABITS, decision_habits
from .rules import AXES, BIDS, FACES, HISTORY, OFFSETS, PRESETS, State, pick

DICE = 5
MOST = 2 * DICE  # the highest count of a bid, by which the package numbers actions
HEAD = 17  # numbers of an observation before those by seat: crates/python/README.md
MEMORY = 1 + 3 * HABITS


def even_chances():
    """[own dice, other's dice]: the chance to win the tour if all rounds are even."""
    chances = torch.zeros(DICE + 1, DICE + 1)
    chances[1:, 0] = 1.0
    for own in range(1, DICE + 1):
        for other in range(1, DICE + 1):
            chances[own, other] = (chances[own - 1, other] + chances[own, other - 1]) / 2
    return chances


class ProgramTables:
    """Many duels at once. `inputs` and `legal` are of the learner's next decision, `memory` is what it has
    shown so far (`habits.py`): in earlier rounds of the tour, in the last of them and in this one."""

    def __init__(self, count, bot, device, seed, threads):
        self.env = perudo.VectorEnv(count, 2, "tournament", opponents=[None, bot], seed=seed, threads=threads)
        self.device, self.count = device, count
        self.chances = even_chances().to(device)

        def zeros(*shape):
            return torch.zeros(count, *shape, dtype=torch.long, device=device)

        self.past_counts, self.past_faces = zeros(HISTORY), zeros(HISTORY)
        self.highest, self.bids, self.round = zeros(2, FACES), zeros(), zeros()
        self.in_tour, self.before, self.now = (zeros(HABITS).float() for _ in range(3))
        self.axes = torch.tensor(PRESETS["tournament"], dtype=torch.bool, device=device).expand(count, AXES)
        self.look(torch.ones(count, dtype=torch.bool, device=device))

    def look(self, over):
        """Reads what the learner sees; `over`: another tour has begun."""
        seen = torch.from_numpy(self.env.observations).to(self.device).long()
        by_seat = seen[:, HEAD:].reshape(self.count, 4, 2)
        dice, counts, faces = by_seat[:, 0], by_seat[:, 1], (by_seat[:, 2] - 1).clamp(min=0)
        self.forget(over, over | (seen[:, 16] != self.round))
        self.round = seen[:, 16]
        for seat in (0, 1):
            self.note(seat, counts[:, seat], faces[:, seat])
        self.worth = self.chances[dice[:, 0], dice[:, 1]]
        nobody = torch.zeros_like(self.round)
        self.state = State(
            axes=self.axes,
            dice_each=nobody + DICE,
            dice=dice,
            used=by_seat[:, 3] > 0,
            hands=torch.stack([seen[:, :FACES], torch.zeros_like(seen[:, :FACES])], 1),
            opener=seen[:, 13] - 1,
            turn=nobody,
            lost=nobody > 0,
            maputo_of=nobody - 1,
            maputo=nobody > 0,
            declaring=nobody > 0,
            count=seen[:, 8],
            face=(seen[:, 9] - 1).clamp(min=0),
            plain_count=seen[:, 11],
            plain_face=(seen[:, 12] - 1).clamp(min=0),
            past_counts=self.past_counts,
            past_faces=self.past_faces,
            bids=self.bids,
            highest=self.highest,
            habits=torch.zeros(self.count, 2, HABITS, device=self.device),
            shown=torch.zeros(self.count, 2, HABITS, device=self.device),
        )
        self.least = self.state.least()
        self.legal = self.state.legal(self.least)
        self.inputs = features(self.state, self.least)[:, :ROUND_INPUTS]
        shown = [self.in_tour / 8, self.before / 2, self.now / 2]
        self.memory = torch.cat([(self.round / 9).float()[:, None], *shown], 1)

    def forget(self, over, anew):
        """What belongs to a round that has ended, or to a tour."""
        self.before = torch.where(anew[:, None], self.now, self.before)
        self.in_tour = self.in_tour + torch.where(anew[:, None], self.now, 0)
        self.now = torch.where(anew[:, None], 0, self.now)
        self.before, self.in_tour = (
            torch.where(over[:, None], 0, shown) for shown in (self.before, self.in_tour)
        )
        self.past_counts = torch.where(anew[:, None], 0, self.past_counts)
        self.highest = torch.where(anew[:, None, None], 0, self.highest)
        self.bids = torch.where(anew, 0, self.bids)

    def note(self, seat, counts, faces):
        """A bid that was made since the learner decided last, where there is one."""
        made = counts > 0
        for past, new in ((self.past_counts, counts), (self.past_faces, faces)):
            moved = torch.cat([new[:, None], past[:, :-1]], 1)
            past.copy_(torch.where(made[:, None], moved, past))
        self.bids = self.bids + made
        bid = counts[:, None] * functional.one_hot(faces, FACES)
        self.highest[:, seat] = torch.maximum(self.highest[:, seat], bid)

    def step(self, action):
        """What each decision brings, which sums up to tours won; and where a tour is over."""
        bids = action < BIDS
        face = torch.where(bids, action // OFFSETS, 0)
        count = pick(self.least, face) + action % OFFSETS
        self.now = self.now + decision_habits(self.state, self.least, action, count, face)
        number = torch.where(bids, face * MOST + count - 1, FACES * MOST)
        self.env.step(number.cpu().numpy())
        over = torch.from_numpy(self.env.terminations).to(self.device)
        won = torch.from_numpy(self.env.rewards[:, 0] > 0).to(self.device).float()
        before = self.worth
        self.look(over)
        return torch.where(over, won, self.worth) - before, over, won
