"""The hyper-parameters of a training."""

from dataclasses import dataclass, fields, replace


@dataclass
class Config:
    # Size of a rollout and of the networks.
    tables: int = 16384
    steps: int = 16
    minibatches: int = 8
    width: int = 640
    critic_width: int = 640
    seats: int = 6

    # Optimisers. Rates fall geometrically from the first to the second.
    lr: float = 6e-4
    lr_end: float = 1e-4
    decay: float = 0.0  # of the policy's weights
    warm_up: int = 60  # iterations until the policy's learning rate is at its full height
    critic_lr: float = 1e-3
    critic_lr_end: float = 1e-3
    exploiter_lr: float = 5e-4

    # The update.
    alpha: float = 0.02  # entropy, in units of half a die's stake (round lost = -1, not lost = +1)
    alpha_end: float = -1.0  # where it falls to (geometrically); negative: it stays
    beta: float = 0.2  # pull to the moving average
    neurd: float = 0.004  # share of the update that does not depend on how often an action is played
    ema: float = 5e-4  # rate of the magnet
    ship: float = 2e-4  # rate of the average that is shipped
    lam: float = 0.85  # of the returns
    even: int = 0  # 1: every table weighs the same, however few of its players learn
    distil: float = (
        0.15  # pull to solved play in the smallest finals, if there are solutions (solve_small.py)
    )
    distil_rows: int = 4096

    # Who plays.
    bots: float = 0.15  # share of tables with probability bots and explorers
    crowded: float = 0.5  # how many of those are full of them
    styled: float = 0.5  # how many of those have probability bots
    steady: float = 0.0  # how many of the probability bots are exactly `steady`
    believers: float = 0.0  # how many are like `novice`
    callers: float = 0.0  # how many of the others bid high and doubt soon
    readers: float = 0.0  # how many of the rest count on the dice that others have bid
    alike: float = 0.5  # how many tables have bots of one style only
    guests: float = 0.0  # in how many duels of self-play a guest has a seat: solved play, or the average
    other: float = 0.10  # share of tables with one exploiter
    exploiters: int = 1  # how many there are
    exploiter_reset: float = 120.0  # seconds; with several the first is never reset
    duels: float = 0.0  # how many of their tables have two players under `tournament`
    still: float = 0.0  # how many have the average that ships: what survives there is a real weakness

    # What they play.
    players: tuple = (0.55, 0.13, 0.12, 0.07, 0.13)  # chances of 2, 3, … players
    presets: tuple = (0.7, 0.075, 0.075, 0.075, 0.075)  # of tournament, classic, international, calza, any
    dice_other: float = 0.12  # chance of another number of dice than five
    full: float = 0.5  # chance to begin with all dice
    dmax: int = 8  # most dice each

    # "exploit": one learner against frozen networks, instead of "self".
    mode: str = "self"
    cold: float = 1.0  # temperature of the frozen networks, solved finals apart
    doubt: float = 1.0  # how slowly they believe habits


def with_settings(config, settings):
    """The config with settings like `lr=8e-4` or `players=1,0,0,0,0`. ValueError says what is wrong."""
    names = [field.name for field in fields(config)]
    changes = {}
    for setting in settings:
        name, _, text = setting.partition("=")
        if name not in names:
            raise ValueError(f"there is no “{name}” among {', '.join(names)}")
        default = getattr(config, name)
        try:
            if isinstance(default, tuple):
                changes[name] = tuple(float(part) for part in text.split(","))
            else:
                changes[name] = type(default)(text)
        except ValueError:
            raise ValueError(f"“{text}” is not a value for {name}, which is {default}") from None
    return replace(config, **changes)
