"""The games before OpenSpiel's own tests, and its CFR beside our solver."""

import pyspiel
import pytest

import perudo
import perudo.openspiel

GAMES = [
    "python_perudo_round",
    "python_perudo_round(opener_dice=2,other_dice=1,rules=classic)",
    "python_perudo_round(opener_dice=1,other_dice=1,rules=classic,kind=maputo)",
    "python_perudo_round(opener_dice=2,other_dice=2,rules=calza)",
    "python_perudo(rules=classic/dice:1,players=3)",
    "python_perudo(rules=tournament/dice:2,players=2)",
    "python_perudo(rules=calza/dice:2,players=3,max_rounds=6)",
    "python_perudo(rules=international,players=4)",
]


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_nothing(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("opener", "other"), [(1, 1), (2, 1)])
def test_openspiels_cfr_finds_the_value_that_our_solver_finds(opener: int, other: int) -> None:
    """In maputo, whose trees are small: examples/openspiel/perudo_round.py does the same with a final."""
    name = f"python_perudo_round(opener_dice={opener},other_dice={other},rules=classic,kind=maputo)"
    tree = perudo.openspiel.tree(pyspiel.load_game(name))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]
    nash_conv = pyspiel.nash_conv(tree, policy, True)
    ours = perudo.RoundSolver((opener, other), "classic", kind="maputo").solve(1e-5)
    assert nash_conv < 0.03
    assert value == pytest.approx(ours.value, abs=nash_conv + 2e-5)


def test_actions_have_the_numbers_of_a_table() -> None:
    table = perudo.Table("classic dice=3", 4)
    names = [table.action_name(number) for number in range(table.action_count)]
    assert perudo.openspiel.action_names(12) == names
    assert [table.action_number(name) for name in names] == list(range(len(names)))


def test_what_a_player_knows_has_no_dice_of_others() -> None:
    game = pyspiel.load_game("python_perudo_round(opener_dice=2,other_dice=2)")

    def known(opener: str, other: str) -> list[str]:
        state = game.new_initial_state()
        for die in opener + other:
            state.apply_action(int(die) - 1)
        state.apply_action(state.legal_actions()[0])
        return [state.information_state_string(player) for player in range(2)]

    first, second = known("12", "34"), known("21", "56")
    assert first[0] == second[0], "the order of dice means nothing"
    assert first[1] != second[1]


@pytest.mark.parametrize(
    "name",
    [
        "python_perudo(players=1)",
        "python_perudo(players=9)",
        "python_perudo(rules=nonsense)",
        "python_perudo_round(opener_dice=9)",
        "python_perudo_round(kind=maputo)",
    ],
)
def test_games_that_cannot_be_are_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(Exception, match=r"\w+ \w+"):
        pyspiel.load_game(name)
