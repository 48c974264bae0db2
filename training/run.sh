#!/bin/sh
# The whole training, with the commands of each stage: 71 minutes on one H200 by their sum, then the export.
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
# from here on three at once on the same GPU: two duellists from nothing, and the network for tables. Without CUDA's multi-process
# service they would take turns.
nvidia-cuda-mps-control -d || echo "no multi-process service: the next three stages will learn less" >&2
DUEL="seats=2 players=1,0,0,0,0 presets=.72,.07,.07,.07,.07 tables=32768 steps=8 minibatches=8 width=512 lr=8e-4 lr_end=4e-5 critic_lr=8e-4 critic_lr_end=2e-4 alpha=0.03 alpha_end=0.011 beta=0.12 ema=7e-4 ship=4e-4 bots=0.22 styled=0.75 steady=0.4 believers=0.2 callers=.1 readers=.3 other=0.3 exploiter_lr=3e-4 still=0.5 duels=0.8 exploiter_reset=1e9"
python3 train.py --seconds 520 --seed 11 --teacher "$OUT/f/last.pt" --out "$OUT/g1" --set $DUEL & G1=$!
python3 train.py --seconds 520 --seed 12 --teacher "$OUT/f/last.pt" --out "$OUT/g2" --set $DUEL & G2=$!
python3 train.py --seconds 520 --seed 13 --resume "$OUT/f/last.pt" --out "$OUT/h" --set tables=32768 steps=8 minibatches=8 lr=1.5e-4 lr_end=2e-5 critic_lr=6e-4 critic_lr_end=2e-4 alpha=0.014 alpha_end=0.012 beta=0.12 ema=5e-4 ship=3e-4 bots=0.45 styled=0.85 steady=0.25 believers=0.2 callers=.3 readers=.35 other=0.12 exploiter_lr=3e-4 still=0.5 duels=0.5 exploiter_reset=1e9 players=.3,.12,.2,.1,.28 presets=.6,.12,.12,.1,.06 & H=$!
wait $G1; wait $G2; wait $H
echo quit | nvidia-cuda-mps-control || true
rm "$OUT/h/last.pt.others"
python3 train.py --seconds 290 --seed 14 --resume "$OUT/h/last.pt" --out "$OUT/i" --set tables=32768 steps=8 minibatches=8 lr=3e-4 lr_end=2.5e-5 critic_lr=8e-4 critic_lr_end=2e-4 alpha=0.013 alpha_end=0.011 beta=0.12 ema=7e-4 ship=4e-4 bots=0.6 styled=0.9 steady=0.15 believers=0.15 callers=.5 readers=.35 other=0.06 exploiter_lr=3e-4 still=0.5 duels=0.3 exploiter_reset=1e9 players=.12,.12,.24,.12,.40 presets=.6,.15,.1,.1,.05
rm "$OUT/i/last.pt.others"
python3 train.py --seconds 222 --seed 15 --resume "$OUT/i/last.pt" --hold "$OUT/h/last.pt" --out "$OUT/j" --set tables=32768 steps=8 minibatches=8 even=1 lr=4e-4 lr_end=3e-5 critic_lr=8e-4 critic_lr_end=2e-4 alpha=0.012 alpha_end=0.010 beta=0.12 ema=7e-4 ship=5e-4 bots=0.55 styled=0.9 steady=0.15 believers=0.15 callers=.45 readers=.35 other=0.06 exploiter_lr=3e-4 still=0.5 duels=0.3 exploiter_reset=1e9 players=.06,.14,.25,.12,.43 presets=.6,.15,.1,.1,.05
# a new network that copies what J knows, and with two players what the team does; then it goes on by itself
TABLE="tables=32768 steps=8 minibatches=8 even=1 crowded=.85 decay=.05 critic_lr=8e-4 critic_lr_end=2e-4 beta=0.12 ema=7e-4 bots=0.7 styled=0.94 steady=0.12 believers=0.1 callers=.6 readers=.45 other=0.03 exploiter_lr=3e-4 still=0.5 duels=0.3 exploiter_reset=1e9 players=.04,.1,.22,.13,.51 presets=.62,.17,.09,.08,.04"
TEAM="$OUT/h/last.pt $OUT/g1/last.pt $OUT/g2/last.pt"
python3 train.py --seconds 72 --seed 20 --teacher "$OUT/j/last.pt" --hold $TEAM --copy "$OUT/j/last.pt" --out "$OUT/k0" --set $TABLE lr=1e-3 lr_end=2e-4 alpha=0.012 ship=5e-3
rm "$OUT/k0/last.pt.others"
python3 train.py --seconds 445 --seed 21 --resume "$OUT/k0/last.pt" --hold $TEAM --out "$OUT/k" --set $TABLE lr=6e-4 lr_end=4e-5 alpha=0.012 alpha_end=0.008 ship=5e-4
python3 export.py --net "$OUT/k/last.pt" "$OUT/f/last.pt" --out "$OUT/export"
