"""Vectors to test an implementation of the network against."""

import torch

from .features import features
from .networks import team_log_shares
from .records import Record, action_text, low_actions
from .rules import ACTIONS, BIDS, OFFSETS
from .simulator import Setup, Simulator

TABLES = 24
CHANCE = 0.12  # of a decision to become a vector


@torch.no_grad()
def test_vectors(nets, count, seed=11):
    """Decisions of random games over all rules: the record so far (the player to act is to decide), features,
    outputs in float32. As data for JSON, and the tensors of the first network."""
    torch.manual_seed(seed)
    players, presets = (0.4, 0.2, 0.2, 0.1, 0.1), (0.3, 0.2, 0.2, 0.2, 0.1)
    simulator = Simulator(TABLES, Setup(6, "cpu", players, presets, dice_other=0.25))
    records = [Record(simulator.state, table) for table in range(TABLES)]
    vectors, tensors = [], []
    first = True
    while len(vectors) < count:
        state = simulator.state
        least = state.least()
        legal = state.legal(least)
        chosen = torch.zeros(TABLES, dtype=torch.bool) if first else torch.rand(TABLES) < CHANCE
        for table, record in enumerate(records):
            expected = record.before_decision(state, least)
            if chosen[table] and len(vectors) < count:
                # Row by row: products of whole matrices may be rounded more.
                vector, row = vector_of(nets, state.rows(table, table + 1), record, expected)
                vectors.append(vector)
                tensors.append(row)
        action = low_actions(legal, 0.2)
        happened = simulator.step(action)
        for table, record in enumerate(records):
            if record.act(int(happened["turn"][table]), int(action[table]), happened) is not None:
                records[table] = Record(simulator.state, table)
        first = False
    return vectors, {name: torch.stack([row[name] for row in tensors]) for name in tensors[0]}


def vector_of(nets, state, record, expected):
    """One table's."""
    least = state.least()
    legal = state.legal(least)
    inputs = features(state, least)
    (logits,), (win,), (lose,), (weak,) = nets[0](inputs)
    two = int(state.players) == 2
    duel, solved = (rounded(net(inputs, heads=False)[0]) if two else None for net in nets[1:])
    shares = team_log_shares(nets, state, inputs, legal).exp()[0]
    actions = [action for action in range(ACTIONS) if legal[0, action]]
    vector = dict(
        record=record.text(),
        turn=expected["turn"],
        legal=expected["legal"],
        policy={spelling(action, least[0]): round(float(shares[action]), 6) for action in actions},
        actions=actions,
        features=rounded(inputs[0], 7),
        logits=rounded(logits),
        win=rounded(win),
        lose=rounded(lose),
        weak=rounded(weak),
        duel=duel,
        solved=solved,
    )
    return vector, dict(features=inputs[0], logits=logits, win=win, lose=lose, legal=legal[0])


def rounded(tensor, digits=6):
    return [round(float(value), digits) for value in tensor]


def spelling(action, least):
    face, offset = divmod(min(action, BIDS - 1), OFFSETS)
    return action_text(action, int(least[face]) + offset, face)
