"""Plays a match, and often looks at the table anew, as the same guest over a second connection."""
import asyncio, copy, json, sys
import websockets
from perudo_client import PerudoError, make_table, parse_url
from play import Odds

def known(view):
    return copy.deepcopy(view)

class Keeper(Odds):
    views, compared = {}, 0

    def heard(self, event, now):
        super().heard(event, now)
        self.views[self.seq] = known(self.view)
        if self.seq % 6 == 0 and self.compared < 30 and self.view["stage"] == "playing":
            self.compared += 1
            self.spawn(self.compare())

    async def compare(self):
        url = f"{self.server.replace('http', 'ws')}/api/tables/{self.table}/ws"
        async with websockets.connect(url) as socket:
            await socket.send(json.dumps({"type": "hello", "protocol": 1, "guest": self.guest}))
            welcome = json.loads(await socket.recv())
        while self.seq < welcome["seq"]:
            await asyncio.sleep(0)
        view = known(welcome["view"])
        kept = self.views[welcome["seq"]]
        for field in {**view, **kept}:
            if view.get(field) != kept.get(field):
                raise PerudoError(f"{field}: kept {kept.get(field)}, is {view.get(field)}")

server, guest = parse_url(sys.argv[1])[0], sys.argv[2]
settings = {"rules": "calza dice=2", "seats": 3, "tours": 3, "speed": "instant"}
keeper = Keeper(make_table(server, "anna", guest, settings, ["steady", "novice"]), "anna", guest=guest)
keeper.starts = True
asyncio.run(keeper.run())
print("compared", keeper.compared)
