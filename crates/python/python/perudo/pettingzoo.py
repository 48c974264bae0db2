"""Perudo as a PettingZoo environment (`pip install perudo[pettingzoo]`).

    from perudo import pettingzoo

    env = pettingzoo.env(rules="tournament", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

A step is a decision: a bid, a doubt, a calza, or the answer to whether a round is to be maputo. Dice are thrown by the
environment. The winner of the tour gets 1, all others together −1. What the numbers of observations and actions mean is in
docs/python.md.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from perudo._native import Rules, Table
from perudo.drawing import draw, tell
from perudo.errors import PerudoError

__all__ = ["env", "parallel_env", "raw_env"]

Observation = dict[str, NDArray[Any]]

_MASK = np.dtype(np.int8)
_AFTER_RESET = frozenset(
    ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
)


def env(**options: Any) -> raw_env:
    """The environment as agents that learn want it: who does what is not legal loses the game, which ends there.

    It keeps the promises of the wrappers that environments of PettingZoo come in, without their cost, which is ten times that
    of a step: illegal actions end the game, nothing can be asked before the first reset, and a step after the end is a warning.
    """
    return raw_env(**options, raises=False)


def parallel_env(**options: Any) -> Any:
    """The same for all agents at a time; only the action of the one whose turn it is counts."""
    return turn_based_aec_to_parallel(env(**options))


class Actions(gymnasium.spaces.Discrete):  # type: ignore[misc]
    """The numbers of actions. It does what its parent does, more quickly where random play spends most of its time."""

    def sample(self, mask: NDArray[np.int8] | None = None, **more: Any) -> np.int64:
        """A number, or with a mask one of those that are legal, each with the same chance."""
        if type(mask) is np.ndarray and mask.dtype is _MASK and mask.ndim == 1 and mask.size == self.n and not more:
            legal = mask.nonzero()[0]
            if legal.size:
                return legal[int(self.np_random.random() * legal.size)]  # type: ignore[no-any-return]
        # The parent knows what to do about anything unusual, and says what is wrong.
        return super().sample(mask, **more)  # type: ignore[no-any-return]

    def contains(self, x: Any) -> bool:
        """Whether it is one of the numbers."""
        if type(x) is np.int64 or type(x) is int:
            return bool(0 <= x < self.n)
        return super().contains(x)  # type: ignore[no-any-return]


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """The environment itself: an illegal action raises `perudo.IllegalError` with the referee's reason."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "perudo_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | str = "tournament",
        players: int = 2,
        render_mode: str | None = None,
        max_rounds: int = 1000,
        raises: bool = True,
    ) -> None:
        super().__init__()
        self._raises = raises
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"no render mode is called {render_mode!r}; there are {modes}")
        self.render_mode = render_mode
        self.table = Table(rules, players, max_rounds=max_rounds)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        length, actions = self.table.observation_length, self.table.action_count
        self._observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 255, (length,), np.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: Actions(actions) for agent in self.possible_agents}

    def __getattr__(self, name: str) -> Any:
        """What is not there before the first reset."""
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} is not known before reset()")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What the agent sees: numbers, and 1 for each action that is legal."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """What the agent may do, legal or not."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new tour; with a seed, the tour of that seed."""
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.turn or 0]

    def observe(self, agent: str) -> Observation:
        """What the agent sees now. Nothing is legal for those whose turn it is not."""
        observation, mask = self.table.observe(self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent whose turn it is decides; None once it has finished."""
        agent = self.agent_selection
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has not finished: its action must be a number")
        table = self.table
        try:
            table.step(action)
        except PerudoError:
            if self._raises:
                raise
            self._finish([-1.0 if name == agent else 0.0 for name in self.possible_agents], True)
        else:
            turn = table.turn
            if turn is None:
                self._finish(table.rewards, table.winner is not None)
            else:
                self.agent_selection = self.possible_agents[turn]
                self._cumulative_rewards[agent] = 0.0
        if self.render_mode == "human":
            self.render()

    def _finish(self, rewards: list[float], terminated: bool) -> None:
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = terminated
            self.truncations[agent] = not terminated

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table with the dice of whoever must decide: text (`ansi`), an image (`rgb_array`), or printed (`human`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("Rendering takes a render_mode: human, ansi or rgb_array.")
            return None
        if self.render_mode == "rgb_array":
            return draw(self.table.view())
        text = tell(self.table.view())
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""
