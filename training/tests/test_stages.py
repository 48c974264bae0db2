import unittest
from pathlib import Path

from perudo_training.config import Config, with_settings
from perudo_training.stages import Plan

PLAN = Plan.read(Path(__file__).resolve().parent.parent / "stages.toml")


class Stages(unittest.TestCase):
    def test_every_setting_is_one_of_the_trainer(self):
        for stage in PLAN.stages:
            with self.subTest(stage.name):
                command = stage.command("runs")
                config = with_settings(Config(), command[command.index("--set") + 1 :])
                for name, value in stage.settings.items():
                    value = tuple(value) if isinstance(value, list) else value
                    self.assertEqual(getattr(config, name), value)

    def test_a_stage_starts_from_earlier_ones(self):
        done = set()
        for group in PLAN.groups():
            for stage in group:
                with self.subTest(stage.name):
                    self.assertLessEqual(set(stage.needs()), done)
            done |= {stage.name for stage in group}
        self.assertLessEqual(set(PLAN.export.values()), done)

    def test_the_duellists_and_the_network_for_tables_train_at_once(self):
        together = [[stage.name for stage in group] for group in PLAN.groups() if len(group) > 1]
        self.assertEqual(together, [["g1", "g2", "h"]])

    def test_a_command(self):
        stage = next(stage for stage in PLAN.stages if stage.name == "k0")
        command = " ".join(stage.command("out"))
        self.assertTrue(
            command.startswith(
                "train.py --seconds 72 --seed 20 --teacher out/j/last.pt"
                " --hold out/h/last.pt out/g1/last.pt out/g2/last.pt --copy out/j/last.pt"
                " --out out/k0 --set tables=32768 steps=8"
            ),
            command,
        )
        self.assertTrue(command.endswith("lr=0.001 lr_end=0.0002 alpha=0.012 ship=0.005"), command)

    def test_fresh_exploiters_leave_those_of_before(self):
        obsolete = [str(path) for stage in PLAN.stages for path in stage.obsolete("out")]
        self.assertEqual(obsolete, [f"out/{name}/last.pt.others" for name in ("e", "h", "i", "k0", "k")])

    def test_a_training_can_go_on_from_a_stage(self):
        rest = PLAN.starting_with("h")
        self.assertEqual([stage.name for stage in rest.stages], ["g1", "g2", "h", "i", "j", "k0", "k", "l"])
        self.assertEqual(rest.solve, ())


class Settings(unittest.TestCase):
    def test_numbers_and_lists(self):
        config = with_settings(Config(), ["lr=8e-4", "tables=64", "players=1,0,0,0,0"])
        self.assertEqual((config.lr, config.tables, config.players), (8e-4, 64, (1, 0, 0, 0, 0)))

    def test_mistakes_are_named(self):
        for setting, message in (
            ("nothing=1", "no “nothing”"),
            ("tables=many", "“many” is not a value for tables"),
            ("players=1,x", "“1,x” is not a value for players"),
        ):
            with self.subTest(setting), self.assertRaisesRegex(ValueError, message):
                with_settings(Config(), [setting])
