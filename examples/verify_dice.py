#!/usr/bin/env python3
"""Checks proofs of fair dice without any other code of this project:  python3 verify_dice.py PROOF.json …

The bytes are explained in docs/fair-dice.md.  Only the standard library is used.
For each proof it prints whether it holds; the exit code is 1 if one does not.  With  --receipts FILE  the receipts
of a file are held against the proofs: it shows whether the server left out a link that it had signed for.
"""

import hashlib
import hmac
import json
import sys

import ed25519


PROOF = {"perudo-proof", "table", "tour", "names", "server", "seats", "closed", "throws", "signed", "receipts"}
TIP = {"from", "tip"}
THROW = {"number", "kind", "round", "run", "dice", "server", "links", "withheld", "closed", "unshown", "result"}
SIGNED = {"keys", "signature"}
RECEIPT = {"statement", "key", "size", "index", "path", "signature"}
STATEMENT = {"table", "tip", "from", "given"}
GIVEN = {"tour", "throw", "run", "link"}


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
    head = b"perudo fair dice 1" + throw_bytes(table, number) + kind.encode("ascii") + given_bytes(links)
    stream = faces(server, head + bytes(counts).ljust(20, b"\0"))
    return ["".join(sorted(next(stream) for _ in range(count))) for count in counts]


def sealed_hand(table, number, seat, closed, server, links, count):
    """What a seat throws at a sealed table, from its closed link."""
    head = b"perudo sealed dice 1" + throw_bytes(table, number) + bytes([seat]) + server + given_bytes(links)
    stream = faces(closed, head + bytes([count]))
    return "".join(sorted(next(stream) for _ in range(count)))


def throw_bytes(table, number):
    return len(table).to_bytes(8, "big") + table.encode("ascii") + number.to_bytes(8, "big")


def given_bytes(links):
    given = [bytes([seat]) + link for seat, link in enumerate(links) if link is not None]
    return bytes([len(given)]) + b"".join(given)


def faces(key, head):
    for block in range(2**32):
        for byte in hmac.digest(key, head + block.to_bytes(4, "big"), "sha256"):
            if byte < 252:
                yield str(byte % 6 + 1)


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

    def reaches(self, number):
        check(self.in_force(number), "no tip for a link")
        check(number - self.begun < 4096, "the chain is too long")

    def take(self, number, link):
        self.reaches(number)
        hashed = link
        for _ in range(number - self.throw):
            hashed = hashlib.sha256(hashed).digest()
        check(hashed == self.link, "a link does not hash to the one before it")
        self.link, self.throw = link, number


def text_bytes(text):
    return len(text.encode()).to_bytes(8, "big") + text.encode()


def list_bytes(items):
    return len(items).to_bytes(8, "big") + b"".join(items)


def optional(link):
    return b"\0" if link is None else b"\1" + link_bytes(link)


def number_bytes(number, length):
    check(type(number) is int, "not a number")
    return number.to_bytes(length, "big")


def leaf(entry):
    return hashlib.sha256(b"\0" + entry).digest()


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def root(leaves):
    """The root of a hash tree as in RFC 6962."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return node(root(leaves[:half]), root(leaves[half:]))


def root_by(hashed, index, size, path):
    """The root of the tree of so many leaves in which this leaf has this index, by a path as in RFC 6962."""
    check(0 <= index < size < 2**64 and len(path) <= 64, "a path that leads nowhere")
    last = size - 1
    for other in map(link_bytes, path):
        check(last > 0, "a path that is too long")
        if index & 1 or index == last:
            hashed = node(other, hashed)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            hashed = node(hashed, other)
        index, last = index >> 1, last >> 1
    check(last == 0, "a path that is too short")
    return hashed


def check_signature(domain, key, size, tree, signature, what):
    message = domain + number_bytes(size, 8) + tree
    check(len(signature) == 128 and set(signature) <= set("0123456789abcdef"), "not a signature")
    signed = ed25519.verifies(link_bytes(key), message, bytes.fromhex(signature))
    check(signed, what + " is not signed by its key")


def check_signed(proof):
    """That the server has signed the whole proof. Gives its keys."""
    known(proof["signed"], SIGNED, "the signature")
    keys, place = proof["signed"]["keys"], text_bytes(proof["table"]) + number_bytes(proof["tour"], 4)
    tips = [list_bytes([number_bytes(t["from"], 8) + optional(t["tip"]) for t in all_tips])
            for all_tips in [proof["server"], *proof["seats"], *proof.get("closed", [])]]
    tour = b"perudo tour 1" + place + list_bytes([text_bytes(name) for name in proof["names"]])
    leaves = [leaf(tour + list_bytes([link_bytes(key) for key in keys]) + b"".join(tips))]
    for throw in proof["throws"]:
        entry = b"perudo throw 1" + place + number_bytes(throw["number"], 8) + throw["kind"].encode()
        entry += number_bytes(throw.get("round") or 0, 4) + number_bytes(throw.get("run") or 0, 8)
        entry += link_bytes(throw["server"]) + list_bytes([optional(link) for link in throw["links"]])
        entry += list_bytes([optional(link) for link in throw.get("closed", [])])
        for seats in (throw["withheld"], throw.get("unshown", []), throw["dice"]):
            entry += list_bytes([bytes([number]) for number in seats])
        leaves.append(leaf(entry))
    signature = proof["signed"]["signature"]
    check_signature(b"perudo proof 1", keys[0], len(leaves), root(leaves), signature, "the proof")
    return keys


def statement_bytes(statement):
    """What is signed for a tip, or for a link of its chain."""
    known(statement, STATEMENT, "a statement")
    given = statement.get("given")
    entry = b"perudo tip receipt 1" if given is None else b"perudo link receipt 1"
    entry += text_bytes(statement["table"]) + link_bytes(statement["tip"]) + number_bytes(statement["from"], 8)
    if given is not None:
        known(given, GIVEN, "a given link")
        entry += number_bytes(given["tour"], 4) + number_bytes(given["throw"], 8)
        entry += number_bytes(given["run"], 8) + link_bytes(given["link"])
    return entry


def check_receipt(receipt):
    """That a receipt is signed by its key."""
    known(receipt, RECEIPT, "a receipt")
    size, entry = receipt.get("size", 1), statement_bytes(receipt["statement"])
    tree = root_by(leaf(entry), receipt.get("index", 0), size, receipt.get("path", []))
    check_signature(b"perudo receipts 1", receipt["key"], size, tree, receipt["signature"], "a receipt")


def is_out(proof, tip, throw):
    """Whether the holder of a tip has left the tour before a roll, and so has no part in it."""
    for seat, tips in enumerate(proof["seats"]):
        if [known["tip"] for known in tips if known["from"] <= throw["number"]][-1:] == [tip]:
            return throw["kind"] == "roll" and throw["dice"][seat] == 0
    return False


def left_out(proof, more=()):
    """The throws from which the server left out links that it had signed for, as the receipts show."""
    receipts = [*proof.get("receipts", []), *more]
    check(len(receipts) <= 20_000, "too many receipts")
    keys = check_signed(proof) if proof.get("signed") is not None else []
    throws, found = {throw["number"]: throw for throw in proof["throws"]}, []
    for receipt in receipts:
        check_receipt(receipt)
        statement, given = receipt["statement"], receipt["statement"].get("given")
        if given is None or receipt["key"] not in keys:
            continue
        throw = throws.get(given["throw"])
        if (statement["table"], given["tour"]) != (proof["table"], proof["tour"]) or throw is None:
            continue
        left = is_out(proof, statement["tip"], throw)
        if given["link"] not in throw["links"] and throw.get("run") == given["run"] and not left:
            found.append(given["throw"])
    return found


def check_sealed(table, throw, chains, links):
    """The dice of a sealed roll: everyone with dice has shown a link of their closed chain, or nobody has."""
    number, counts, unshown = throw["number"], throw["dice"], throw.get("unshown", [])
    closed = [None if link is None else link_bytes(link) for link in throw["closed"]]
    shown = any(link is not None for link in closed)
    check(unshown == sorted(set(unshown)) and not (shown and unshown), "the list of those who did not show")
    check(all(0 <= seat < len(counts) and counts[seat] > 0 for seat in unshown), "not showing no dice")
    derived = [""] * len(counts)
    for seat, (chain, link, count) in enumerate(zip(chains, closed, counts)):
        check(count > 0 or link is None, "a closed link without dice")
        if count > 0 and link is None:
            check(not shown, "a closed link is missing")
            chain.reaches(number)
        elif count > 0:
            chain.take(number, link)
            server = link_bytes(throw["server"])
            derived[seat] = sealed_hand(table, number, seat, link, server, links, count)
    return derived


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
    closed = [Chain(tips, first, last) for tips in proof.get("closed", [])]
    check(len(closed) in (0, len(names)), "closed tips")
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
        withheld, part = set(throw["withheld"]), {seat for seat, count in enumerate(counts) if count > 0}
        if version > 1:  # in the draw all have a part, later those with dice and nobody else
            part = set(range(len(names))) if kind == "draw" else part
            named = withheld | {seat for seat, link in enumerate(links) if link is not None}
            check(named <= part, at + f"{named - part} have no part in it")
        missing = silent & part
        check(throw["withheld"] == sorted(withheld), at + "the list of withheld links is not ascending")
        check(missing <= withheld <= silent, at + f"{missing} withheld their links, {withheld} are named")
        sealed = kind == "roll" and len(closed) > 0
        check(len(throw.get("closed", [])) == (len(names) if sealed else 0), at + "closed links")
        check(sealed or not throw.get("unshown", []), at + "nothing is shown here")
        try:
            derived = check_sealed(table, throw, closed, links) if sealed else None
        except ValueError as fault:
            raise ValueError(at + str(fault)) from None
        if derived is None:
            derived = dice(table, number, kind, link_bytes(throw["server"]), links, counts)
        check(result == derived, at + f"{result} does not follow from the links: {derived} does")
    return len(throws)


def read(file):
    with open(file, encoding="utf-8") as text:
        return json.load(text, object_pairs_hook=once)


def main(arguments):
    receipts, bad = [], False
    while "--receipts" in arguments:
        place = arguments.index("--receipts")
        kept = read(arguments[place + 1])
        receipts += kept["receipts"] if isinstance(kept, dict) else kept
        del arguments[place : place + 2]
    for file in arguments:
        try:
            proof = read(file)
            throws = verify(proof)
            cheated = left_out(proof, receipts)
            check(not cheated, f"THE SERVER CHEATED: it left out links that it had signed for, in throws {cheated}")
            print(f"{file}: ok, throws: {throws}")
        except (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError) as fault:
            bad = True
            print(f"{file}: {type(fault).__name__}: {fault}")
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
