"""Plays some steps at all tables and keeps what the update needs of them."""

import torch

from .bots import bot_action
from .features import CRITIC_INPUTS, INPUTS, SLOTS, critic_features, features, slots_from
from .networks import is_solved_duel, sample, team_log_shares
from .rules import ACTIONS, AXES, BIDS, OFFSETS, pick
from .seating import AVERAGE, BOT, EXPLORER, LEARNER, OPPONENT

EXPLORERS_STEP = 0.9  # explorers' logits fall by this much with each count above the least


def empty_batch(steps, tables, seats, device):
    """What is kept of each step and table; a step more of what the returns start from."""

    def by_step(*shape, dtype=torch.long, steps=steps):
        return torch.zeros(steps, tables, *shape, dtype=dtype, device=device)

    inputs = torch.bfloat16 if device.type == "cuda" else torch.float32
    return dict(
        critic_inputs=by_step(CRITIC_INPUTS, dtype=inputs, steps=steps + 1),  # the policy's come first
        turn=by_step(steps=steps + 1),
        slots=by_step(SLOTS, steps=steps + 1),
        legal=by_step(ACTIONS, dtype=torch.bool),
        action=by_step(),
        kind=by_step(),  # of the player to act
        weight=by_step(dtype=torch.float32),  # of the table, for `Config.even`
        surplus=by_step(),  # dice that count, beyond the standing bid
        # The round, as it began
        axes=by_step(AXES, dtype=torch.bool),
        dice_each=by_step(),
        dice=by_step(seats),
        used=by_step(seats, dtype=torch.bool),
        maputo_of=by_step(),
        opener=by_step(),
        lost=by_step(dtype=torch.bool),
        # and how it ended
        ended=by_step(dtype=torch.bool),
        who=by_step(),
        gains=by_step(dtype=torch.bool),
    )


class Rollout:
    def __init__(self, config, simulator, seating, networks):
        self.config, self.simulator, self.seating, self.networks = config, simulator, seating, networks
        device = simulator.setup.device
        self.batch = empty_batch(config.steps, config.tables, config.seats, device)
        offsets = (torch.arange(BIDS, device=device) % OFFSETS).float()
        calls = torch.full((ACTIONS - BIDS,), 1.0, device=device)
        self.explorers_logits = torch.cat([-EXPLORERS_STEP * offsets, calls])

    @torch.no_grad()
    def run(self):
        """Fills the batch."""
        for step in range(self.config.steps):
            self.play(step)
        self.observe(self.config.steps)

    def play(self, step):
        state, kinds = self.simulator.state, self.seating.kinds
        least, legal, inputs = self.observe(step)
        action = self.act(step, least, legal, inputs)
        live = state.dice > 0
        self.keep(
            step,
            legal=legal,
            action=action,
            kind=pick(kinds, state.turn),
            weight=live.sum(1) / (live & (kinds == LEARNER)).sum(1).clamp(min=1),
            surplus=pick(state.counts(), state.face) - state.count,
            axes=state.axes,
            dice_each=state.dice_each,
            dice=state.dice,
            used=state.used,
            maputo_of=state.maputo_of,
            opener=state.opener,
            lost=state.lost,
        )
        happened = self.simulator.step(action)
        self.keep(step, ended=happened["ended"], who=happened["who"], gains=happened["gains"])
        self.seating.reseat(happened["over"])

    def observe(self, step):
        """Keeps what the networks see. Returns the least counts, the legal actions and the policy's input."""
        state, kinds = self.simulator.state, self.seating.kinds
        least = state.least()
        inputs = features(state, least)
        strangers = torch.stack([(kinds == BOT) | (kinds == EXPLORER), kinds == OPPONENT], 2).float()
        styles = torch.cat([self.seating.styles, self.seating.whims[:, :, None]], 2)
        self.keep(
            step,
            critic_inputs=critic_features(state, inputs, least, strangers, styles),
            turn=state.turn,
            slots=slots_from(state.dice, state.turn),
        )
        return least, state.legal(least), inputs

    def keep(self, step, **tensors):
        for name, tensor in tensors.items():
            self.batch[name][step].copy_(tensor)

    def act(self, step, least, legal, inputs):
        """What everyone does. The networks read the batch, which is in the type that they run in."""
        state, networks = self.simulator.state, self.networks
        rounded = self.batch["critic_inputs"][step, :, :INPUTS]
        action = sample(networks.policy(rounded, heads=False), legal)
        kind = pick(self.seating.kinds, state.turn)
        self.act_for_bots(action, kind, least, legal, inputs)
        if self.seating.exploit:
            cold, doubt = self.config.cold, self.config.doubt
            team = team_log_shares(networks.opponents, state, rounded, legal, cold, doubt)
            action = torch.where(kind == OPPONENT, sample(team, legal), action)
        else:
            for net, (low, high) in zip(networks.opponents, self.seating.blocks.by_opponent, strict=False):
                theirs = sample(net(rounded[low:high], heads=False), legal[low:high])
                action[low:high] = torch.where(kind[low:high] == OPPONENT, theirs, action[low:high])
        if self.config.still:
            low = self.seating.blocks.opponents
            average = sample(networks.ship(rounded[low:], heads=False), legal[low:])
            action[low:] = torch.where(kind[low:] == AVERAGE, average, action[low:])
        if self.config.guests:
            self.act_for_guests(action, kind, rounded, legal)
        return action

    def act_for_guests(self, action, kind, inputs, legal):
        """Replaces the actions of those who have a seat at tables of self-play, in place."""
        end = self.seating.blocks.bots
        guest, state = self.networks.guest, self.simulator.state.rows(0, end)
        average = self.networks.ship(inputs[:end], heads=False)
        if guest is not None:
            average = torch.where(is_solved_duel(state)[:, None], guest(inputs[:end], heads=False), average)
        action[:end] = torch.where(kind[:end] == AVERAGE, sample(average, legal[:end]), action[:end])

    def act_for_bots(self, action, kind, least, legal, inputs):
        """Replaces the actions of bots and explorers, in place."""
        seating = self.seating
        low, high = seating.blocks.bots, seating.blocks.opponents
        if high <= low:
            return
        kind, legal, policys = kind[low:high], legal[low:high], action[low:high]
        state = self.simulator.state.rows(low, high)
        styles = pick(seating.styles[low:high], state.turn)
        bots = bot_action(state, legal, least[low:high], inputs[low:high], styles)
        random = sample(self.explorers_logits.expand(high - low, ACTIONS), legal)
        whims = pick(seating.whims[low:high], state.turn)
        bots = torch.where(torch.rand(high - low, device=action.device) < whims, random, bots)
        explores = torch.rand(high - low, device=action.device) < seating.explore[low:high]
        explorers = torch.where(explores, random, policys)
        action[low:high] = torch.where(kind == BOT, bots, torch.where(kind == EXPLORER, explorers, policys))
