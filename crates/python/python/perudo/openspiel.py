"""Perudo as games of OpenSpiel (`pip install perudo[openspiel]`). Importing this module registers them:

- `python_perudo`, a whole tour of 2 to 20 players: `players`, `rules`, and `max_rounds`, after which nobody wins;
- `python_perudo_round`, one round of two players: `opener_dice`, `other_dice`, `rules`, `kind` (final or maputo).

    import pyspiel
    import perudo.openspiel

    game = pyspiel.load_game("python_perudo_round(opener_dice=2,other_dice=1,rules=classic)")

OpenSpiel's texts of games use `=` and `,` themselves: axes are written `rules=classic/dice:3/calza:on` here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from perudo._native import Game, Rules

__all__ = ["PerudoGame", "PerudoRound", "PerudoState", "action_names", "tree"]

_CALLS = ("dudo", "calza", "maputo", "pass")


def _rules(text: str) -> Rules:
    return Rules(text.replace("/", " ").replace(":", "="))


def action_names(dice: int) -> list[str]:
    """The actions of a table with so many dice, in the order of their numbers: the same as those of `perudo.Table`."""
    bids = [f"{count}x{face}" for face in range(1, 7) for count in range(1, dice + 1)]
    return [*bids, *_CALLS]


def _type(short: str, long: str, most: int, tensor: bool, parameters: dict[str, Any]) -> Any:
    return pyspiel.GameType(
        short_name=short,
        long_name=long,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        default_loadable=True,
        parameter_specification=parameters,
    )


_TOUR_PARAMETERS: dict[str, Any] = {"players": 2, "rules": "tournament", "max_rounds": 200}
_ROUND_PARAMETERS: dict[str, Any] = {
    "opener_dice": 1,
    "other_dice": 1,
    "rules": "tournament",
    "kind": "final",
}
_TOUR = _type("python_perudo", "Perudo", 20, False, _TOUR_PARAMETERS)
_ROUND = _type("python_perudo_round", "A round of Perudo", 2, True, _ROUND_PARAMETERS)


class _Game(pyspiel.Game):  # type: ignore[misc]
    """What both games share."""

    def __init__(self, kind: Any, params: dict[str, Any], players: int, dice: int, longest: int, lowest: float) -> None:
        self.players = players
        self.dice = dice
        self.names = action_names(dice)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.names),
            max_chance_outcomes=max(6, players),
            num_players=players,
            min_utility=lowest,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(kind, info, params)

    def begin(self) -> Game:
        """A referee who waits for the first dice."""
        raise NotImplementedError

    def is_over(self, game: Game) -> bool:
        """Whether nobody decides any more."""
        raise NotImplementedError

    def payoffs(self, game: Game) -> list[float]:
        """What each player gets at the end."""
        raise NotImplementedError

    def new_initial_state(self) -> PerudoState:
        return PerudoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class PerudoGame(_Game):
    """A whole tour: the winner gets 1, all others together −1."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = _TOUR_PARAMETERS | (params or {})
        self.rules = _rules(params["rules"])
        players = int(params["players"])
        # The referee knows how many may play, and says so.
        Game(self.rules, players)
        dice = players * self.rules.dice
        # Every round costs a die, except that a calza may win one back: then only max_rounds ends the tour for sure.
        self.max_rounds = int(params["max_rounds"])
        if self.rules.axes["calza"] == "off":
            self.max_rounds = min(self.max_rounds, dice)
        longest = self.max_rounds * (6 * dice + players + 1)
        super().__init__(_TOUR, params, players, dice, longest, -1.0)

    def begin(self) -> Game:
        return Game(self.rules, self.players)

    def is_over(self, game: Game) -> bool:
        return game.winner is not None or game.round > self.max_rounds

    def payoffs(self, game: Game) -> list[float]:
        if game.winner is None:
            return [0.0] * self.players
        others = -1.0 / (self.players - 1)
        return [1.0 if seat == game.winner else others for seat in range(self.players)]


class PerudoRound(_Game):
    """One round of two players: who loses a die gets −1, the other 1. A die gained by calza is one that the other loses.

    The opener is player 0.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = _ROUND_PARAMETERS | (params or {})
        self.rules = _rules(params["rules"])
        self.kind = params["kind"]
        self.start = [int(params["opener_dice"]), int(params["other_dice"])]
        started = self.begin()
        if started.kind != self.kind:
            raise ValueError(f"with the dice {self.start} these rules play no {self.kind} round of two players")
        dice = sum(self.start)
        super().__init__(_ROUND, params, 2, dice, 6 * dice + 1, -1.0)

    def begin(self) -> Game:
        game = Game(self.rules, 2)
        game.set_dice(self.start)
        game.start(0, lost=True)
        while game.phase == "declaring":
            game.act("maputo" if self.kind == "maputo" else "pass")
        return game

    def is_over(self, game: Game) -> bool:
        return game.reveal is not None

    def payoffs(self, game: Game) -> list[float]:
        shown = game.reveal
        if shown is None:
            return [0.0, 0.0]
        loser = shown["loser"] if shown["loser"] is not None else 1 - (shown["gainer"] or 0)
        return [-1.0, 1.0] if loser == 0 else [1.0, -1.0]


class PerudoState(pyspiel.State):  # type: ignore[misc]
    """A game between the referee's Game and OpenSpiel. Dice fall one by one, the first seat's first."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.referee = game.begin()
        # Dice of this roll so far.
        self.rolled = ""
        # What everyone heard, and the hands of all players at each roll: everyone may know their own.
        self.heard: list[str | list[str]] = []

    def current_player(self) -> int:
        game = self.get_game()
        if game.is_over(self.referee):
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.referee.turn
        return int(pyspiel.PlayerId.CHANCE) if turn is None else turn

    def is_terminal(self) -> bool:
        return bool(self.get_game().is_over(self.referee))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        # The draw has the same chance for all, so one outcome a seat is enough.
        outcomes = self.get_game().players if self.referee.phase == "draw" else 6
        return [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        numbers = self.get_game().numbers
        return sorted(numbers[name] for name in self.referee.legal)

    def _apply_action(self, action: int) -> None:
        referee = self.referee
        if referee.turn is not None:
            name = self.get_game().names[action]
            self.heard.append(f"{referee.turn}:{name}")
            round_before = referee.round
            referee.act(name)
            shown = referee.reveal
            if shown is not None and (referee.round != round_before or referee.winner is not None):
                self.heard.append("show:" + "/".join(shown["hands"]))
        elif referee.phase == "draw":
            self.heard.append(f"{action}:opens")
            referee.start(action)
        else:
            self.rolled += str(action + 1)
            if len(self.rolled) == referee.in_play:
                self._roll()

    def _roll(self) -> None:
        hands, place = [], 0
        for count in self.referee.dice:
            hands.append("".join(sorted(self.rolled[place : place + count])))
            place += count
        self.rolled = ""
        self.referee.roll(hands)
        self.heard.append(hands)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.get_game().names[action])
        return f"seat {action} opens" if self.referee.phase == "draw" else f"die {action + 1}"

    def returns(self) -> list[float]:
        game = self.get_game()
        return list(game.payoffs(self.referee)) if self.is_terminal() else [0.0] * game.players

    def __str__(self) -> str:
        told = [part if isinstance(part, str) else "/".join(part) for part in self.heard]
        return " ".join([*told, self.rolled]).strip()


class _Observer:
    """What a player knows: everything so far (perfect recall), or the round as it stands."""

    def __init__(self, game: _Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, and these were passed: {params}")
        self.kind = kind
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        pieces = [("player", (game.players,))]
        if self.private:
            pieces.append(("hand", (6,)))
        if kind.public_info:
            pieces.append(("dice", (game.players,)))
            # For each bid of the round its place in it, as a share of all; then, whose the latest is.
            pieces.append(("bids", (6 * game.dice,)))
            pieces.append(("standing", (game.players,)))
        sizes = [int(np.prod(shape)) for _, shape in pieces]
        self.numbers = game.numbers
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for (name, shape), size in zip(pieces, sizes, strict=True):
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: PerudoState, player: int) -> None:
        self.tensor.fill(0)
        referee = state.referee
        self.dict["player"][player] = 1
        if self.private and referee.hands:
            for die in referee.hands[player]:
                self.dict["hand"][int(die) - 1] += 1
        if "dice" in self.dict:
            self.dict["dice"][:] = referee.dice
            bids = referee.bids
            for place, (bid, _) in enumerate(bids):
                self.dict["bids"][self.numbers[bid]] = (place + 1) / len(bids)
            if bids:
                self.dict["standing"][bids[-1][1]] = 1

    def string_from(self, state: PerudoState, player: int) -> str:
        referee = state.referee
        parts = [f"p{player}"]
        if self.kind.perfect_recall:
            for part in state.heard:
                if isinstance(part, str):
                    if self.kind.public_info:
                        parts.append(part)
                elif self.private:
                    parts.append(part[player] or "-")
        else:
            if self.private and referee.hands:
                parts.append(referee.hands[player] or "-")
            if self.kind.public_info:
                parts.append("dice:" + "/".join(map(str, referee.dice)))
                parts.append(referee.kind if referee.phase != "declaring" else "declaring")
                parts.extend(f"{bidder}:{bid}" for bid, bidder in referee.bids)
        return " ".join(parts)


def tree(game: pyspiel.Game) -> Any:
    """The same game as a tree of OpenSpiel's own, whose algorithms then run in C++ alone. For small rounds."""
    players = " ".join(f'"player {player}"' for player in range(game.num_players()))
    lines = [f'EFG 2 R "{game.get_type().short_name}" {{ {players} }}']
    known: list[dict[str, int]] = [{} for _ in range(game.num_players())]
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        player, number = state.current_player(), len(lines)
        if state.is_terminal():
            lines.append(f't "" {number} "" {{ {" ".join(map(str, state.returns()))} }}')
            continue
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            actions = [action for action, _ in outcomes]
            named = " ".join(f'"{action}" {chance:.16f}' for action, chance in outcomes)
            lines.append(f'c "" {number} "" {{ {named} }} 0')
        else:
            actions = state.legal_actions()
            told = known[player].setdefault(state.information_state_string(), len(known[player]) + 1)
            named = " ".join(f'"{state.action_to_string(player, action)}"' for action in actions)
            lines.append(f'p "" {player + 1} {told} "" {{ {named} }} 0')
        # The first action's branch comes first.
        waiting.extend(state.child(action) for action in reversed(actions))
    return pyspiel.load_efg_game("\n".join(lines) + "\n")


pyspiel.register_game(_TOUR, PerudoGame)
pyspiel.register_game(_ROUND, PerudoRound)
