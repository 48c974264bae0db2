//! How fast games are solved: `cargo bench -p perudo-solver`.

use perudo_rules::{Face, Preset, RoundKind};
use perudo_solver::known::plain_liars_dice;
use perudo_solver::{Payoffs, Round, RoundSolver, Schedule, Solver};

fn main() {
    divan::main();
}

/// What `docs/openspiel_cfr.py` measures: one die each, the whole tree, one thread.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn openspiel_liars_dice_256_iterations_of_cfr_plus() -> Solver {
    let mut solver = Solver::whole(plain_liars_dice([1, 1], Face::Six), Schedule::CFR_PLUS);
    (0..256).for_each(|_| solver.iterate());
    solver
}

/// Two dice against one under tournament rules, on two threads, until a perfect opponent gains at
/// most 0.0005.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn tournament_2v1_to_exploitability_0_0005() -> RoundSolver {
    let round = Round { rules: Preset::Tournament.rules(), kind: RoundKind::Final, dice: [2, 1] };
    match RoundSolver::new(round, Payoffs::ROUND, 2) {
        Ok(mut solver) => {
            while solver.solver().iterations() < 64 || solver.quality().exploitability() > 0.0005 {
                (0..16).for_each(|_| solver.iterate());
            }
            solver
        }
        Err(fault) => unreachable!("{fault:?}"),
    }
}
