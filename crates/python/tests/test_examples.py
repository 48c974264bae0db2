"""What the documents show, and the examples."""

import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import perudo
from perudo import drawing, notebook

REPOSITORY = Path(__file__).parent.parent.parent.parent


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, REPOSITORY / "examples" / "python" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def blocks() -> Iterator[Any]:
    for document in (REPOSITORY / "docs" / "python.md", REPOSITORY / "crates" / "python" / "README.md"):
        text = document.read_text(encoding="utf-8")
        for block in re.finditer(r"```python\n(.*?)```", text, re.DOTALL):
            line = text.count("\n", 0, block.start(1)) + 1
            yield pytest.param(block[1], id=f"{document.name}:{line}")


@pytest.mark.parametrize("block", blocks())
@pytest.mark.filterwarnings("ignore")
def test_what_the_documents_show_runs(block: str) -> None:
    exec(compile(block, "docs", "exec"), {})


def test_policies_of_ones_own_are_measured() -> None:
    policies = example("exploitability")
    losses = [
        perudo.exploitability(policy, (1, 1), "tournament") for policy in (policies.perfect, policies.cautious, policies.honest)
    ]
    assert losses[0] < 0.001 < min(losses[1:])


def test_the_agent_learns() -> None:
    """Not yet to win, which takes a minute or two: but soon a decision costs it less."""
    ppo = example("ppo")
    chance = np.random.default_rng(1)
    env = perudo.VectorEnv(64, 2, "tournament", opponents=[None, "novice"], seed=1, threads=1)
    agent = ppo.new_agent(env, 1)
    rewards = [ppo.learn(agent, env, chance)[2] for _ in range(60)]
    assert sum(rewards[-10:]) > 0.85 * sum(rewards[:10]), rewards
    assert sum(rewards[:10]) < 0, "whoever has learnt nothing loses"


def test_a_slope_that_was_worked_out_by_hand_is_the_slope() -> None:
    """The loss falls along it by as much as it says."""
    ppo = example("ppo")
    chance = np.random.default_rng(2)
    agent = ppo.Agent(5, 4, 3)
    inputs = chance.standard_normal((8, 5)).astype(np.float32)
    _, _, layers = agent.forward(inputs)
    slope = chance.standard_normal((8, 5)).astype(np.float32)
    before = [weights.copy() for weights in agent.weights]
    agent.descend(layers, slope)
    agent.weights, moved = before, [(new - old) for new, old in zip(agent.weights, before, strict=True)]
    for index, (row, column) in [(0, (2, 7)), (1, (5, 3)), (2, (9, 1))]:
        small = 1e-2
        losses = []
        for sign in (1, -1):
            agent.weights[index][row, column] += sign * small
            logits, values, _ = agent.forward(inputs)
            losses.append(float((np.concatenate([logits, values[:, None]], axis=1) * slope).sum()))
            agent.weights[index][row, column] -= sign * small
        numeric = (losses[0] - losses[1]) / (2 * small)
        first = agent.moments[index][0][row, column] / 0.1
        assert first == pytest.approx(numeric, rel=0.05, abs=1e-3)
        assert np.sign(moved[index][row, column]) == -np.sign(numeric)


def test_a_game_in_a_notebook_refuses_with_a_reason_and_hides_dice(capsys: pytest.CaptureFixture[str]) -> None:
    bot = perudo.Bot("steady")
    seen: list[perudo.View] = []
    typed: list[str] = []

    def ask(prompt: str) -> str:
        # First something that is never legal, then what a bot would do.
        typed.append("99x6" if len(typed) % 2 == 0 else bot.decide(seen[-1]))
        return typed[-1]

    game = notebook.play(["novice", "random"], "classic dice=2", seed=3, ask=ask, show=seen.append)
    told = capsys.readouterr().out
    assert game.winner is not None and "(R22)" in told
    assert notebook.play(seed=1, ask=lambda prompt: "stop", show=seen.append).winner is None


def test_a_table_is_drawn_as_text_image_and_picture() -> None:
    for players in (2, 20):
        game = perudo.Game("dudo dice=10", players, seed=2)
        game.deal()
        game.act("3x4")
        view = game.view()
        text = drawing.tell(view)
        assert text.count("player_") == players and "3x4" in text
        image = drawing.draw(view)
        assert image.ndim == 3 and image.dtype == np.uint8 and image.std() > 5
        picture = view._repr_svg_()
        assert picture.startswith("<svg") and picture.count("<circle") >= 10
        assert (drawing.draw(view) == image).all()
        others = [hand for seat, hand in enumerate(game.hands or []) if seat != view.seat]
        assert all(hand not in text for hand in others)


def test_the_cells_of_the_notebook_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook.play, "__kwdefaults__", {**(notebook.play.__kwdefaults__ or {}), "ask": lambda prompt: "stop"})
    cells = json.loads((REPOSITORY / "examples" / "python" / "notebook.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert isinstance(names["game"], perudo.Game)
