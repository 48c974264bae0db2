"""The learner: plays, learns from it, and moves the averages."""

import copy
from functools import partial

import torch
from torch.nn.utils import clip_grad_norm_

from .features import INPUTS, SLOTS
from .losses import Pull, critic_loss, distillation_loss, policy_loss
from .networks import Critic, Policy, TourValue, move_towards
from .rollout import Rollout
from .seating import LEARNER, OPPONENT, Blocks, Seating
from .simulator import Setup, Simulator
from .solved import is_solved
from .targets import targets

VALUE_RATE = 0.02  # of the value of a tour that targets are made with
EXPLOITERS_PULL = Pull(alpha=0.004, beta=0.0, neurd=0.002)
STATISTICS = (
    "entropy",
    "kl",
    "q_loss",
    "outcome_loss",
    "value_loss",
    "return",
    "exploiter_return",
    "solved_loss",
)
STATISTICS_RATE = 0.02


class Networks:
    """All networks of a training. `opponents` are the exploiters, unless frozen ones are given."""

    def __init__(self, config, device, opponents=()):
        self.policy = Policy(config.width).to(device)
        self.critic = Critic(config.critic_width).to(device)
        self.value = TourValue().to(device)
        self.value_target = frozen_copy(self.value)  # a slow average, which targets are made with
        self.magnet = frozen_copy(self.policy)  # a slow average, which the policy is pulled to
        self.ship = frozen_copy(self.policy)  # another one: what is shipped
        self.guest = None  # who plays solved duels at tables of self-play
        self.opponents = [net.to(device) for net in opponents]
        if not opponents:
            self.opponents = [copy.deepcopy(self.policy) for _ in range(config.exploiters)]


def frozen_copy(net):
    return copy.deepcopy(net).requires_grad_(False)


class Optimizers:
    """Of the policy, of critic and value, and of each exploiter."""

    def __init__(self, config, networks, device, exploiters):
        self.device = device
        capturable = dict(capturable=True, fused=True) if device.type == "cuda" else {}
        betas = (0.9, 0.99)
        self.policy = torch.optim.AdamW(
            networks.policy.parameters(),
            lr=self.rate(config.lr),
            betas=betas,
            eps=1e-6,
            weight_decay=config.decay,
            **capturable,
        )
        self.critic = torch.optim.Adam(
            [*networks.critic.parameters(), *networks.value.parameters()],
            lr=self.rate(config.critic_lr),
            betas=betas,
            eps=1e-6,
            **capturable,
        )
        self.exploiters = [
            torch.optim.Adam(net.parameters(), lr=self.rate(config.exploiter_lr), betas=betas, **capturable)
            for net in exploiters
        ]

    def rate(self, lr):
        """A tensor on the GPU, because a CUDA graph must see new values."""
        return torch.tensor(lr, device=self.device) if self.device.type == "cuda" else lr

    def set_rates(self, lr, critic_lr):
        for optimizer, rate in ((self.policy, lr), (self.critic, critic_lr)):
            for group in optimizer.param_groups:
                if torch.is_tensor(group["lr"]):
                    group["lr"].fill_(rate)
                else:
                    group["lr"] = rate


def descend(optimizer, loss, parameters, limit):
    """One step down the loss, gradients of `parameters` clipped."""
    # Gradients stay where they are in memory, for CUDA graphs.
    optimizer.zero_grad(set_to_none=False)
    loss.backward()
    clip_grad_norm_(parameters, limit)
    optimizer.step()


class Trainer:
    """`opponents`: frozen networks, for a config of mode "exploit". `reference`: what the policy is held to.
    `solved`: solved finals to learn."""

    def __init__(self, config, device, opponents=(), seed=1, reference=None, solved=None):
        torch.manual_seed(seed)
        self.config, self.device = config, device
        self.cuda = device.type == "cuda"
        self.exploit = config.mode == "exploit"
        self.reference, self.solved = reference, solved
        self.blocks = Blocks.of(config)
        self.simulator = Simulator(config.tables, setup_of(config, device))
        self.networks = Networks(config, device, opponents)
        exploiters = [] if self.exploit else self.networks.opponents
        self.optimizers = Optimizers(config, self.networks, device, exploiters)
        table = torch.arange(config.tables, device=device)
        self.simulator.setup.duels = torch.where(table < self.blocks.opponents, 0.0, config.duels)
        self.simulator.reset_all()
        seating = Seating(config, self.blocks, self.simulator.state.dice)
        self.rollout = Rollout(config, self.simulator, seating, self.networks)
        self.pull = Pull(*(torch.tensor(v, device=device) for v in (config.alpha, config.beta, config.neurd)))
        self.statistics = torch.zeros(len(STATISTICS), device=device)
        self.autocast = partial(
            torch.autocast, device.type, torch.bfloat16, enabled=self.cuda, cache_enabled=False
        )
        self.graphs = ()
        self.iterations = 0

    def iterate(self):
        """One rollout and the update from it."""
        if self.graphs:
            for graph in self.graphs:
                graph.replay()
        else:
            self.rollout.run()
            self.update()
        self.iterations += 1

    def capture(self):
        """Both halves of an iteration as CUDA graphs, after some to warm up."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.rollout.run()
                self.update()
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        play, learn = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(play):
            self.rollout.run()
        with torch.cuda.graph(learn):
            self.update()
        self.graphs = (play, learn)

    def update(self):
        networks, batch = self.networks, self.rollout.batch
        learned = targets(batch, networks.critic, networks.value_target, self.config.lam, self.autocast)
        for first in range(self.config.minibatches):
            self.update_from(self.minibatch(batch | learned, first))

    def minibatch(self, by_step, first):
        """Rows of every table and some of the steps, spread over the rollout."""
        steps, stride = self.config.steps, self.config.minibatches
        rows = {name: tensor[first:steps:stride].flatten(0, 1) for name, tensor in by_step.items()}
        rows["inputs"] = rows["critic_inputs"][:, :INPUTS]
        rows["there"] = rows["slots"] < self.config.seats
        rows["weak"] = rows["critic_inputs"][:, -2 * SLOTS :: 2].float()  # whether a bot has the slot
        return rows

    def update_from(self, rows):
        networks = self.networks
        played, weight, solved_loss = self.update_policy(rows)
        predicted = self.update_critic(rows)
        self.update_exploiters(rows)
        move_towards(networks.magnet, networks.policy, self.config.ema)
        move_towards(networks.ship, networks.policy, self.config.ship)
        move_towards(networks.value_target, networks.value, VALUE_RATE)
        returns, opponents = rows["returns"], (rows["kind"] == OPPONENT).float()
        self.note(
            played.entropy,
            played.kl,
            predicted.q,
            predicted.outcome,
            predicted.value,
            (returns * weight).sum() / weight.sum().clamp(min=1),
            (opponents * returns).sum() / opponents.sum().clamp(min=1),
            solved_loss,
        )

    def note(self, *values):
        """Moves the statistics, which are averages over some fifty updates."""
        self.statistics.lerp_(torch.stack(values).detach(), STATISTICS_RATE)

    def update_policy(self, rows):
        """The loss, the weight of the rows it was made of, and the loss to solved play."""
        config, policy = self.config, self.networks.policy
        weight, held = self.row_weights(rows)
        played = policy_loss(
            policy, rows, self.pull, weight, self.networks.magnet, True, held, self.reference
        )
        loss, solved_loss = played.loss, torch.zeros_like(played.loss)
        if self.solved:
            solved_loss = distillation_loss(policy, self.solved, config.distil_rows)
            loss = loss + config.distil * solved_loss
        descend(self.optimizers.policy, loss, policy.parameters(), 1.0)
        return played, weight, solved_loss

    def row_weights(self, rows):
        """How much each row teaches, and how much the reference teaches there (None: nowhere)."""
        weight = (rows["kind"] == LEARNER) * (rows["weight"] if self.config.even else 1.0)
        held = None
        if self.reference:
            two = ((rows["dice"] > 0).sum(1) == 2).float()
            held = weight if self.reference.table else weight * two
            weight = weight * 0 if self.reference.table else weight * (1 - two)
        if self.solved:
            # Where play is solved, only the solution teaches.
            open_play = (~is_solved(rows)).float()
            weight = weight * open_play
            held = None if held is None else held * open_play
        return weight, held

    def update_critic(self, rows):
        critic, value = self.networks.critic, self.networks.value
        weight = rows["ended"].float()
        if not self.exploit:
            # Tables of bots and exploiters say nothing about tours among equals.
            table = torch.arange(len(weight), device=self.device) % self.config.tables
            weight = weight * (table < self.blocks.bots).float()
        losses = critic_loss(critic, value, rows, weight, self.autocast)
        loss = losses.outcome + losses.q + losses.value
        descend(self.optimizers.critic, loss, critic.parameters(), 2.0)
        return losses

    def update_exploiters(self, rows):
        """Each from its own tables."""
        networks, optimizers = self.networks.opponents, self.optimizers.exploiters
        for net, optimizer, block in zip(networks, optimizers, self.blocks.by_opponent, strict=False):
            names = ("inputs", "legal", "action", "q", "returns", "kind")
            own = {name: self.tables_of(rows[name], *block) for name in names}
            weight = (own["kind"] == OPPONENT).float()
            loss = policy_loss(net, own, EXPLOITERS_PULL, weight).loss
            descend(optimizer, loss, net.parameters(), 1.0)

    def tables_of(self, rows, low, high):
        by_table = rows.reshape(-1, self.config.tables, *rows.shape[1:])
        return by_table[:, low:high].flatten(0, 1)

    def set_alpha(self, alpha):
        self.pull.alpha.fill_(alpha)

    def reset_exploiter(self, i):
        """Starts it again from the policy."""
        self.networks.opponents[i].load_state_dict(self.networks.policy.state_dict())
        with torch.no_grad():
            for state in self.optimizers.exploiters[i].state.values():
                for value in state.values():
                    if torch.is_tensor(value):
                        value.zero_()


def setup_of(config, device):
    return Setup(
        config.seats,
        device,
        config.players,
        config.presets,
        config.dice_other,
        config.full,
        config.dmax,
    )
