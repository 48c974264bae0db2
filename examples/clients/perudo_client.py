"""A client for a Perudo server: copy the folder `examples`, and write a bot with it.

    import asyncio
    from perudo_client import Client

    class Careful(Client):
        async def decide(self):                      # asked whenever it is your turn
            calls = self.now["legal"]["calls"]
            return "dudo" if "dudo" in calls else self.legal_bids()[0]

    asyncio.run(Careful("http://localhost:8080/t/4qk0v8m2rz", "careful").run())

It connects, takes a chair, keeps the table up to date in `self.view`, comes back by itself when the
connection is lost, sends again what was not answered, gives its links for the dice, keeps the server's
receipts and checks every throw, at sealed tables too.  It plays until you call `self.finish()`; play.py shows when to.  The messages are explained in
PROTOCOL.md, the dice in docs/fair-dice.md.

It needs Python 3.8 and `websockets` (Debian: python3-websockets; else: pip install websockets).
"""

import asyncio
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

from fair_dice import Chain, NotThere, Receipts, Witness, check_log

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


class Client:
    """Someone at a table. Override `decide`, and what else you like of the first methods."""

    def __init__(self, url, name, guest=None, lang="en", chair=None, watch=False, heads=None, chains=()):
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
        self._called = False  # somebody has called, and everybody shows their dice
        self._chains, self._links_sent = {}, {}  # our chains by their tips; over which socket links were sent
        self._closed_chains, self._shown = {}, None  # the same at a sealed table; what was shown, and over which socket
        self.witness = Witness(self.table, self._fault)
        self.receipts = Receipts(self.table, self._fault)
        self._use(dict(chains))
        self.heads = {} if heads is None else heads  # by key of a server, the last head of its log of tips: keep it

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
            if status in (408, 429, 502, 503, 504):
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
            self.receipts.key = message.get("key")
            self._take_seats()
            self.witness.welcome(self.view)
            for one in self.view["people"]:
                self._counts(one.get("tip"), one.get("closed"), one.get("from"))
            self._look_under_the_cup()
            self.spawn(self._check_log(self.view["server_from"], self.view["server_tip"]))
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
        elif kind == "receipt":
            self.receipts.take(message["receipt"])
        elif kind == "receipts":
            throw = message["receipts"]["throw"]
            tip, link = self.witness.tip_at(self.you["person"], throw), self._our_link(throw)
            if tip is not None and link is not None:
                self.receipts.take_throw(message["receipts"], tip, link)
        elif kind == "notice":
            self.noticed(message["notice"])
            if message["notice"] == "storage-up":
                await self._send_again()
        # `watching` and `pong` need nothing, and other messages are from the future.

    async def _greet(self):
        """The first answer of a connection is there: now the rest may follow."""
        self._greeted = True
        self.receipts.renew()
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
            await self._show()
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
        await self.order("join", name=self.name, program=True, **self._new_chains(), **wishes)
        if self._our_link(self.view["throws"] + 1) is None:  # we did not hear from which throw on it counts
            await self._commit()

    async def _commit(self):
        try:
            await self.order("commit", **self._new_chains())
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
            if "closed" in event:
                person["closed"], person["closed_from"] = event["closed"], event["from"]
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
            tour.pop("sealed", None)
            if what == "rolled" and "hand" in event:
                tour["hand"] = event["hand"]
            if "cups" in event:
                tour["sealed"] = {"links": event["links"], "cups": event["cups"]}
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
            if "closed" in event:
                person["closed"], person["closed_from"] = event["closed"], event["from"]
        elif what == "committed":
            view["server_tip"], view["server_from"] = event["tip"], event["from"]
        if what in ("showdown", "withdrawn"):
            if view["now"].get("phase") != "bidding":
                tour["bids"] = []
                tour.pop("hand", None)
                tour.pop("sealed", None)
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

    def _new_chains(self):
        """The tips of new chains: one, and at a sealed table a closed one."""
        return self._use(new_chains(self.view["settings"]))

    def _use(self, chains):
        kinds = {"tip": self._chains, "closed": self._closed_chains}
        for kind, chain in chains.items():
            kinds[kind][chain.tip] = chain
        return {kind: chain.tip for kind, chain in chains.items()}

    async def _give_link(self):
        """Gives our link for the coming throw, if we have dice in the tour, and never one for a later throw."""
        throw, chair, dice = self.now.get("throw"), self.you["chair"], self.now.get("dice") or []
        if throw is None or chair is None or throw != self.witness.asked:
            return
        link = self._our_link(throw) if chair < len(dice) and dice[chair] > 0 else None
        if link is None or self._links_sent.get(throw) is self._socket:
            return
        if throw not in self._links_sent and not self.receipts.may_give():
            unsigned = "the server signs for links, but sends no receipts for ours: it gets no more of them"
            return self._fault(unsigned) if self.receipts.owed and unsigned not in self.faults else None
        self._links_sent = {throw: self._socket}
        await self._send(json.dumps({"type": "link", "throw": throw, "link": link}))

    async def _show(self):
        """After a call at a sealed table: shows the closed link of the round, and never any other."""
        under, closed = self.witness.under, self._closed_link()
        if self.now.get("phase") != "showing" or closed is None or self.faults:
            return
        if self._shown != (under["number"], self._socket):
            self._shown = (under["number"], self._socket)
            await self._send(json.dumps({"type": "show", "throw": under["number"], "link": closed}))

    def _own_seat(self):
        own = [seat for seat, (person, _) in enumerate(self.witness.seats) if person == self.you["person"]]
        return own[0] if own and self.you["person"] is not None else None

    def _closed_link(self):
        """Our closed link for the dice under the cups, if there are any of ours."""
        under, seat = self.witness.under, self._own_seat()
        since, tip = (under["cups"].get(seat) if under else None) or (None, None)
        chain = self._closed_chains.get(tip)
        return chain.link(under["number"]) if chain is not None and chain.since == since else None

    def _look_under_the_cup(self):
        """At a sealed table nobody sends us our dice: we compute them."""
        tour, throw = self.view.get("tour") or {}, self.view["throws"]
        if "sealed" not in tour:
            return
        if self.witness.under is None:  # we come while the dice are under the cups already
            links, cups = tour["sealed"]["links"], self._cups(tour["sealed"]["cups"])
            opened = [(self._seats_of([chair])[0], link) for chair, link in links["chairs"]]
            thrown = {"number": throw, "dice": self._by_seat(self.now["dice"])}
            self.witness.lead_back(None, throw, links["server"], "the server")
            self.witness.seal(thrown, links["server"], sorted(opened), cups)
        closed = self._closed_link()
        if closed is not None:
            tour["hand"] = self.witness.hand(self._own_seat(), closed)

    def _cups(self, cups):
        return {self._seats_of([cup["chair"]])[0]: (cup["from"], cup["tip"]) for cup in cups}

    async def _check_log(self, since, tip, again=False):
        """The server's tip must be in its public log, which must begin with the log that we saw last."""
        key = self.receipts.key
        if key is None:
            return None
        seen = self.heads.get(key)
        path = f"/api/tables/{self.table}/tips?since={seen['size'] if seen else 0}"
        try:
            answer = await asyncio.get_running_loop().run_in_executor(None, ask, self.server, path)
            head = check_log(answer, key, seen, self.table, since, tip)
        except NotThere as error:
            if again:
                return self._fault(str(error))
            await asyncio.sleep(5)  # the tip of a table of older times may be on its way into the log
            return await self._check_log(since, tip, True)
        except Refused as error:  # who does not answer is not accused of anything
            return self._fault("the log of tips got shorter") if error.error == "no-such-head" else None
        except PerudoError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            return self._fault(f"the server's log of tips: {error}")
        if head["size"] >= self.heads.get(key, head)["size"]:
            self.heads[key] = head
        return None

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
            tips = event.get("bot_tips") or []
            self.witness.bot_tips = {self._seats_of([chair])[0]: (self.now["throw"], tip) for chair, tip in tips}
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
            if "cups" in event:
                self._open(event["links"], None, self._cups(event["cups"]))
                self._look_under_the_cup()
            self._renew_chain()
        elif what == "bid" and self._called:
            self._fault("dice were to be shown, and the bidding went on")
        elif what in ("showdown", "withdrawn") and event.get("links"):
            if event["links"].get("closed"):
                closed = [(self._seats_of([chair])[0], link) for chair, link in event["links"]["closed"]]
                self.witness.shown(closed, self._by_seat(event["hands"]))
            self._open(event["links"], event.get("hands"))
        self._called = what == "called" or self._called and what not in ("rolled", "showdown", "withdrawn")
        if "throw" in self.now and self._now_seq == self.seq:
            self.witness.ask(self.now["throw"])

    def _check_tip(self, event):
        holder, name = event.get("person"), event.get("name") or "the server"
        if holder is not None and "name" not in event:
            name = next((one["name"] for one in self.view["people"] if one["person"] == holder), f"person {holder}")
        self._counts(event.get("tip"), event.get("closed"), event["from"])
        self.witness.show_tip(holder, event["from"], event.get("tip"), name)
        if "closed" in event:
            self.witness.show_closed_tip(holder, event["from"], event["closed"], name)
        if holder is None:
            self.spawn(self._check_log(event["from"], event["tip"]))

    def _counts(self, tip, closed, since):
        """Chains of ours count from a throw on. That never changes, whatever the server says later."""
        for chain in (self._chains.get(tip), self._closed_chains.get(closed)):
            if chain is not None and chain.since is None:
                chain.since = since

    def _open(self, links, hands, cups=None):
        thrown = self.witness.cups
        opened = [(self._seats_of([chair])[0], link) for chair, link in links["chairs"]]
        withheld = self._seats_of(links["withheld"])
        hands = None if hands is None else self._by_seat(hands)
        self.witness.open(links.get("server"), opened, withheld, hands, cups)
        if thrown is not None:
            self._count_ours(thrown["number"], opened, withheld, links.get("run"))

    def _count_ours(self, throw, opened, withheld, run):
        """Whether our link is in a throw."""
        seat, ours = self._own_seat(), self._our_link(throw)
        if seat is None:
            return
        mine = dict(opened).get(seat)
        if mine is not None and mine == ours:
            self.used += 1
            self.receipts.owed |= not self.receipts.has(throw, run)
        elif mine is not None and ours is not None:
            self._fault(f"throw {throw} has a link in my name that is not mine")
        elif ours is not None and seat in withheld and self.receipts.has(throw, run):
            self._fault(f"my link for throw {throw} was left out, and the server had signed for it")
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
            refusal = Refused(json.loads(error.read()))
        except (ValueError, KeyError):
            refusal = PerudoError(str(error))
        raise refusal from None
    except (OSError, ValueError) as error:
        raise PerudoError(f"{server} does not answer as a Perudo server: {error}") from None


def new_chains(settings):
    """Chains of our own for a table with these settings: one, and at a sealed table a closed one."""
    sealed = settings.get("dice", "open") != "open"
    return {kind: Chain() for kind in (("tip", "closed") if sealed else ("tip",))}


def make_table(server, name, guest, settings, bots, chains=()):
    """Makes a table with its first player and some bots; returns its link. The chains are for the player's Client."""
    body = {"guest": guest, "name": name, "settings": settings, "bots": bots}
    body.update((kind, chain.tip) for kind, chain in dict(chains).items())
    return ask(server, "/api/tables", body)["link"]
