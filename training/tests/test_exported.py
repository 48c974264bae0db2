import tempfile
import unittest
from pathlib import Path

import torch

from perudo_training.exported import (
    COARSE,
    export_weights,
    exported_tensors,
    load_exported,
    quantise,
    read_safetensors,
    write_safetensors,
)
from perudo_training.features import INPUTS, ROUND_INPUTS
from perudo_training.networks import Policy


class Quantisation(unittest.TestCase):
    def test_no_weight_moves_by_more_than_half_a_step(self):
        torch.manual_seed(1)
        weight = torch.randn(20, 30) * torch.logspace(-3, 1, 20)[:, None]
        whole, scale = quantise(weight)
        self.assertEqual(whole.dtype, torch.int8)
        error = (whole.float() * scale[:, None] - weight).abs()
        self.assertTrue(bool((error <= scale[:, None] * 0.5001).all()))

    def test_the_largest_weight_of_a_row_is_127(self):
        whole, _ = quantise(torch.tensor([[0.5, -2.0], [0.25, 0.1]]))
        self.assertEqual(whole.tolist(), [[32, -127], [127, 51]])

    def test_a_row_of_zeros_stays_zero(self):
        whole, scale = quantise(torch.zeros(1, 3))
        self.assertEqual((whole.float() * scale[:, None]).tolist(), [[0.0, 0.0, 0.0]])

    def test_a_head_with_large_weights_keeps_its_numbers(self):
        state = Policy(8).state_dict()
        state["policy.weight"][0, 0] = 2 * COARSE
        tensors, blocks = exported_tensors(state, "duel")
        self.assertEqual(blocks, 3)
        self.assertEqual(tensors["duel.policy.weight"].dtype, torch.float32)
        self.assertNotIn("duel.policy.scale", tensors)
        self.assertEqual(tensors["duel.input.weight"].dtype, torch.int8)

    def test_only_the_network_for_tables_tells_chances(self):
        state = Policy(8).state_dict()
        self.assertIn("table.win.weight", exported_tensors(state, "table")[0])
        self.assertNotIn("duel.win.weight", exported_tensors(state, "duel")[0])


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "weights.safetensors"

    def test_what_is_written_is_read(self):
        tensors = dict(
            whole=torch.tensor([[1, -2]], dtype=torch.int8),
            numbers=torch.tensor([0.5, 1.5]),
            flags=torch.tensor([True, False]),
        )
        written = write_safetensors(self.path, tensors, dict(width=8))
        read, metadata = read_safetensors(self.path)
        self.assertEqual(metadata, dict(width="8", sha256=written["sha256"]))
        for name, tensor in tensors.items():
            self.assertTrue(torch.equal(read[name], tensor) and read[name].dtype == tensor.dtype)

    def test_damaged_weights_are_refused(self):
        write_safetensors(self.path, dict(numbers=torch.ones(4)), {})
        raw = bytearray(self.path.read_bytes())
        raw[-1] ^= 1
        self.path.write_bytes(raw)
        with self.assertRaises(ValueError):
            read_safetensors(self.path)

    def test_an_exported_network_plays_nearly_as_before(self):
        torch.manual_seed(1)
        nets = [Policy(16), Policy(16, inputs=ROUND_INPUTS), Policy(24, inputs=ROUND_INPUTS)]
        checkpoints = [dict(ship=net.eval().state_dict()) for net in nets]
        export_weights(self.path, checkpoints, ["one", "two", "three"], note="test")
        read, metadata = load_exported(self.path)
        self.assertEqual((metadata["checkpoints"], metadata["note"]), ("one two three", "test"))
        self.assertEqual(metadata["widths"], "16 16 24")
        inputs = torch.rand(5, INPUTS)
        for before, after in zip(nets, read, strict=True):
            torch.testing.assert_close(
                before(inputs, heads=False), after(inputs, heads=False), atol=0.01, rtol=0
            )
