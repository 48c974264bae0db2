"""Who does best in one and the same seat: networks and bots against tables of one style each.

    python seats.py --net master.safetensors [--other OLD.safetensors] [--styles 24] [--tours 400]

The styles are those of `bots.STYLES` and random ones of the training. Percent won by one seat; how far the
team is behind the best other in that very seat, in the worst case and on average.
"""

import argparse

import torch

from perudo_training.bots import STYLES
from perudo_training.checkpoints import load_team
from perudo_training.config import Config
from perudo_training.device import pick_device
from perudo_training.habits import MASTERS_DOUBT
from perudo_training.matches import BotPlayer, NetPlayer, scores
from perudo_training.seating import Blocks, Seating

ONES = ("steady", "novice", "reads bids", "high opener")
SETTINGS = dict(callers=0.35, readers=0.4, believers=0.15)


def random_styles(count, seed, device):
    torch.manual_seed(seed)
    config = Config(mode="exploit", tables=8, **SETTINGS)
    seating = Seating(config, Blocks.of(config), torch.ones(8, 2, dtype=torch.long, device=device))
    return seating.draw_bots(count)[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--net", required=True, nargs="+")
    parser.add_argument("--other", nargs="*", default=[], help="weights to compare with")
    parser.add_argument("--styles", type=int, default=24, help="random ones besides those with a name")
    parser.add_argument("--tours", type=int, default=400, help="for each style")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 6])
    parser.add_argument("--temperature", type=float, default=0.75, help="with more than two players")
    parser.add_argument("--doubt", type=float, default=MASTERS_DOUBT, help="how slowly habits are believed")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    device = pick_device(threads=1)
    named = torch.tensor(list(STYLES.values()), device=device)
    styles = torch.cat([named, random_styles(arguments.styles, arguments.seed, device)])
    names = [*STYLES, *(f"random {number}" for number in range(arguments.styles))]
    rivals = {name: BotPlayer(STYLES[name]) for name in ONES}
    for players in arguments.players:
        tours = -(-arguments.tours // players) * players
        rest = BotPlayer(styles.repeat_interleave(tours, 0))
        temperature = 1.0 if players == 2 else arguments.temperature
        teams = {"team": arguments.net, **{path: [path] for path in arguments.other}}
        ones = {
            name: NetPlayer(load_team(paths, device), temperature, doubt=arguments.doubt)
            for name, paths in teams.items()
        }
        won = {}
        for name, one in (ones | rivals).items():
            score, _ = scores(one, rest, players, len(styles) * tours, device, seed=arguments.seed)
            won[name] = 100 * score.reshape(len(styles), tours).mean(1).cpu()
        best = torch.stack([won[name] for name in rivals]).amax(0)
        behind = best - won["team"]
        head = ", ".join(f"{name} {float(share.mean()):.1f}" for name, share in won.items())
        worst = int(behind.argmax())
        print(
            f"{players} players, mean over styles: {head}; behind the best other bot in the seat by"
            f" {float(behind.mean()):+.1f} on average, {float(behind[worst]):+.1f} at most ({names[worst]})",
            flush=True,
        )
        rows = zip(names, *(won[name].tolist() for name in won), strict=True)
        for name, *shares in rows:
            print(f"  {name:18s}", " ".join(f"{share:5.1f}" for share in shares))


if __name__ == "__main__":
    main()
