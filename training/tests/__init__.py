"""Unit tests of what is pure: `python -m unittest` in the folder above."""
