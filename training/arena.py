"""The network against probability bots, in the simulator.

    python arena.py --net CHECKPOINT.pt ... [--tours 20000] [--players 2 3 4 6] [--presets tournament ...]

One network against n-1 copies of the other, seats rotated, whole tours from five dice, 95 % intervals.
"""

import argparse

from perudo_training.bots import STYLES, Style
from perudo_training.checkpoints import load_policy, load_team
from perudo_training.device import pick_device
from perudo_training.matches import MOST_PLAYERS, BotPlayer, NetPlayer, tours_won, wilson
from perudo_training.rules import PRESETS


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--net",
        required=True,
        nargs="+",
        help="several, or master.safetensors: a team, whose mean plays with two players",
    )
    parser.add_argument("--which", default="ship", help="of the networks of a checkpoint")
    parser.add_argument("--against", help="another checkpoint instead of the bots")
    parser.add_argument("--tours", type=int, default=20000)
    parser.add_argument(
        "--players",
        type=int,
        nargs="*",
        default=[2, 3, 4, 6],
        choices=range(2, MOST_PLAYERS + 1),
        metavar=f"2..{MOST_PLAYERS}",
    )
    parser.add_argument(
        "--presets", nargs="*", default=["tournament"], choices=list(PRESETS), metavar="|".join(PRESETS)
    )
    parser.add_argument(
        "--bots", nargs="*", default=list(STYLES), choices=list(STYLES), metavar="|".join(STYLES)
    )
    parser.add_argument(
        "--style", help="another probability bot instead, like 0.45,0.5,2,-1,0,0,0 (see bots.Style)"
    )
    parser.add_argument(
        "--temperature", type=float, nargs="*", default=[1.0], help="outside finals that are solved"
    )
    parser.add_argument(
        "--floor", type=float, default=0.0, help="drop actions below this share of the likeliest one"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    numbers = len(Style._fields)
    if arguments.style and arguments.style.count(",") + 1 != numbers:
        parser.error(f"--style wants {numbers} numbers with commas between them, not “{arguments.style}”")
    return arguments


def opponents(arguments, device):
    if arguments.against:
        return {arguments.against: NetPlayer([load_policy(arguments.against, device)])}
    if arguments.style:
        return {arguments.style: BotPlayer([float(number) for number in arguments.style.split(",")])}
    return {name: BotPlayer(STYLES[name]) for name in arguments.bots}


def main():
    arguments = parse_arguments()
    device = pick_device(threads=1)
    nets = load_team(arguments.net, device, arguments.which)
    rivals = opponents(arguments, device)
    for preset in arguments.presets:
        for name, rival in rivals.items():
            for temperature in arguments.temperature:
                one = NetPlayer(nets, temperature, floor=arguments.floor)
                cells = []
                for players in arguments.players:
                    count = arguments.tours // players * players
                    won = tours_won(one, rival, players, count, device, preset, arguments.seed)
                    share, low, high = wilson(*won)
                    cells.append(f"{players}p {100 * share:5.1f} ({100 * low:.1f}-{100 * high:.1f})")
                print(f"{preset:14s} vs {name:18s} T {temperature:4.2f}", " | ".join(cells), flush=True)


if __name__ == "__main__":
    main()
