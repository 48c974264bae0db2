"""Draws learning curves (needs matplotlib).

python plot.py curves/run_?.csv -o curves/curve.svg                   stages of training, one after the other
python plot.py curves/exploiter_2p_*.csv -o curves/exploiter.svg      exploiters, side by side
"""

import argparse
import csv
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

BAR = 65  # percent of tours that an exploiter may win
FINALS = (("1v1", "1 against 1"), ("2v1", "2 against 1"), ("1v2", "1 against 2"))


def read_curve(path):
    with Path(path).open(newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def column(rows, name, scale=1):
    return [scale * row[name] for row in rows]


def plot_exploiters(axes, curves):
    for path, rows in curves.items():
        seconds = column(rows, "seconds")
        won = column(rows, "tables_sampled", 100)
        (line,) = axes.plot(seconds, won, marker=".", label=Path(path).stem)
        interval = (column(rows, f"tables_sampled_{end}", 100) for end in ("lo", "hi"))
        axes.fill_between(seconds, *interval, color=line.get_color(), alpha=0.2)
    axes.axhline(BAR, color="black", lw=0.8, ls="--")
    axes.set_xlabel("seconds of training of the exploiter (one H200)")
    axes.set_ylabel("tours won, %")


def plot_stages(axes, curves):
    rows, start = [], 0.0
    for stage in curves.values():
        rows += [dict(row, seconds=row["seconds"] + start) for row in stage]
        start = rows[-1]["seconds"]
    seconds = column(rows, "seconds")
    for name, label in FINALS:
        (line,) = axes.plot(seconds, column(rows, "ship_" + name), label=label + " (average)")
        axes.plot(seconds, column(rows, "now_" + name), color=line.get_color(), alpha=0.3)
    axes.set_yscale("log")
    axes.set_xlabel("seconds of training (one H200)")
    axes.set_ylabel("exact exploitability")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("-o", default="curve.svg")
    arguments = parser.parse_args()
    curves = {path: read_curve(path) for path in arguments.files}
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    exploiters = all("tables_sampled" in rows[0] for rows in curves.values())
    plot = plot_exploiters if exploiters else plot_stages
    plot(axes, curves)
    axes.legend()
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(arguments.o)


if __name__ == "__main__":
    main()
