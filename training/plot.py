"""Draws learning curves (needs matplotlib).

    python plot.py curves/run_?.csv -o curves/curve.svg                   stages of training, one after the other
    python plot.py curves/exploiter_2p_*.csv -o curves/exploiter.svg      exploiters, side by side
"""
import argparse
import csv
import os

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

p = argparse.ArgumentParser()
p.add_argument("files", nargs="+")
p.add_argument("-o", default="curve.svg")
a = p.parse_args()
curves = {f: [{k: float(v) for k, v in r.items()} for r in csv.DictReader(open(f))] for f in a.files}
column = lambda rows, name: [r[name] for r in rows]
fig, ax = plt.subplots(figsize=(8, 4.5))
if all("tables_sampled" in rows[0] for rows in curves.values()):
    for f, rows in curves.items():
        line, = ax.plot(column(rows, "seconds"), [100 * v for v in column(rows, "tables_sampled")], marker=".",
                        label=os.path.splitext(os.path.basename(f))[0])
        ax.fill_between(column(rows, "seconds"), *[[100 * v for v in column(rows, f"tables_sampled_{e}")] for e in ("lo", "hi")],
                        color=line.get_color(), alpha=.2)
    ax.axhline(65, color="black", lw=.8, ls="--")
    ax.set_xlabel("seconds of training of the exploiter (one H200)")
    ax.set_ylabel("tours won, %")
else:
    rows, off = [], 0.
    for stage in curves.values():
        rows += [dict(r, seconds=r["seconds"] + off) for r in stage]
        off = rows[-1]["seconds"]
    for name, label in (("1v1", "1 against 1"), ("2v1", "2 against 1"), ("1v2", "1 against 2")):
        line, = ax.plot(column(rows, "seconds"), column(rows, "ship_" + name), label=label + " (average)")
        ax.plot(column(rows, "seconds"), column(rows, "now_" + name), color=line.get_color(), alpha=.3)
    ax.set_yscale("log")
    ax.set_xlabel("seconds of training (one H200)")
    ax.set_ylabel("exact exploitability")
ax.legend()
ax.grid(alpha=.3)
fig.tight_layout()
fig.savefig(a.o)
