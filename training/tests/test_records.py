import unittest

from perudo_training.records import Record, difference, rules_line
from perudo_training.rules import PRESETS

from .tables import bid, table


class Rules(unittest.TestCase):
    def test_presets_by_name(self):
        self.assertEqual(rules_line(PRESETS["calza"], 5), "rules calza dice=5")
        self.assertEqual(rules_line(PRESETS["tournament"], 3), "rules tournament dice=3 players=20")

    def test_other_rules_axis_by_axis(self):
        line = rules_line([True, False, False, False, True, False, True, True], 4)
        self.assertEqual(
            line,
            "rules tournament players=20 dice=4 open-aces=yes leave-aces=double-plus-one maputo=off"
            " maputo-limit=once maputo-final=no maputo-three-singles=yes calza=on",
        )


class Records(unittest.TestCase):
    def test_a_record_begins_with_everything_before_the_first_bid(self):
        state = table([2, 1, 3], ["1 5", "2", "3 3 6"], used=[False, True, False], lost=True)
        record = Record(state, 0)
        expected = record.before_decision(state, state.least())
        self.assertEqual(
            record.text(),
            "perudo 1\nrules tournament dice=5 players=20\nseats p0 p1 p2\ndice p0:2 p1:1 p2:3\nused p1\n"
            "lost p0\nroll p0:15 p1:2 p2:336\n",
        )
        self.assertEqual((expected["turn"], expected["kind"], expected["bid"]), ("p0", "normal", None))

    def test_what_is_legal_is_spelt_as_the_program_does(self):
        state = table([1, 1], ["1", "5"], **bid(2, 5))
        expected = Record(state, 0).before_decision(state, state.least())
        self.assertEqual(expected["legal"], ["1x1", "2x1", "2x6", "dudo"])
        self.assertEqual((expected["bid"], expected["kind"]), ("2x5", "final"))

    def test_differences_are_named(self):
        self.assertIsNone(difference(dict(turn="p0"), dict(turn="p0", more=1)))
        self.assertEqual(difference(dict(turn="p0"), dict(turn="p1")), "turn: simulator p0, program p1")
