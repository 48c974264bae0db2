#!/bin/sh
# The whole training, as it was done: six stages, about 45 minutes on one H200, then the export.
set -e
cd "$(dirname "$0")"
OUT=${1:-runs}
for d in 1,1 2,1 1,2; do python3 solve_small.py --dice $d --iterations 150 --out "targets_$(echo $d | tr -d ,).pt"; done
python3 train.py --seconds 485 --seed 1 --out "$OUT/a" --set lr=8e-4 lr_end=2.5e-4 distil=0
python3 train.py --seconds 462 --seed 2 --resume "$OUT/a/last.pt" --out "$OUT/b" --set lr=4e-4 lr_end=6e-5 alpha=0.03 beta=0.25 ema=1.5e-4
python3 train.py --seconds 375 --seed 3 --resume "$OUT/b/last.pt" --out "$OUT/c" --set lr=2.5e-4 lr_end=5e-5 alpha=0.03 alpha_end=0.012 beta=0.25 ema=1.5e-4 bots=0.35 styled=0.65 players=0.5,0.13,0.15,0.08,0.14
python3 train.py --seconds 420 --seed 4 --resume "$OUT/c/last.pt" --out "$OUT/d" --set lr=2e-4 lr_end=3e-5 alpha=0.016 alpha_end=0.012 beta=0.25 ema=1.5e-4 bots=0.35 styled=0.75 other=0.2 exploiter_reset=1000 players=0.55,0.12,0.14,0.07,0.12
python3 train.py --seconds 495 --seed 5 --resume "$OUT/d/last.pt" --out "$OUT/e" --set distil=0 lr=2.5e-4 lr_end=8e-5 critic_lr_end=5e-4 alpha=0.025 alpha_end=0.016 beta=0.12 ema=7e-4 ship=1e-4 bots=0.27 styled=0.7 steady=0.25 believers=0.25 other=0.28 exploiters=2 duels=0.8 exploiter_reset=150 players=0.6,0.1,0.13,0.05,0.12
rm "$OUT/e/last.pt.others"      # they had learnt nothing; the next one starts from the policy
python3 train.py --seconds 440 --seed 6 --resume "$OUT/e/last.pt" --out "$OUT/f" --set tables=32768 steps=8 minibatches=8 lr=1.5e-4 lr_end=2e-5 critic_lr=6e-4 critic_lr_end=2e-4 alpha=0.016 alpha_end=0.012 beta=0.12 ema=5e-4 ship=1.2e-4 bots=0.2 styled=0.75 steady=0.35 believers=0.25 other=0.34 exploiter_lr=3e-4 still=0.5 duels=0.8 exploiter_reset=1e9 players=0.6,0.1,0.13,0.05,0.12
python3 export.py --net "$OUT/f/last.pt" --out "$OUT/export"
