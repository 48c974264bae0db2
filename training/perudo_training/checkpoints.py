"""Networks on disk."""

from pathlib import Path

import torch

from .exported import PARTS, load_exported, read_safetensors
from .features import INPUTS, ROUND_INPUTS
from .networks import Policy

NAMES = ("policy", "ship", "magnet", "critic", "value")
SHIPPED = ".safetensors"


def exploiters_path(path):
    """The exploiters are beside their checkpoint."""
    return Path(f"{path}.others")


def half_state(net):
    return {name: tensor.detach().cpu().half() for name, tensor in net.state_dict().items()}


def load_state(net, state):
    """Inputs and heads that the weights do not know stay as they are; new inputs have no effect at first."""
    own = net.state_dict()
    for name, tensor in state.items():
        tensor = tensor.float()
        if tensor.dim() == 2 and name.endswith("inp.weight") and tensor.shape[1] < own[name].shape[1]:
            tensor = torch.nn.functional.pad(tensor, (0, own[name].shape[1] - tensor.shape[1]))
        own[name] = tensor
    net.load_state_dict(own)


def read(path):
    return torch.load(path, map_location="cpu", weights_only=True)


def read_part(path, part):
    """A checkpoint, or that part of shipped weights, padded to what a network of today has."""
    if not str(path).endswith(SHIPPED):
        return read(path)
    net = load_exported(path)[0][PARTS.index(part)]
    today = Policy(net.width, net.blocks, INPUTS if part == "table" else ROUND_INPUTS)
    with torch.no_grad():
        today.weak.weight.zero_()
        today.weak.bias.zero_()
    load_state(today, net.state_dict())
    return dict(ship=today.state_dict())


def save(path, trainer):
    """All networks; the exploiters beside them."""
    networks = trainer.networks
    states = {name: half_state(getattr(networks, name)) for name in NAMES}
    torch.save(dict(states, width=trainer.config.width, iters=trainer.iterations), path)
    torch.save([half_state(net) for net in networks.opponents], exploiters_path(path))


def resume(path, networks):
    """Takes over all networks. Exploiters that are not there start from the policy."""
    checkpoint = read(path)
    for name in NAMES:
        load_state(getattr(networks, name), checkpoint[name])
    load_state(networks.value_target, checkpoint["value"])
    beside = exploiters_path(path)
    exploiters = read(beside) if beside.exists() else []
    for i, net in enumerate(networks.opponents):
        load_state(net, exploiters[i] if i < len(exploiters) else checkpoint["policy"])


def take_values(networks, checkpoint):
    """Takes over what a die is worth, but not how to play."""
    load_state(networks.value, checkpoint["value"])
    load_state(networks.value_target, checkpoint["value"])


def take_critic(networks, checkpoint):
    load_state(networks.critic, checkpoint["critic"])


def policy_like(state):
    """A policy network of the size of these weights."""
    width, inputs = state["trunk.inp.weight"].shape
    blocks = sum(name.startswith("trunk.lins.") and name.endswith(".weight") for name in state)
    return Policy(width, blocks, inputs)


def take_policy(networks, path):
    """Goes on from the network for tables of `master.safetensors`; exploiters start there too."""
    state = load_exported(path)[0][0].state_dict()
    for net in (networks.policy, networks.magnet, networks.ship, *networks.opponents):
        load_state(net, state)


def load_policy(path, device, which="ship"):
    checkpoint = read(path)
    net = policy_like(checkpoint[which]).to(device)
    load_state(net, checkpoint[which])
    return net.requires_grad_(False).eval()


def load_team(paths, device, which="ship"):
    """Checkpoints, or the weights that are shipped (`master.safetensors`)."""
    if len(paths) == 1 and str(paths[0]).endswith(SHIPPED):
        return [net.to(device) for net in load_exported(paths[0])[0]]
    return [load_policy(path, device, which) for path in paths]


def load_values(path):
    """What a checkpoint knows besides the policy; of what is shipped, only what dice are worth."""
    if str(path).endswith(SHIPPED):
        return dict(value=read_safetensors(path)[0])
    return read(path)
