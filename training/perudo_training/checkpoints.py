"""Networks on disk."""

from pathlib import Path

import torch

from .exported import load_exported, read_safetensors
from .networks import Policy

NAMES = ("policy", "ship", "magnet", "critic", "value")
SHIPPED = ".safetensors"


def exploiters_path(path):
    """The exploiters are beside their checkpoint."""
    return Path(f"{path}.others")


def half_state(net):
    return {name: tensor.detach().cpu().half() for name, tensor in net.state_dict().items()}


def load_state(net, state):
    net.load_state_dict({name: tensor.float() for name, tensor in state.items()})


def read(path):
    return torch.load(path, map_location="cpu", weights_only=True)


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


def load_policy(path, device, which="ship"):
    checkpoint = read(path)
    net = Policy(checkpoint["width"]).to(device)
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
