#!/usr/bin/env python3
"""Checks proofs of fair dice without any code of this project:  python3 verify_dice.py PROOF.json …

The bytes are explained in docs/fair-dice.md.  Only the standard library is used.
For each proof it prints whether it holds; the exit code is 1 if one does not.
"""

import hashlib
import hmac
import json
import sys


PROOF = {"perudo-proof", "table", "tour", "names", "server", "seats", "throws"}
TIP = {"from", "tip"}
THROW = {"number", "kind", "round", "dice", "server", "links", "withheld", "result"}


def check(holds, fault):
    if not holds:
        raise ValueError(fault)


def known(fields, names, what):
    """What this program does not know could change what the rest means."""
    check(set(fields) <= names, f"unknown fields in {what}: {sorted(set(fields) - names)}")


def once(pairs):
    """An object of JSON without any field twice: readers differ in which of the two they take."""
    check(len({name for name, _ in pairs}) == len(pairs), "a field is there twice")
    return dict(pairs)


def dice(table, number, kind, server, links, counts):
    """What each seat throws. `links` has bytes or None by seat, `counts` how many dice by seat."""
    given = [bytes([seat]) + link for seat, link in enumerate(links) if link is not None]
    head = b"perudo fair dice 1" + len(table).to_bytes(8, "big") + table.encode("ascii")
    head += number.to_bytes(8, "big") + kind.encode("ascii") + bytes([len(given)]) + b"".join(given)
    head += bytes(counts).ljust(20, b"\0")

    def faces():
        for block in range(2**32):
            for byte in hmac.digest(server, head + block.to_bytes(4, "big"), "sha256"):
                if byte < 252:
                    yield str(byte % 6 + 1)

    stream = faces()
    return ["".join(sorted(next(stream) for _ in range(count))) for count in counts]


def link_bytes(text):
    check(len(text) == 64 and set(text) <= set("0123456789abcdef"), "not a link")
    return bytes.fromhex(text)


class Chain:
    """What is public of the chains of one holder: the server, or a seat."""

    def __init__(self, tips, first, last):
        self.coming, self.link = list(tips), None
        least = 1
        for tip in tips:
            known(tip, TIP, "a tip")
            check(least <= tip["from"] <= last + 1, "tips out of order")
            least = max(first, tip["from"] + 1)

    def in_force(self, number):
        while self.coming and self.coming[0]["from"] <= number:
            tip = self.coming.pop(0)
            self.begun, self.throw = tip["from"], tip["from"] - 1  # a tip is the link before the first
            self.link = None if tip["tip"] is None else link_bytes(tip["tip"])
        return self.link is not None

    def take(self, number, link):
        check(self.in_force(number), "a link without a tip")
        check(number - self.begun < 4096, "the chain is too long")
        hashed = link
        for _ in range(number - self.throw):
            hashed = hashlib.sha256(hashed).digest()
        check(hashed == self.link, "a link does not hash to the one before it")
        self.link, self.throw = link, number


def verify(proof):
    """Says how many throws the proof has; raises an exception if it does not hold."""
    table, names, throws = proof["table"], proof["names"], proof["throws"]
    version = proof["perudo-proof"]
    check(type(version) is int and version in (1, 2), "not version 1 or 2")
    known(proof, PROOF, "the proof")
    check(1 <= len(table) <= 64 and all("!" <= c <= "~" for c in table), "not the id of a table")
    check(2 <= len(names) == len(set(names)) == len(proof["seats"]) <= 20, "names and seats")
    check(1 <= len(throws) <= 10_000 and throws[0]["number"] >= 1, "throws")
    first, last = throws[0]["number"], throws[-1]["number"]
    server = Chain(proof["server"], first, last)
    seats = [Chain(tips, first, last) for tips in proof["seats"]]
    if version > 1:  # the server's chains have 256 links, and a new one comes when all are used up
        check(all(t["from"] % 256 == 1 and t["tip"] is not None for t in proof["server"]), "the server's tips")
    rolled = 0
    for number, throw in enumerate(throws, first):
        known(throw, THROW, "a throw")
        kind, counts, result, at = throw["kind"], throw["dice"], throw["result"], f"throw {throw['number']}: "
        check(throw["number"] == number, at + "not the number that comes next")
        check(len(throw["links"]) == len(counts) == len(result) == len(names), at + "not one for each seat")
        if kind == "draw":
            check(rolled == 0 and throw.get("round") is None and max(counts) == 1, at + "not a draw")
        else:
            check(kind == "roll" and throw["round"] in (rolled or 1, rolled + 1), at + "not the next round")
            check(1 <= max(counts) <= 10, at + "too many dice, or none")
            rolled = throw["round"]
        try:
            links = [None if link is None else link_bytes(link) for link in throw["links"]]
            server.take(number, link_bytes(throw["server"]))
            for chain, link in zip(seats, links):
                if link is not None:
                    chain.take(number, link)
        except ValueError as fault:
            raise ValueError(at + str(fault)) from None
        silent = {seat for seat, chain in enumerate(seats) if chain.in_force(number) and links[seat] is None}
        missing = {seat for seat in silent if version > 1 or counts[seat] > 0}
        withheld = set(throw["withheld"])
        check(throw["withheld"] == sorted(withheld), at + "the list of withheld links is not ascending")
        check(missing <= withheld <= silent, at + f"{missing} withheld their links, {withheld} are named")
        derived = dice(table, number, kind, link_bytes(throw["server"]), links, counts)
        check(result == derived, at + f"{result} does not follow from the links: {derived} does")
    return len(throws)


if __name__ == "__main__":
    bad = False
    for file in sys.argv[1:]:
        try:
            with open(file, encoding="utf-8") as text:
                print(f"{file}: ok, throws: {verify(json.load(text, object_pairs_hook=once))}")
        except (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError) as fault:
            bad = True
            print(f"{file}: {type(fault).__name__}: {fault}")
    sys.exit(bad)
