"""A client for a Perudo server: copy it, and write a bot with it.

    import asyncio
    from perudo_client import Client

    class Careful(Client):
        async def decide(self):                      # asked whenever it is your turn
            calls = self.now["legal"]["calls"]
            return "dudo" if "dudo" in calls else self.legal_bids()[0]

    asyncio.run(Careful("http://localhost:8080/t/4qk0v8m2rz", "careful").run())

It connects, takes a chair, keeps the table up to date in `self.view`, comes back by itself when the
connection is lost, sends again what was not answered, gives its links for the dice and checks every
throw.  It plays until you call `self.finish()`; play.py shows when to.  The messages are explained in
PROTOCOL.md, the dice in docs/fair-dice.md.

It needs Python 3.8 and `websockets` (Debian: python3-websockets; else: pip install websockets).
"""

import asyncio
import hashlib
import hmac
import json
import random
import secrets
import urllib.error
import urllib.parse
import urllib.request

try:
    import websockets
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
except ImportError:
    raise SystemExit(
        "This program needs the library websockets: apt install python3-websockets, "
        "or pip install websockets."
    ) from None

PROTOCOL = 1
MOST_CHAT = 30  # the lines of chat that a view has
COME_BACK = {1000, 1001, 1006, 1008, 1011, 1012, 1013, 4000, 4008, 4009}  # close codes that do not end it all


class PerudoError(Exception):
    """Something that a person should read."""


class Refused(PerudoError):
    """The server did not carry out a command."""

    def __init__(self, message):
        super().__init__(message["message"])
        self.error = message["error"]
        self.legal = message.get("legal")


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


def dice_of(table, number, kind, server, links, counts):
    """What each seat throws; `links` has (seat, link) in order, `counts` how many dice by seat."""
    head = b"perudo fair dice 1" + len(table).to_bytes(8, "big") + table.encode("ascii")
    head += number.to_bytes(8, "big") + kind.encode("ascii") + bytes([len(links)])
    head += b"".join(bytes([seat]) + bytes.fromhex(link) for seat, link in links)
    head += bytes(counts).ljust(20, b"\0")

    def faces():
        for block in range(2**32):
            for byte in hmac.digest(bytes.fromhex(server), head + block.to_bytes(4, "big"), "sha256"):
                if byte < 252:
                    yield str(byte % 6 + 1)

    stream = faces()
    return ["".join(sorted(next(stream) for _ in range(count))) for count in counts]


class Witness:
    """What we were shown of the dice, and whether all of it fits together: see docs/fair-dice.md.

    Holders of chains are people by their numbers, and None is the server.  Lists are by seat."""

    SERVER_CHAIN = 256  # the links of each chain of a server

    def __init__(self, table, fault):
        self.table, self.fault = table, fault
        self.thrown = self.asked = 0  # the last throw, and the last one that links were asked for
        self.tips = {None: []}  # by holder: (first throw, tip or None) in order
        self.last = {}  # by holder: the last link that was checked, (throw, link)
        self.seats = []  # the players of the tour: (person, name); bots are no person
        self.cups = None  # the throw whose links are not open yet
        self.checked = 0

    def tip_at(self, holder, throw):
        """The tip in force for a throw, and from which throw on it counts."""
        known = [tip for tip in self.tips.get(holder, []) if tip[0] <= throw]
        return known[-1] if known and known[-1][1] is not None else None

    def show_tip(self, holder, since, tip, name):
        """A tip counts for throws that nobody was asked a link for, or it could be made to suit them."""
        tips = self.tips.setdefault(holder, [])
        if holder is None and (since - (tips[-1][0] if tips else 1)) % self.SERVER_CHAIN:
            return self.fault(f"{name} begins a new chain with throw {since}, before the last is used up")
        if holder is None and tips and since <= tips[-1][0] and (since, tip) not in tips:
            return self.fault(f"{name} shows another tip for throw {since} than before")
        if since <= self.asked:
            known = [known for known in tips if known[0] <= since]
            if (known[-1] if known else (since, None)) != (since, tip):
                self.fault(f"{name} shows a tip for throw {since} after links were asked for throw {self.asked}")
            return None
        tips[:] = [known for known in tips if known[0] < since]
        if tip is not None or tips:
            tips.append((since, tip))
        return None

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
        if view["throws"] > self.thrown or view["now"].get("phase") != "bidding":
            self.cups = None
        self.thrown = view["throws"]
        self.show_tip(None, view["server_from"], view["server_tip"], "the server")
        for person, since, tip in told:
            self.show_tip(person, since, tip, self.name(person))
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
        self.thrown, self.asked = number, max(self.asked, number)
        self.cups = {
            "kind": kind, "number": number, "dice": dice, "hands": hands,
            "given": sorted(given), "withheld": sorted(withheld),
        }

    def open(self, server, links, withheld, hands):
        """The links of the last throw are open; `links` has (seat, link), `hands` all dice or None."""
        cups, self.cups = self.cups, None
        if cups is None:
            return  # we came when the dice were under the cups already
        throw, links = cups["number"], sorted(links)
        if server is None:
            return self.fault(f"the links of throw {throw} were not opened")
        if (cups["given"], cups["withheld"]) != ([seat for seat, _ in links], sorted(withheld)):
            self.fault(f"throw {throw} was said to depend on other links than those opened")
        self.lead_back(None, throw, server, "the server")
        for seat, (person, name) in enumerate(self.seats):
            link = dict(links).get(seat)
            if link is not None:
                self.lead_back(person, throw, link, name)
            elif person is not None and self.tip_at(person, throw) and seat not in withheld:
                self.fault(f"the link of {name} is missing in throw {throw}, and nobody says so")
            elif seat in withheld and (person is None or not self.tip_at(person, throw)):
                self.fault(f"throw {throw} names a link of {name}, who has shown no tip")
        thrown = dice_of(self.table, throw, cups["kind"], server, links, cups["dice"])
        for shown in (cups["hands"], hands or []):
            for (_, name), hand, found in zip(self.seats, thrown, shown):
                if found is not None and found != hand:
                    self.fault(f"throw {throw} of {name} is {hand}, not {found}")
        self.checked += 1
        return None

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


class Client:
    """Someone at a table. Override `decide`, and what else you like of the first methods."""

    def __init__(self, url, name, guest=None, lang="en", chair=None, watch=False):
        self.server, self.table = parse_url(url)
        if self.table is None:
            raise PerudoError(f"{url} is not the link of a table: it should look like http://HOST/t/TABLE")
        self.name, self.chair_wanted, self.watch, self.lang = name, chair, watch, lang
        self.guest = guest or secrets.token_hex(16)  # whoever has it is you: keep it to come back later
        self.view = None  # the table: the view of `welcome`, kept up to date
        self.you = {"person": None, "chair": None, "host": False}
        self.seq = None  # the last event that is in the view
        self.used, self.unused, self.lost = 0, 0, 0  # throws with and without our link; see `_count_ours`
        self.faults = []  # what fair dice would not have done
        self.reconnections = 0
        self._next_id = secrets.randbelow(2**50)  # no number that this guest has used before
        self._unanswered = {}  # id: (type, text, future)
        self._socket, self._greeted, self._finished, self._failure = None, False, False, None
        self._behind_until = 0  # after coming back: the last of the events that were missed
        self._tasks, self._turn, self._now_seq, self._decided = set(), None, None, None
        self._chains, self._links_sent = {}, {}  # our chains by their tips; over which socket links were sent
        self.witness = Witness(self.table, self._fault)

    # What you may want to override.

    async def decide(self):
        """What to do: a bid like "3x4", or one of self.now["legal"]["calls"]."""
        raise NotImplementedError

    def heard(self, event, now):
        """Something happened. `now` is None where it changes nothing about the game."""

    def greeted(self):
        """The table is known, for the first time or again."""

    def noticed(self, text):
        """Something about the connection or the server, for people."""

    def refused(self, refusal):
        """A decision was refused, most likely because the time was over: if it is your turn again,
        you are asked again."""
        self.noticed(f"refused: {refusal}")

    # What you may want to ask.

    @property
    def checked(self):
        """How many throws were checked."""
        return self.witness.checked

    @property
    def now(self):
        """How the game stands."""
        return self.view["now"]

    @property
    def hand(self):
        """Your own dice, such as "11346"; empty if you have none under the cup."""
        return (self.view.get("tour") or {}).get("hand") or ""

    @property
    def bids(self):
        """The bids of the round: [[chair, "3x4"], …]."""
        return (self.view.get("tour") or {}).get("bids", [])

    def is_my_turn(self):
        """Whether the table waits for your decision."""
        chair = self.you["chair"]
        mine = self.view is not None and chair is not None and self.now.get("turn") == chair
        return mine and self.now.get("legal") is not None

    def legal_bids(self):
        """Every bid that is legal now, the lowest counts first."""
        legal = self.now.get("legal") or {}
        least = legal.get("least") or []
        return [
            f"{count}x{face}"
            for count in range(1, (legal.get("most") or 0) + 1)
            for face, fewest in enumerate(least, 1)
            if fewest is not None and count >= fewest
        ]

    def name_of(self, chair):
        """The name of who is or was in a chair."""
        players = (self.view.get("tour") or {}).get("players", [])
        known = [player["name"] for player in players if player["chair"] == chair]
        return known[0] if known else self.view["chairs"][chair].get("name") or f"chair {chair}"

    # What you may want to do.

    async def order(self, kind, seen=None, **fields):
        """Has something carried out, once and not twice, however often the connection is lost.

        `seen` is the last event that you knew of when you decided; left out, the last one that came.
        Returns the number of the event that it became; raises Refused, with the error "stale" if
        the table has moved on since."""
        while self.seq is None:
            await asyncio.sleep(0.02)
        self._next_id += 1
        seen = self.seq if seen is None else seen
        order = {"type": kind, "id": self._next_id, "seen": seen, **fields}
        # Sent again it must be the same text: `seen` is what makes "at most once" certain.
        text = json.dumps({key: value for key, value in order.items() if value is not None})
        answer = asyncio.get_running_loop().create_future()
        self._unanswered[order["id"]] = (kind, text, answer)
        if self._greeted:
            await self._send(text)
        return await answer

    def spawn(self, coroutine):
        """Runs something beside the rest; what goes wrong in it ends `run`."""

        async def guarded():
            try:
                await coroutine
            except Exception as error:  # a fault in here must not go unheard
                self._failure = error
                self.finish()

        task = asyncio.ensure_future(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def finish(self):
        """Ends `run`."""
        self._finished = True
        if self._socket is not None:
            self.spawn(self._socket.close())

    async def run(self):
        """Plays until `finish` is called; comes back whenever the connection is lost."""
        pause = 0.1
        try:
            while not self._finished:
                code = await self._connection()
                if self._failure is not None:
                    raise self._failure
                if self._finished:
                    break
                if code not in COME_BACK:
                    raise PerudoError(f"The server ended the connection ({code}).")
                pause = 0.1 if self._greeted else min(2 * pause, 5)
                self.noticed(f"no connection ({code}); trying again")
                self.reconnections += 1
                await asyncio.sleep(pause * (0.5 + random.random()))
        finally:
            for task in list(self._tasks):
                task.cancel()

    # The connection.

    async def _connection(self):
        """One connection, to its end. Returns the code that it was closed with; 1006 if there is none."""
        self._greeted = False
        scheme = "wss" if self.server.startswith("https") else "ws"
        url = f"{scheme}://{self.server.split('://')[1]}/api/tables/{self.table}/ws"
        try:
            async with websockets.connect(url) as socket:
                self._socket = socket
                hello = {"type": "hello", "protocol": PROTOCOL, "guest": self.guest, "lang": self.lang}
                if self.seq is not None:
                    hello["after"] = self.seq
                await socket.send(json.dumps(hello))
                while True:
                    await self._receive(json.loads(await socket.recv()))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
        except InvalidHandshake as error:
            # Old and new versions of the library say it in different places.
            response = getattr(error, "response", None)
            status = getattr(error, "status_code", None) or getattr(response, "status_code", None)
            if status == 404:
                raise PerudoError(f"There is no table {self.table} on {self.server}.") from None
            if status in (429, 502, 503, 504):
                return 1013
            if status is not None:
                raise PerudoError(f"{self.server} does not let me in: {error}") from None
        except (OSError, asyncio.TimeoutError):
            pass
        finally:
            self._socket = None
        if self.seq is None and self.reconnections >= 4:
            raise PerudoError(f"No Perudo server answers at {self.server}.")
        return 1006

    async def _send(self, text):
        try:
            if self._socket is not None:
                await self._socket.send(text)
        except ConnectionClosed:
            pass  # whoever reads finds out, and what was not answered is sent again

    async def _receive(self, message):
        kind = message["type"]
        if kind == "welcome":
            self.seq, self.you, self.view = message["seq"], message["you"], message["view"]
            self._now_seq = self.seq
            self._take_seats()
            self.witness.welcome(self.view)
            await self._greet()
        elif kind == "you":
            self.you = message["you"]
            if not self._greeted:  # we are back, and the events that we missed follow, up to this one
                self._behind_until = message["seq"]
                await self._greet()
        elif kind == "event":
            await self._event(message)
        elif kind in ("done", "refused"):
            await self._answered(message)
        elif kind == "notice":
            self.noticed(message["notice"])
            if message["notice"] == "storage-up":
                await self._send_again()
        # `watching` and `pong` need nothing, and other messages are from the future.

    async def _greet(self):
        """The first answer of a connection is there: now the rest may follow."""
        self._greeted = True
        await self._send_again()
        if not self._is_sending("join", "commit"):
            if self.you["person"] is None:
                self.spawn(self._join())
            elif self._our_link(self.view["throws"] + 1) is None:
                self.spawn(self._commit())
        self.greeted()
        await self._go_on()

    def _is_sending(self, *kinds):
        return any(kind in kinds for kind, _, _ in self._unanswered.values())

    async def _send_again(self):
        for _, text, _ in list(self._unanswered.values()):
            await self._send(text)

    async def _go_on(self):
        """What the table wants of us, as soon as we know how it stands."""
        if self.seq >= self._behind_until:
            await self._give_link()
            self._consider()

    async def _answered(self, message):
        if message.get("error") == "storage-down":
            return  # not carried out; it is sent again when storage is back
        _, _, answer = self._unanswered.pop(message.get("id"), (None, None, None))
        if answer is not None and not answer.done():
            if message["type"] == "done":
                answer.set_result(message["event"])
            else:
                answer.set_exception(Refused(message))
        elif message["type"] == "refused" and not self._greeted:  # `hello` itself: no use in trying again
            raise PerudoError(message["message"])

    async def _join(self):
        wishes = {"chair": self.chair_wanted, "watch": self.watch or None}
        await self.order("join", name=self.name, program=True, tip=self._new_chain(), **wishes)
        if self._our_link(self.view["throws"] + 1) is None:  # we did not hear from which throw on it counts
            await self._commit()

    async def _commit(self):
        try:
            await self.order("commit", tip=self._new_chain())
        except Refused as refusal:
            self.noticed(f"no chain of our own yet: {refusal}")

    async def _event(self, message):
        event, now = message["event"], message.get("now")
        if message["seq"] != self.seq + 1:
            raise PerudoError(f"event {message['seq']} came after event {self.seq}")
        self.seq = message["seq"]
        if now is not None:
            self.view["now"], self._now_seq = now, self.seq
            self.view["stage"] = now["stage"]
        self._keep(event, message["at"])
        self._check(event)
        self.heard(event, now)
        await self._go_on()

    # The turn.

    def _consider(self):
        thinking = self._turn is not None and not self._turn.done()
        if self.is_my_turn() and not thinking and self._decided != self._now_seq:
            self._decided = self._now_seq
            self._turn = self.spawn(self._take_turn())
            self._turn.add_done_callback(lambda _: self._finished or self._consider())

    async def _take_turn(self):
        seen = self.seq  # what the decision is about, however long it takes
        action = await self.decide()
        try:
            await self.order("act", seen, action=action)
        except Refused as refusal:
            self.refused(refusal)

    # The view: what each event changes in it.

    def _keep(self, event, at):
        view, what = self.view, event["what"]
        people, chairs, tour = view["people"], view["chairs"], view.get("tour")
        person = next((one for one in people if one["person"] == event.get("person")), None)
        if what == "came":
            silenced = event.get("silenced", False)
            known = person
            if person:
                people.remove(person)
            fields = ("person", "name", "place", "chair", "program")
            person = {field: event[field] for field in fields if field in event}
            if "tip" in event:
                person["tip"], person["from"] = event["tip"], event["from"]
            self._keep_older_tip(known, event["from"])
            people.append({**person, "silenced": silenced})
            people.sort(key=lambda one: one["person"])
            if "chair" in event:
                chairs[event["chair"]] = {"person": event["person"], "name": event["name"], "wins": 0}
            if view["host"] is None:
                view["host"] = event["person"]
        elif what == "left" and person:
            self._keep_older_tip(person, event.get("from", 0))
            people.remove(person)
            if event["removed"]:
                view.setdefault("barred", []).append({"person": event["person"], "name": person["name"]})
            if "chair" in person:
                chairs[person["chair"]] = {"wins": 0}
            if view["host"] == event["person"]:
                view["host"] = None
        elif what == "seated" and person:
            person.update(place="chair", chair=event["chair"])
            chairs[event["chair"]] = {"person": event["person"], "name": person["name"], "wins": 0}
        elif what == "bot-sat":
            chairs[event["chair"]] = {"bot": event["level"], "name": event["name"], "wins": 0}
        elif what == "bot-left":
            chairs[event["chair"]] = {"wins": 0}
        elif what == "unbarred":
            view["barred"] = [one for one in view.get("barred", []) if one["person"] != event["person"]]
        elif what == "locked":
            view["locked"] = event["on"]
        elif what == "host":
            view["host"] = event["person"]
        elif what == "settings":
            view["settings"] = event["settings"]
            seats = event["settings"]["seats"]
            view["chairs"] = (chairs + [{"wins": 0} for _ in range(seats)])[:seats]
        elif what == "match-began":
            view["tours_played"] = 0
            for chair in chairs:
                chair["wins"] = 0
        elif what == "tour-began":
            players = [
                {"chair": c, **{key: chairs[c][key] for key in ("name", "person") if key in chairs[c]}}
                for c in event["chairs"]
            ]
            view["tour"] = {"tour": event["tour"], "players": players, "bids": []}
        elif what in ("drawn", "rolled"):
            view["throws"] = event["throw"]
            view.pop("older_tips", None)
            tour.pop("hand", None)
            if what == "rolled" and "hand" in event:
                tour["hand"] = event["hand"]
        elif what == "bid":
            tour["bids"].append([event["chair"], event["bid"]])
        elif what == "showdown":
            fields = ("chair", "call", "bid", "bidder", "hands", "count", "loser", "gainer")
            tour["showdown"] = {field: event[field] for field in fields if field in event}
        elif what == "away":
            person["away"] = event["why"]
        elif what == "back":
            person.pop("away", None)
        elif what == "said":
            line = {"at": at, "person": event["person"], "name": person["name"], "text": event["text"]}
            view["chat"] = (view["chat"] + [line])[-MOST_CHAT:]
        elif what == "chat":
            view["chat_on"] = event["on"]
        elif what == "silenced":
            person["silenced"] = event["on"]
        elif what == "committed" and person:
            self._keep_older_tip(person, event["from"])
            person["tip"], person["from"] = event["tip"], event["from"]
        elif what == "committed":
            view["server_tip"], view["server_from"] = event["tip"], event["from"]
        if what in ("showdown", "withdrawn"):
            if view["now"].get("phase") != "bidding":
                tour["bids"] = []
                tour.pop("hand", None)
            if "winner" in event:
                chairs[event["winner"]]["wins"] += 1
                view["tours_played"] += 1
        if event.get("by") == "person":  # whoever decides is back
            chair = next((one for one in people if one.get("chair") == event["chair"]), {})
            chair.pop("away", None)
        view.pop("resting_until", None)
        if view["stage"] == "resting":
            view["resting_until"] = view["now"]["until"]
        if what == "closed":
            self.noticed("the table is closed")
            self.finish()

    def _keep_older_tip(self, person, since):
        """Something takes the place of a tip: for the throw that links are collected for it still counts."""
        coming = self.view["throws"] + 1
        if person and "tip" in person and person["from"] <= coming < since:
            older = {"person": person["person"], "tip": person["tip"], "from": person["from"]}
            kept = self.view.get("older_tips", []) + [older]
            self.view["older_tips"] = sorted(kept, key=lambda one: one["person"])

    # Fair dice: our part in them, and whether they are what they must be.

    def _new_chain(self):
        chain = Chain()
        self._chains[chain.tip] = chain
        return chain.tip

    async def _give_link(self):
        """Gives our link for the coming throw, with dice or without, and never one for a later throw."""
        throw = self.now.get("throw")
        if throw is None or self.you["person"] is None or throw != self.witness.asked:
            return
        link = self._our_link(throw)
        if link is not None and self._links_sent.get(throw) is not self._socket:
            self._links_sent = {throw: self._socket}
            await self._send(json.dumps({"type": "link", "throw": throw, "link": link}))

    def _our_link(self, throw):
        """Our link for a throw, of the last chain that counts for it; nothing without one."""
        chains = [chain for chain in self._chains.values() if chain.since is not None]
        chains = [chain for chain in chains if chain.since <= throw]
        return max(chains, key=lambda chain: chain.since).link(throw) if chains else None

    def _fault(self, text):
        self.faults.append(text)
        self.noticed(f"THE DICE ARE NOT FAIR: {text}")

    def _gave(self, throw):
        """Whether we gave our link for a throw over the connection on which we hear of it."""
        return self._socket is not None and self._links_sent.get(throw) is self._socket

    def _take_seats(self):
        """Who plays in the tour, in the order of seats, which is not always that of chairs."""
        players = (self.view.get("tour") or {}).get("players", [])
        self.witness.seats = [(player.get("person"), player["name"]) for player in players]

    def _by_seat(self, by_chair):
        return [by_chair[player["chair"]] for player in self.view["tour"]["players"]]

    def _seats_of(self, chairs):
        seats = [player["chair"] for player in self.view["tour"]["players"]]
        return [seats.index(chair) for chair in chairs]

    def _check(self, event):
        """Shows the witness what the server tells."""
        what, throw = event["what"], event.get("throw")
        if what in ("came", "committed"):
            self._check_tip(event)
        elif what == "left":
            since = event.get("from", max(self.witness.asked, self.witness.thrown) + 1)
            self.witness.show_tip(event["person"], since, None, f"person {event['person']}")
        elif what == "tour-began":
            self._take_seats()
        elif what == "drawn":
            hands = self._by_seat(["" if face is None else str(face) for face in event["throws"]])
            given = self._seats_of(chair for chair, _ in event["links"]["chairs"])
            withheld = self._seats_of(event["links"]["withheld"])
            self.witness.throw("draw", throw, [len(hand) for hand in hands], given, withheld, hands)
            self._open(event["links"], None)
        elif what == "rolled":
            dice, own = self._by_seat(self.now["dice"]), event.get("hand")
            hands = [own if person == self.you["person"] else None for person, _ in self.witness.seats]
            given, withheld = self._seats_of(event["with"]), self._seats_of(event["withheld"])
            self.witness.throw("roll", throw, dice, given, withheld, hands)
            self._renew_chain()
        elif what in ("showdown", "withdrawn") and event.get("links"):
            self._open(event["links"], event.get("hands"))
        if "throw" in self.now and self._now_seq == self.seq:
            self.witness.ask(self.now["throw"])

    def _check_tip(self, event):
        holder, name = event.get("person"), event.get("name") or "the server"
        if holder is not None and "name" not in event:
            name = next((one["name"] for one in self.view["people"] if one["person"] == holder), f"person {holder}")
        chain = self._chains.get(event.get("tip"))
        if chain is not None and chain.since is None:
            chain.since = event["from"]
        self.witness.show_tip(holder, event["from"], event.get("tip"), name)

    def _open(self, links, hands):
        cups = self.witness.cups
        opened = [(self._seats_of([chair])[0], link) for chair, link in links["chairs"]]
        withheld = self._seats_of(links["withheld"])
        hands = None if hands is None else self._by_seat(hands)
        self.witness.open(links.get("server"), opened, withheld, hands)
        if cups is not None:
            self._count_ours(cups["number"], opened, withheld)

    def _count_ours(self, throw, opened, withheld):
        """Whether our link is in a throw."""
        people = [person for person, _ in self.witness.seats]
        if self.you["person"] is None or self.you["person"] not in people:
            return
        seat, ours = people.index(self.you["person"]), self._our_link(throw)
        mine = dict(opened).get(seat)
        if mine is not None and mine == ours:
            self.used += 1
        elif mine is not None and ours is not None:
            self._fault(f"throw {throw} has a link in my name that is not mine")
        elif ours is not None and self._gave(throw):
            self.unused += 1
            self.noticed(f"my link for throw {throw} was not used: it came too late, or was left out")
        elif seat in withheld:
            self.lost += 1  # the connection was lost before the throw

    def _renew_chain(self):
        """Between throws a chain can be committed to: the first, or one after another that is used up."""
        needed = self.you["person"] is not None and self._our_link(self.view["throws"] + 1) is None
        if needed and not self._is_sending("join", "commit"):
            self.spawn(self._commit())


# HTTP: a table, before there is a WebSocket to it.


def parse_url(url):
    """The server and the name of the table, if there is one: ("http://host:8080", "4qk0v8m2rz")."""
    if "://" not in url:
        url = "http://" + url
    try:
        parts = urllib.parse.urlsplit(url)
        fine = parts.hostname and parts.port != 0  # which fails if it is no number
    except ValueError:
        fine = False
    if not fine or parts.scheme not in ("http", "https", "ws", "wss"):
        raise PerudoError(f"{url} is not an address: it should look like http://HOST:PORT")
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    path = [part for part in parts.path.split("/") if part]
    table = None
    if len(path) == 2 and path[0] == "t":
        table = path[1]
    elif path[:2] == ["api", "tables"] and len(path) > 2:
        table = path[2]
    return f"{scheme}://{parts.netloc}", table


def ask(server, path, body=None, guest=None):
    """An HTTP request with an answer in JSON."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server + path, data=data)
    if data is not None:
        request.add_header("Content-Type", "application/json")
    if guest is not None:
        request.add_header("Authorization", f"Bearer {guest}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        try:
            problem = json.loads(error.read())["message"]
        except (ValueError, KeyError):
            problem = str(error)
        raise PerudoError(problem) from None
    except (OSError, ValueError) as error:
        raise PerudoError(f"{server} does not answer as a Perudo server: {error}") from None


def make_table(server, name, guest, settings, bots):
    """Makes a table with its first player and some bots; returns its link."""
    body = {"guest": guest, "name": name, "settings": settings, "bots": bots}
    return ask(server, "/api/tables", body)["link"]
