"""Training of the network behind `master`: the simulator, the networks, the learner and the measurements.

The commands beside this package (`train.py`, `exploit.py`, …) only read their arguments and call it.
"""
