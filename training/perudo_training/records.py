"""Tables of the simulator as records, and what the real program must say about them."""

import json
import subprocess
from pathlib import Path

import torch

from .rules import BIDS, CALZA, DUDO, FACES, MAPUTO, NEVER, OFFSETS, PASS, PRESETS

NAMES = [f"p{i}" for i in range(20)]
CALLS = {DUDO: "dudo", CALZA: "calza", MAPUTO: "maputo", PASS: "pass"}
PROGRAM = Path(__file__).resolve().parent.parent.parent / "target/release/perudo"
RECORDS_A_CALL = 500


def rules_line(axes, dice_each):
    """The preset that these axes are, or all axes."""
    for name, preset in PRESETS.items():
        if preset == [int(axis) for axis in axes]:
            return f"rules {name} dice={dice_each}" + (" players=20" if name == "tournament" else "")
    open_aces, leave_double, auto, declared, once, final, three_singles, calza = axes
    values = {
        "players": 20,
        "dice": dice_each,
        "open-aces": yes_or_no(open_aces),
        "leave-aces": "double" if leave_double else "double-plus-one",
        "maputo": "auto" if auto else "declared" if declared else "off",
        "maputo-limit": "once" if once else "none",
        "maputo-final": yes_or_no(final),
        "maputo-three-singles": yes_or_no(three_singles),
        "calza": "on" if calza else "off",
    }
    return "rules tournament " + " ".join(f"{name}={value}" for name, value in values.items())


def yes_or_no(flag):
    return "yes" if flag else "no"


def bid_text(count, face):
    return f"{count}x{face + 1}"


def action_text(action, count, face):
    """As a record spells it; count and face are those of the bid, if it is one."""
    return bid_text(count, face) if action < BIDS else CALLS[action]


def roll_line(dice, hands):
    parts = []
    for name, number, hand in zip(NAMES, dice, hands, strict=False):
        if number > 0:
            parts.append(f"{name}:" + "".join(str(face + 1) * hand[face] for face in range(FACES)))
    return "roll " + " ".join(parts)


class Record:
    """The record of one table, and what is expected of its replay."""

    def __init__(self, state, table):
        self.table = table
        dice = state.dice[table].tolist()
        self.players = max(seat for seat, number in enumerate(dice) if number > 0) + 1
        names = NAMES[: self.players]
        self.lines = [
            "perudo 1",
            rules_line(state.axes[table].tolist(), int(state.dice_each[table])),
            "seats " + " ".join(names),
            "dice " + " ".join(f"{name}:{number}" for name, number in zip(names, dice, strict=False)),
        ]
        used = [name for seat, name in enumerate(names) if state.used[table, seat]]
        if used:
            self.lines.append("used " + " ".join(used))
        start = "lost " if state.lost[table] else "start "
        self.lines.append(start + NAMES[int(state.opener[table])])
        self.rolled = False
        self.reveal = None

    def text(self):
        return "\n".join(self.lines) + "\n"

    def before_decision(self, state, least):
        """Writes the roll, if there is one, and returns what the program must say now."""
        table = self.table
        declaring, dice = bool(state.declaring[table]), state.dice[table].tolist()
        if not declaring and not self.rolled:
            self.lines.append(roll_line(dice, state.hands[table].tolist()))
            self.rolled = True
        count, face = int(state.count[table]), int(state.face[table])
        two = sum(number > 0 for number in dice) == 2
        return dict(
            ok=True,
            phase="declaring" if declaring else "bidding",
            turn=NAMES[int(state.turn[table])],
            kind="maputo" if state.maputo[table] else "final" if two else "normal",
            opener=NAMES[int(state.opener[table])],
            bid=bid_text(count, face) if count > 0 else None,
            dice={NAMES[seat]: dice[seat] for seat in range(self.players)},
            legal=self.legal(state, least),
            reveal=self.reveal,
            winner=None,
        )

    def legal(self, state, least):
        """All legal actions; the mask must have the same, but for jumps that have no action."""
        dice, declaring = int(state.dice[self.table].sum()), bool(state.declaring[self.table])
        mask, least = state.legal(least)[self.table].tolist(), least[self.table].tolist()
        legal = [
            bid_text(count, face)
            for count in range(1, dice + 1)
            for face in range(FACES)
            if not declaring and least[face] < NEVER and count >= least[face]
        ]
        masked = {
            bid_text(least[action // OFFSETS] + action % OFFSETS, action // OFFSETS)
            for action in range(BIDS)
            if mask[action]
        }
        if not masked <= set(legal) or (dice <= OFFSETS and masked != set(legal)):
            raise AssertionError(f"the mask has {sorted(masked)}, legal are {legal}")
        return legal + [text for action, text in CALLS.items() if mask[action]]

    def act(self, turn, action, happened):
        """Writes the action. If the tour is over, returns what the program must say."""
        table = self.table
        bid = int(happened["bid_count"][table]), int(happened["bid_face"][table])
        self.lines.append(f"{NAMES[turn]} {action_text(action, *bid)}")
        if happened["ended"][table]:
            self.rolled = False
            who, gains = NAMES[int(happened["who"][table])], bool(happened["gains"][table])
            self.reveal = dict(
                count=int(happened["matching"][table]),
                caller=NAMES[turn],
                call=CALLS[action],
                loser=None if gains else who,
                gainer=who if gains else None,
            )
        if not happened["over"][table]:
            return None
        dice = happened["next"]["dice"][table].tolist()
        return dict(
            ok=True,
            phase="over",
            winner=NAMES[dice.index(max(dice))],
            legal=[],
            dice={NAMES[seat]: dice[seat] for seat in range(self.players)},
            reveal=self.reveal,
        )


def difference(expected, answer):
    """The first field in which the program's answer is not as expected, in words."""
    for name, value in expected.items():
        got = answer.get(name)
        if name == "reveal" and value is not None and got:
            got = {part: got[part] for part in value}
        if got != value:
            return f"{name}: simulator {value}, program {got}"
    return None


def disagreements(program, jobs, folder):
    """Replays records (text, expected answer) by `perudo check`. Those that disagree: what, text, answer."""
    paths = [Path(folder) / f"g{i}.perudo" for i in range(len(jobs))]
    for path, (text, _) in zip(paths, jobs, strict=True):
        path.write_text(text)
    found = []
    for low in range(0, len(jobs), RECORDS_A_CALL):
        some, files = jobs[low : low + RECORDS_A_CALL], paths[low : low + RECORDS_A_CALL]
        output = subprocess.run([program, "check", "--json", *files], capture_output=True, text=True).stdout
        for (text, expected), line in zip(some, output.strip().split("\n"), strict=True):
            answer = json.loads(line)
            what = difference(expected, answer)
            if what:
                found.append((what, text, answer))
    return found


def low_actions(legal, falling):
    """Random legal actions that prefer low bids, so that rounds grow long: each count above the least is
    `falling` times as likely as the one below."""
    weights = torch.ones(legal.shape)
    weights[:, :BIDS] = falling ** (torch.arange(BIDS) % OFFSETS).float()
    weights[:, DUDO] = 0.7
    return torch.multinomial(weights * legal.float(), 1).squeeze(1)
