"""Fair dice on a client's side: chains of our own, and whether what a server shows fits together.

Everything is explained in docs/fair-dice.md.  Only the standard library is used, and the two programs in the
folder above: verify_dice.py for dice and hash trees, ed25519.py for signatures.
"""

import hashlib
import os
import secrets
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from verify_dice import check_receipt, check_signature, dice, leaf, link_bytes, node, number_bytes  # noqa: E402
from verify_dice import root_by, sealed_hand, statement_bytes  # noqa: E402


class NotThere(ValueError):
    """A tip is not in a server's log of tips."""


class Chain:
    """A secret chain of links: each hashes to the one before it, the first to the tip."""

    LENGTH = 1024

    def __init__(self):
        links = [secrets.token_bytes(32)]  # the seed is the last link
        for _ in range(self.LENGTH):
            links.append(hashlib.sha256(links[-1]).digest())
        self.tip = links.pop().hex()
        self.links = [link.hex() for link in reversed(links)]
        self.since = None  # the first throw it counts for, once the server has said so

    def link(self, throw):
        """The link for a throw: the number n - from + 1, and numbers begin with 1."""
        number = throw - self.since + 1
        return self.links[number - 1] if 1 <= number <= len(self.links) else None


def hashed(link, times):
    """A link so many steps nearer to its tip."""
    link = bytes.fromhex(link)
    for _ in range(times):
        link = hashlib.sha256(link).digest()
    return link.hex()


def by_seat(links, seats):
    """A list of (seat, link) as bytes or None by seat."""
    given = dict(links)
    return [bytes.fromhex(given[seat]) if seat in given else None for seat in range(seats)]


class Witness:
    """What we were shown of the dice, and whether all of it fits together.

    Holders of chains are people by their numbers, and None is the server.  Lists are by seat."""

    SERVER_CHAIN = 256  # the links of each chain of a server

    def __init__(self, table, fault):
        self.table, self.fault = table, fault
        self.thrown = self.asked = 0  # the last throw, and the last one that links were asked for
        self.tips = {None: []}  # by holder: (first throw, tip or None) in order
        self.closed = {}  # the same of closed chains, at a sealed table
        self.last = {}  # by holder: the last link that was checked, (throw, link)
        self.seats = []  # the players of the tour: (person, name); bots are no person
        self.bot_tips = {}  # the closed tips of the tour's bots, by seat
        self.cups = None  # the throw whose links are not open yet
        self.under = None  # the throw of a sealed table whose closed links are not shown yet
        self.came_before = 0  # for throws up to this one closed tips may count that we were not shown
        self.checked = 0

    def tip_at(self, holder, throw, closed=False):
        """The tip in force for a throw, and from which throw on it counts."""
        tips = (self.closed if closed else self.tips).get(holder, [])
        known = [tip for tip in tips if tip[0] <= throw]
        return known[-1] if known and known[-1][1] is not None else None

    def show_tip(self, holder, since, tip, name):
        """A tip counts for throws that nobody was asked a link for, or it could be made to suit them."""
        tips = self.tips.setdefault(holder, [])
        if holder is None and (since - (tips[-1][0] if tips else 1)) % self.SERVER_CHAIN:
            return self.fault(f"{name} begins a new chain with throw {since}, before the last is used up")
        if holder is None and tips and since <= tips[-1][0] and (since, tip) not in tips:
            return self.fault(f"{name} shows another tip for throw {since} than before")
        return self._publish(tips, since, tip, name)

    def show_closed_tip(self, holder, since, tip, name):
        """The same for the tip of a closed chain."""
        tips = self.closed.setdefault(holder, [])
        if since <= self.came_before and not any(known[0] <= since for known in tips):
            tips.insert(0, (since, tip))  # others were shown it in time
        else:
            self._publish(tips, since, tip, name)

    def _publish(self, tips, since, tip, name):
        if since <= self.asked:
            known = [known for known in tips if known[0] <= since]
            if (known[-1] if known else (since, None)) != (since, tip):
                self.fault(f"{name} shows a tip for throw {since} after links were asked for throw {self.asked}")
            return
        tips[:] = [known for known in tips if known[0] < since]
        if tip is not None or tips:
            tips.append((since, tip))

    def welcome(self, view):
        """The whole table, after a new connection: what we knew of it still holds."""
        if view["throws"] < self.thrown:
            return self.fault(f"there were {self.thrown} throws, and now there are only {view['throws']}")
        coming = view["throws"] + 1
        told = [(older["person"], older["from"], older["tip"]) for older in view.get("older_tips", [])]
        # After the coming throw something else takes their place.
        told += [(person, coming + 1, None) for person, _, _ in told]
        told += [(one["person"], one["from"], one["tip"]) for one in view["people"] if "tip" in one]
        counted = {person for person, since, _ in told if since <= coming}
        for holder in [holder for holder in self.tips if holder is not None]:
            tips = self.tips[holder] = [tip for tip in self.tips[holder] if tip[0] <= coming]
            if self.tip_at(holder, coming) and holder not in counted:
                if self.asked == coming:
                    self.fault(f"the tip of {self.name(holder)} for throw {coming} is gone")
                else:
                    tips.append((coming, None))
        if view["throws"] > self.thrown or view["now"].get("phase") not in ("bidding", "showing"):
            self.cups = self.under = None
        self.thrown, self.came_before = view["throws"], coming
        self.show_tip(None, view["server_from"], view["server_tip"], "the server")
        for person, since, tip in told:
            self.show_tip(person, since, tip, self.name(person))
        for one in view["people"]:
            if "closed" in one:
                self.show_closed_tip(one["person"], one["closed_from"], one["closed"], one["name"])
        return None

    def name(self, person):
        return next((name for known, name in self.seats if known == person), f"person {person}")

    def ask(self, throw):
        """Links for a throw are asked for: says whether it is the one that comes next, with all tips known."""
        server = self.tip_at(None, throw)
        if throw != self.thrown + 1:
            self.fault(f"throw {self.thrown + 1} comes next, and the server asks for a link for throw {throw}")
        elif server is None or throw - server[0] >= self.SERVER_CHAIN:
            self.fault(f"the server has shown no tip for throw {throw}")
        else:
            self.asked = throw
        return self.asked == throw

    def throw(self, kind, number, dice, given, withheld, hands):
        """Dice were thrown; `given` and `withheld` are seats, `hands` what is shown so far, or None."""
        if self.cups is not None:
            self.fault(f"the links of throw {self.cups['number']} were never opened")
        if number != self.thrown + 1:
            self.fault(f"throw {number} came after throw {self.thrown}")
        self.thrown, self.asked, self.under = number, max(self.asked, number), None
        self.cups = {
            "kind": kind, "number": number, "dice": dice, "hands": hands,
            "given": sorted(given), "withheld": sorted(withheld),
        }

    def open(self, server, links, withheld, hands, cups=None):
        """The links of the last throw are open; `links` has (seat, link), `hands` all dice or None.

        At a sealed table the dice follow from closed chains: `cups` has (first throw, tip) by seat."""
        thrown, self.cups = self.cups, None
        if thrown is None:
            return  # we came when the dice were under the cups already
        throw, links = thrown["number"], sorted(links)
        if server is None:
            return self.fault(f"the links of throw {throw} were not opened")
        if (thrown["given"], thrown["withheld"]) != ([seat for seat, _ in links], sorted(withheld)):
            self.fault(f"throw {throw} was said to depend on other links than those opened")
        self.lead_back(None, throw, server, "the server")
        for seat, (person, name) in enumerate(self.seats):
            link, named = dict(links).get(seat), seat in withheld
            if thrown["kind"] == "roll" and thrown["dice"][seat] == 0:
                if link is not None or named:
                    self.fault(f"throw {throw} names a link of {name}, who is out of the tour")
            elif link is not None:
                self.lead_back(person, throw, link, name)
            elif person is not None and self.tip_at(person, throw) and not named:
                self.fault(f"the link of {name} is missing in throw {throw}, and nobody says so")
            elif named and (person is None or not self.tip_at(person, throw)):
                self.fault(f"throw {throw} names a link of {name}, who has shown no tip")
        if cups is not None:
            self.seal(thrown, server, links, cups)
        else:
            given = by_seat(links, len(self.seats))
            found = dice(self.table, throw, thrown["kind"], bytes.fromhex(server), given, thrown["dice"])
            for shown in (thrown["hands"], hands or []):
                self.compare(throw, found, shown)
        self.checked += 1
        return None

    def compare(self, throw, expected, shown):
        for (_, name), hand, found in zip(self.seats, expected, shown):
            if found is not None and found != hand:
                self.fault(f"throw {throw} of {name} is {hand}, not {found}")

    def lead_back(self, holder, throw, link, name):
        """A link leads back to its tip, or to the last one that did."""
        tip = self.tip_at(holder, throw) if holder is not None or name == "the server" else None
        if tip is None:
            return self.fault(f"throw {throw} has a link of {name}, who has shown no tip")
        known = (tip[0] - 1, tip[1])
        if holder in self.last and tip[0] <= self.last[holder][0] < throw:
            known = self.last[holder]
        if hashed(link, throw - known[0]) != known[1]:
            return self.fault(f"the link of {name} for throw {throw} does not lead back to the tip")
        self.last[holder] = (throw, link)
        return None

    # Sealed tables.

    def seal(self, thrown, server, links, cups):
        """The dice of a roll are under the cups: the closed chains must be those that were published for it."""
        throw = thrown["number"]
        for seat, (person, name) in enumerate(self.seats):
            if thrown["dice"][seat] == 0:
                continue
            published = self.bot_tips.get(seat) if person is None else self.tip_at(person, throw, closed=True)
            unseen = published is None and throw <= self.came_before
            if seat not in cups or cups[seat] != published and not unseen:
                self.fault(f"the dice of {name} in throw {throw} follow from a chain that was not published for it")
        self.under = {"number": throw, "dice": thrown["dice"], "server": server, "links": links, "cups": cups}

    def hand(self, seat, closed):
        """The dice of a seat under the cups, which follow from its closed link."""
        under = self.under
        links, count = by_seat(under["links"], len(self.seats)), under["dice"][seat]
        server, closed = bytes.fromhex(under["server"]), bytes.fromhex(closed)
        return sealed_hand(self.table, under["number"], seat, closed, server, links, count)

    def shown(self, closed, hands):
        """Everybody has shown the closed link of the round; `closed` has (seat, link), `hands` all dice."""
        if self.under is None:
            return
        throw, closed, expected = self.under["number"], dict(closed), [""] * len(self.seats)
        for seat, (_, name) in enumerate(self.seats):
            if self.under["dice"][seat] == 0:
                continue
            since, tip = self.under["cups"].get(seat, (throw, None))
            if seat not in closed or hashed(closed[seat], throw - since + 1) != tip:
                self.fault(f"the closed link of {name} in throw {throw} is missing, or not of the chain published for it")
            else:
                expected[seat] = self.hand(seat, closed[seat])
        self.compare(throw, expected, hands)
        self.under = None


class Receipts:
    """What the server has signed for: our tips and links.  They go into `perudo verify --receipts`."""

    MOST_UNSIGNED, SIGNING = 3, 15  # so many links are given without a receipt in so many seconds

    def __init__(self, table, fault):
        self.table, self.fault = table, fault
        self.key = None  # what the server signs with, if it does
        self.kept = []
        self.renew()

    def renew(self):
        """A receipt has come, or receipts may have been lost with the last connection."""
        self.unsigned = []  # when links were given since then
        self.owed = False  # whether one of them was counted, so that it had come in time

    def take(self, receipt):
        """A receipt has come: it must be signed."""
        try:
            check_receipt(receipt)
        except ValueError as error:
            return self.fault(f"a false receipt: {error}")
        if receipt["key"] == self.key and receipt["statement"]["table"] == self.table:
            self.kept.append(receipt)
            if "given" in receipt["statement"]:
                self.renew()
        return None

    def take_throw(self, receipts, tip, link):
        """Receipts for the links of a throw have come; ours, of this chain, should be among them."""
        given = {"tour": receipts["tour"], "throw": receipts["throw"], "run": receipts["run"], "link": link}
        statement = {"table": self.table, "tip": tip[1], "from": tip[0], "given": given}
        hashes, own = receipts["given"], leaf(statement_bytes(statement)).hex()
        if own not in hashes:
            return  # it came with the next ones
        index = place = hashes.index(own)
        hashes = [bytes.fromhex(one) for one in hashes]
        hashes += hashes[-1:] * ((1 << (len(hashes) - 1).bit_length()) - len(hashes))
        path = []
        while len(hashes) > 1:
            path.append(hashes[place ^ 1].hex())
            hashes, place = [node(*pair) for pair in zip(hashes[::2], hashes[1::2])], place >> 1
        self.take({
            "statement": statement, "key": receipts["key"], "size": receipts.get("size", 1),
            "index": receipts.get("index", 0) + index, "path": path + receipts.get("path", []),
            "signature": receipts["signature"],
        })

    def may_give(self):
        """Whether another link may be given: a server that signs, and has signed for none of the last, gets no more."""
        if self.key is None:
            return True
        now = time.monotonic()
        if len(self.unsigned) >= self.MOST_UNSIGNED and now - self.unsigned[0] > self.SIGNING:
            return False
        self.unsigned.append(now)
        return True

    def has(self, throw, run):
        """Whether the server has signed for our link for a throw, in the run in which it was made."""
        given = [receipt["statement"].get("given") or {} for receipt in self.kept]
        return any((one.get("throw"), one.get("run")) == (throw, run) for one in given)


def begins_with(old, new, path):
    """Whether a log (size, root) begins with an older one, by a path as in RFC 6962."""
    (size, root), (longer, new_root) = old, new
    path = [link_bytes(one) for one in path]
    if size == 0 or size >= longer:
        return not path and (size == 0 or (size, root) == (longer, new_root))
    if size & (size - 1) == 0:
        path.insert(0, root)  # a whole tree is its own first hash
    if not path:
        return False
    index, last = size - 1, longer - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    first = second = path.pop(0)
    for other in path:
        if last == 0:
            return False
        if index & 1 or index == last:
            first, second = node(other, first), node(other, second)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            second = node(second, other)
        index, last = index >> 1, last >> 1
    return (last, first, second) == (0, root, new_root)


def check_log(answer, key, seen, table, since, tip):
    """Whether a server's log of tips begins with the one we saw last (its head, or None) and has the tip that it has
    shown at this table for throws from `since` on, and no other.  Raises ValueError if not (NotThere if it is only the
    tip that is missing); gives the new head."""
    head = answer["head"]
    root = link_bytes(head["root"])
    if head["key"] != key:
        raise ValueError("the log of tips is signed by another key")
    check_signature(b"perudo tips 1", key, head["size"], root, head["signature"], "the log of tips")
    if seen is not None:
        old = (seen["size"], link_bytes(seen["root"]))
        if not begins_with(old, (head["size"], root), answer.get("consistency", [])):
            raise ValueError("the log of tips does not begin with the one that was seen before")
    label = hashed(hashlib.sha256(b"perudo table 1" + table.encode()).hexdigest(), 4095)
    for one in answer["tips"]:
        entry = b"perudo tip 1" + bytes.fromhex(label) + number_bytes(one["from"], 8) + link_bytes(one["tip"])
        if root_by(leaf(entry), one["index"], head["size"], one["path"]) != root:
            raise ValueError("a tip is said to be in the log of tips and is not")
    if [one["tip"] for one in answer["tips"] if one["from"] == since] != [tip]:
        raise NotThere(f"the log of tips does not have the tip that was shown for throw {since}, or has another")
    return {"size": head["size"], "root": head["root"]}
