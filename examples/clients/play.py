#!/usr/bin/env python3
"""Plays Perudo at a table of a server, by the odds or by asking you.

    play.py http://localhost:8080/t/4qk0v8m2rz --name odds        sit down and play by the odds
    play.py http://localhost:8080/t/4qk0v8m2rz --name anna --bot human
    play.py http://localhost:8080 --name odds --create --bots steady,novice --players 4

With --create it makes a table, prints its link, and begins when all chairs are taken.  The exit
code is 0 when the match is over, 1 when dice were not fair, 2 when something went wrong.

To write a bot of your own, copy this file and change `decide`.
"""

import argparse
import asyncio
import json
import os
import secrets
import sys
from math import comb

from perudo_client import Client, PerudoError, make_table, new_chains, parse_url


def chance(needed, dice, hit):
    """The chance that at least `needed` of `dice` unknown dice count."""
    if needed <= 0:
        return 1.0
    return sum(comb(dice, k) * hit**k * (1 - hit) ** (dice - k) for k in range(needed, dice + 1))


class Player(Client):
    """Tells what happens, begins the match when it is the host and all chairs are taken, ends with it."""

    starts = False
    began = False

    def greeted(self):
        print("back at the table" if self.reconnections else f"at the table {self.table}", flush=True)
        self.see_to_the_match()

    def heard(self, event, now):
        line = story(self, event)
        if line:
            print(line, flush=True)
        if event["what"] == "left" and event["person"] == self.you["person"]:
            self.finish()
        self.see_to_the_match()

    def see_to_the_match(self):
        full = all("name" in chair for chair in self.view["chairs"])
        if self.view["stage"] != "waiting":
            self.began = True
        elif self.began:
            self.finish()
        elif self.starts and self.you["host"] and full:
            self.starts = False
            self.spawn(self.order("start"))

    def noticed(self, text):
        print(f"({text})", file=sys.stderr, flush=True)


class Odds(Player):
    """Bids what is likeliest, and doubts what is unlikely."""

    def truth(self, bid):
        """How likely a bid is, as far as our own hand can tell."""
        count, face = bid.split("x")
        jokers = self.now["kind"] != "maputo" and face != "1"
        mine = self.hand.count(face) + (self.hand.count("1") if jokers else 0)
        unknown = sum(self.now["dice"]) - len(self.hand)
        return chance(int(count) - mine, unknown, 1 / 3 if jokers else 1 / 6)

    async def decide(self):
        if "pass" in self.now["legal"]["calls"]:  # asked whether the coming round shall be maputo
            return "pass"
        best = max(self.legal_bids(), key=self.truth, default=None)
        if "bid" not in self.now:
            return best
        doubt = 1 - self.truth(self.now["bid"])
        # A raise only loses if somebody doubts it, so it may be less likely than a doubt.
        return best if best and self.truth(best) + 0.3 > doubt else "dudo"


class Human(Player):
    """Asks whoever sits at the terminal."""

    async def decide(self):
        calls = self.now["legal"]["calls"]
        bids = self.legal_bids()
        stands = f"{self.name_of(self.now['bidder'])} bid {self.now['bid']}. " if "bid" in self.now else ""
        lowest = f"a bid from {bids[0]} on" if bids else ""
        choices = ", ".join(filter(None, [lowest, *calls]))
        question = f"{stands}Your dice: {self.hand or '-'}; {sum(self.now['dice'])} in play. {choices}: "
        loop = asyncio.get_running_loop()
        while True:
            try:
                answer = (await loop.run_in_executor(None, input, question)).strip().lower()
            except EOFError:
                raise PerudoError("Nobody is at the keyboard.") from None
            if answer in calls or answer in bids:
                return answer
            question = f"That cannot be. Choose {choices}: "


def story(player, event):
    """An event as a line for people; nothing for those that nobody needs to read."""
    what = event["what"]
    name = player.name_of(event["chair"]) if "chair" in event and what not in ("came", "seated") else None
    if what == "came":
        return f"{event['name']} comes in ({event['place']})"
    if what == "tour-began":
        return f"tour {event['tour']}: " + ", ".join(player.name_of(chair) for chair in event["chairs"])
    if what == "drawn":
        throws = enumerate(event["throws"])
        return "draw: " + ", ".join(f"{player.name_of(c)} {face}" for c, face in throws if face is not None)
    if what == "rolled":
        return f"round {player.now['round']} ({player.now['kind']}); your dice: {player.hand or '-'}"
    if what == "bid":
        return f"{name}: {event['bid']}"
    if what == "called":
        return f"{name}: {event['call']}! Everyone shows their dice"
    if what == "declared":
        return f"{name}: maputo"
    if what == "showdown":
        hands = [(chair, hand) for chair, hand in enumerate(event["hands"]) if hand]
        shown = ", ".join(f"{player.name_of(chair)} {hand}" for chair, hand in hands)
        lines = [f"{name}: {event['call']}! {event['bid']} against {event['count']}: {shown}"]
        for role, words in [("loser", "loses a die"), ("gainer", "gets a die"), ("winner", "WINS THE TOUR")]:
            if role in event:
                lines.append(f"{player.name_of(event[role])} {words}")
        return "; ".join(lines)
    if what == "withdrawn":
        won = f"; {player.name_of(event['winner'])} WINS THE TOUR" if "winner" in event else ""
        return f"{name} is out{won}"
    if what in ("said", "away", "back"):
        people = {person["person"]: person["name"] for person in player.view["people"]}
        rest = {"said": f": {event.get('text')}", "away": f" is {event.get('why')}: a bot plays on"}
        return people.get(event["person"], "somebody") + rest.get(what, " is back")
    return None


def arguments():
    parser = argparse.ArgumentParser(description="Plays Perudo at a table of a server.")
    parser.add_argument("url", help="the link of a table; with --create the address of a server")
    parser.add_argument("--name", default="odds", help="your name at the table")
    parser.add_argument("--bot", choices=["odds", "human"], default="odds", help="who decides")
    parser.add_argument("--guest", help="your secret, 32 hexadecimal digits, to come back as the same guest")
    parser.add_argument("--create", action="store_true", help="make a table and print its link")
    parser.add_argument("--players", type=int, default=4, help="chairs of the new table")
    parser.add_argument("--bots", default="", help="the bots at the new table: steady,novice,…")
    parser.add_argument("--rules", help="the rules of the new table, such as 'classic dice=3'")
    parser.add_argument("--tours", type=int, help="tours in a match at the new table")
    parser.add_argument("--speed", help="instant, quick, normal or slow")
    parser.add_argument("--dice", choices=["open", "sealed", "sealed-bots"], help="who sees the dice at the new table")
    parser.add_argument("--receipts", metavar="FILE", help="write the server's receipts, for perudo verify --receipts")
    parser.add_argument("--heads", metavar="FILE", help="where the last heads of servers' logs of tips are kept")
    parser.add_argument("--public", action="store_true", help="list the new table for everyone")
    return parser.parse_args()


def read(file):
    try:
        with open(file, encoding="utf-8") as text:
            return json.load(text)
    except (OSError, ValueError) as error:
        raise PerudoError(f"{file} cannot be read: {error}") from None


def main():
    args = arguments()
    guest = args.guest or secrets.token_hex(16)
    url, chains = args.url, {}
    if args.create:
        server, _ = parse_url(url)
        wishes = {"seats": args.players, "rules": args.rules, "tours": args.tours, "speed": args.speed, "dice": args.dice}
        settings = {key: value for key, value in wishes.items() if value is not None}
        settings["public"] = args.public
        chains = new_chains(settings)
        bots = [bot for bot in args.bots.split(",") if bot]
        url = make_table(server, args.name, guest, settings, bots, chains)
        print(f"The link for friends: {url}", flush=True)
    heads = read(args.heads) if args.heads and os.path.exists(args.heads) else {}
    player = {"odds": Odds, "human": Human}[args.bot](url, args.name, guest=guest, heads=heads, chains=chains)
    player.starts = args.create
    asyncio.run(player.run())
    for file, kept in [(args.heads, player.heads), (args.receipts, player.receipts.kept)]:
        if file:
            with open(file, "w", encoding="utf-8") as text:
                json.dump(kept, text)
    links = f"my link in {player.used}, too late or left out in {player.unused}, lost in {player.lost}"
    receipts = f"{len(player.receipts.kept)} receipts"
    print(f"Dice: {player.checked} throws checked, {links}; {receipts}; {len(player.faults)} faults.")
    return 1 if player.faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except PerudoError as error:
        print(f"play.py: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(2)
