#!/usr/bin/env python3
"""A small Perudo bot: it reads one JSON object a line and answers when it must decide.

Try it:  perudo arena steady 'cmd:python3 examples/bots/odds_bot.py' --games 200
The protocol is explained in docs/bots.md.  Only the standard library is used.
"""

import json
import sys
from math import comb


def chance(needed, dice, hit):
    """The chance that at least `needed` of `dice` unknown dice count."""
    if needed <= 0:
        return 1.0
    return sum(comb(dice, k) * hit**k * (1 - hit) ** (dice - k) for k in range(needed, dice + 1))


def truth(bid, turn):
    """How likely a bid is, as far as this hand can tell."""
    count, face = bid.split("x")
    jokers = turn["kind"] != "maputo" and face != "1"
    mine = turn["hand"].count(face) + (turn["hand"].count("1") if jokers else 0)
    unknown = sum(turn["dice"].values()) - len(turn["hand"])
    return chance(int(count) - mine, unknown, 1 / 3 if jokers else 1 / 6)


def decide(turn):
    legal = turn["legal"]
    if "pass" in legal:  # asked whether the coming round shall be maputo
        return "pass"
    bids = [action for action in legal if "x" in action]
    best = max(bids, key=lambda bid: truth(bid, turn), default=None)
    if turn["bid"] is None:
        return best
    doubt = 1 - truth(turn["bid"], turn)
    # A raise only loses if somebody doubts it, so it may be less likely than a doubt.
    return best if best and truth(best, turn) + 0.3 > doubt else "dudo"


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "turn":
            print(json.dumps({"action": decide(message)}), flush=True)
        # "hello", "event" and "end" need no answer; a bot that learns would listen to them.


if __name__ == "__main__":
    main()
