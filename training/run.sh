#!/bin/sh
# The whole training, as it was done: four stages, about 30 minutes on one H200, then the export.
set -e
cd "$(dirname "$0")"
OUT=${1:-runs}
for d in 1,1 2,1 1,2; do python3 solve_small.py --dice $d --iterations 150 --out "targets_$(echo $d | tr -d ,).pt"; done
python3 train.py --seconds 485 --seed 1 --out "$OUT/a" --set lr=8e-4 lr_end=2.5e-4 distil=0
python3 train.py --seconds 462 --seed 2 --resume "$OUT/a/last.pt" --out "$OUT/b" --set lr=4e-4 lr_end=6e-5 alpha=0.03 beta=0.25 ema=1.5e-4
python3 train.py --seconds 375 --seed 3 --resume "$OUT/b/last.pt" --out "$OUT/c" --set lr=2.5e-4 lr_end=5e-5 alpha=0.03 alpha_end=0.012 beta=0.25 ema=1.5e-4 bots=0.35 styled=0.65 players=0.5,0.13,0.15,0.08,0.14
python3 train.py --seconds 420 --seed 4 --resume "$OUT/c/last.pt" --out "$OUT/d" --set lr=2e-4 lr_end=3e-5 alpha=0.016 alpha_end=0.012 beta=0.25 ema=1.5e-4 bots=0.35 styled=0.75 other=0.2 exploiter_reset=1000 players=0.55,0.12,0.14,0.07,0.12
python3 export.py --net "$OUT/d/last.pt" --out "$OUT/export"
