"""Is the value head honest? Self-play of the network from full dice; the chance it gives the player to act at
each decision against what became of it. Rows: bucket, decisions, mean said, share won.

    python calibrate.py --net CHECKPOINT.pt ... [--tables 600]
"""

import argparse

import torch

from perudo_training.checkpoints import load_team
from perudo_training.device import pick_device
from perudo_training.features import features, slots_from
from perudo_training.networks import ILLEGAL, precision, sample, team_log_shares
from perudo_training.simulator import Setup, Simulator

SEATS = 6
PLAYERS = (0.4, 0.15, 0.2, 0.1, 0.15)
TOURNAMENT = (1.0, 0.0, 0.0, 0.0, 0.0)


@torch.no_grad()
def calibration(nets, tables, device, steps=700, seed=5):
    """Of each decision: the chance to win that the network gave, and 1 if that player won."""
    torch.manual_seed(seed)
    setup = Setup(SEATS, device, PLAYERS, TOURNAMENT, dice_other=0.0, full=1.0, most_dice=5)
    simulator = Simulator(tables, setup)
    done = torch.zeros(tables, dtype=torch.bool, device=device)
    winner = torch.full((tables,), -1, device=device)
    said, seat, table = [], [], []
    for _ in range(steps):
        state = simulator.state
        least = state.least()
        legal = state.legal(least)
        inputs = precision(features(state, least))
        win = nets[0](inputs)[1]
        nobody = slots_from(state.dice, state.turn) >= SEATS
        chances = win.masked_fill(nobody, ILLEGAL).softmax(1)
        playing = (~done).nonzero().squeeze(1)
        said.append(chances[playing, 0])
        seat.append(state.turn[playing].clone())
        table.append(playing)
        happened = simulator.step(sample(team_log_shares(nets, state, inputs, legal), legal))
        over = happened["over"]
        winner = torch.where(over & ~done, happened["next"]["dice"].argmax(1), winner)
        done |= over
        if bool(done.all()):
            break
    said, seat, winner = torch.cat(said), torch.cat(seat), winner[torch.cat(table)]
    ended = winner >= 0
    return said[ended], (winner == seat)[ended].float()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--net", required=True, nargs="+")
    parser.add_argument("--tables", type=int, default=600)
    arguments = parser.parse_args()
    device = pick_device(threads=1)
    said, won = calibration(load_team(arguments.net, device), arguments.tables, device)
    for tenth in range(10):
        last = tenth == 9  # certainty belongs to the last one
        rows = (said >= tenth / 10) & (said < (tenth + 1) / 10 + last)
        if rows.any():
            print(
                f"{tenth * 10:3d}-{tenth * 10 + 10} %: {int(rows.sum()):7d} decisions,"
                f" said {100 * said[rows].mean():5.1f} %, won {100 * won[rows].mean():5.1f} %"
            )
    print(f"Brier {((said - won) ** 2).mean():.4f}, base rate {won.mean():.3f}")


if __name__ == "__main__":
    main()
