"""OpenSpiel's CFR+ on a final of Perudo with one die each, beside our own solver.

    pip install perudo[openspiel]
    python examples/openspiel/perudo_round.py

The game is written in Python; made into a tree of OpenSpiel's own, its CFR runs in C++.
"""

import time

import pyspiel

import perudo
import perudo.openspiel

start = time.perf_counter()
tree = perudo.openspiel.tree(pyspiel.load_game("python_perudo_round"))
print(f"the tree took {time.perf_counter() - start:.0f} s")
solver = pyspiel.CFRPlusSolver(tree)
for iteration in range(1, 129):
    solver.evaluate_and_update_policy()
    if iteration & (iteration - 1) == 0 and iteration >= 16:
        policy = solver.average_policy()
        value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]
        nash_conv = pyspiel.nash_conv(tree, policy, True)
        print(f"OpenSpiel, {iteration:3} iterations: value {value:.5f}, NashConv {nash_conv:.5f}")
ours = perudo.RoundSolver((1, 1), "tournament").solve(1e-5)
print(f"our solver: value {ours.value:.5f}, NashConv {2 * ours.exploitability:.5f}")
