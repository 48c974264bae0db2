#!/bin/sh
# The whole training, as it was done: two stages, about 16 minutes on one H200, then the export.
set -e
cd "$(dirname "$0")"
OUT=${1:-runs}
for d in 1,1 2,1 1,2; do python3 solve_small.py --dice $d --iterations 150 --out "targets_$(echo $d | tr -d ,).pt"; done
python3 train.py --seconds 485 --seed 1 --out "$OUT/a" --set lr=8e-4 lr_end=2.5e-4 distil=0
python3 train.py --seconds 462 --seed 2 --resume "$OUT/a/last.pt" --out "$OUT/b" --set lr=4e-4 lr_end=6e-5 alpha=0.03 beta=0.25 ema=1.5e-4
python3 export.py --net "$OUT/b/last.pt" --out "$OUT/export"
