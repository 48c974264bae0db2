"""Draws the learning curve: python plot.py curves/run_a.csv curves/run_b.csv -o curves/curve.svg (needs matplotlib)."""
import argparse
import csv

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

p = argparse.ArgumentParser()
p.add_argument("files", nargs="+")
p.add_argument("-o", default="curve.svg")
a = p.parse_args()
rows, off = [], 0.
for f in a.files:
    rs = list(csv.DictReader(open(f)))
    rows += [dict(r, seconds=float(r["seconds"]) + off) for r in rs]
    off = rows[-1]["seconds"]
fig, ax = plt.subplots(figsize=(8, 4.5))
for name, label in (("1v1", "1 against 1"), ("2v1", "2 against 1"), ("1v2", "1 against 2")):
    line, = ax.plot([r["seconds"] for r in rows], [float(r["ship_" + name]) for r in rows], label=label + " (average)")
    ax.plot([r["seconds"] for r in rows], [float(r["now_" + name]) for r in rows], color=line.get_color(), alpha=.3)
ax.set_yscale("log")
ax.set_xlabel("seconds of training (one H200)")
ax.set_ylabel("exact exploitability")
ax.legend()
ax.grid(alpha=.3)
fig.tight_layout()
fig.savefig(a.o)
