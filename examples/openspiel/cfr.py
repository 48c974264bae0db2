"""OpenSpiel's CFR+ on its own liar's dice, to hold ours against: what it finds, and how fast.

    pip install open_spiel==2.0.2
    python examples/openspiel/cfr.py

Only the iterations count as time, not the measuring between them. All of it runs in C++ on one core.
"""

import time

import pyspiel

game = pyspiel.load_game("liars_dice")
solver = pyspiel.CFRPlusSolver(game)
seconds = 0.0
for iteration in range(1, 257):
    start = time.process_time()
    solver.evaluate_and_update_policy()
    seconds += time.process_time() - start
    if iteration & (iteration - 1) == 0 or iteration == 3:
        policy = solver.average_policy()
        nash_conv = pyspiel.nash_conv(game, policy, True)
        value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
        time_text = f"{iteration:3} iterations {seconds:7.2f} CPU-seconds"
        print(f"{time_text}  NashConv {nash_conv:.16f}  value {value:.16f}")
