"""Where to compute."""

import torch


def pick_device(threads=None):
    """The GPU if there is one; else the CPU, limited to `threads` if given."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    if threads:
        torch.set_num_threads(threads)
    return torch.device("cpu")
