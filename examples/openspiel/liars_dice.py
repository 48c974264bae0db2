"""How fast OpenSpiel plays random rounds of liar's dice, for scale beside our own benchmark.

    pip install open_spiel
    python examples/openspiel/liars_dice.py

The rounds are played by OpenSpiel's random rollouts, whose loop runs in C++. Python can reach that loop
only through the search: its first simulation evaluates the root, by as many rollouts as were asked for.
Actions are bids and doubts. The dice are dealt once, before the clock starts. The fastest sample counts:
it is the one that other work on the machine disturbed least.
"""

import random
import statistics
import time

import pyspiel

GAMES = ["liars_dice", "liars_dice(numdice=5)"]
COUNTED_ROUNDS = 10_000
ROLLOUTS = 20_000
SAMPLES = 100


def dealt(game, rng):
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    return state


def actions_of_one_round(game, rng):
    """Rollouts do not tell how many actions they took, so Python plays such rounds itself and counts."""
    state, actions = dealt(game, rng), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        actions += 1
    return actions


def seconds_per_round(game, state, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    one_simulation = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed, False)
    start = time.perf_counter()
    one_simulation.mcts_search(state)
    return (time.perf_counter() - start) / ROLLOUTS


for name in GAMES:
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    actions = statistics.mean(actions_of_one_round(game, rng) for _ in range(COUNTED_ROUNDS))
    state = dealt(game, rng)
    seconds = min(seconds_per_round(game, state, seed) for seed in range(1, SAMPLES + 1))
    rate = actions / seconds / 1e6
    print(f"{name:32} {actions:5.2f} actions a round, {rate:5.2f} million actions a second")
