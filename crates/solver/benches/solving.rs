//! How fast games are solved: `cargo bench -p perudo-solver`.

use perudo_rules::{Face, Preset, RoundKind};
use perudo_solver::{Payoffs, PublicGame, Round, RoundSolver, Schedule, Solver};

fn main() {
    divan::main();
}

/// What `examples/openspiel/cfr.py` measures: one die each, the whole tree, one thread.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn openspiel_liars_dice_256_iterations_of_cfr_plus() -> Solver {
    match PublicGame::liars_dice([1, 1], Face::Six) {
        Ok(game) => {
            let mut solver = Solver::whole(game, Schedule::CFR_PLUS);
            (0..256).for_each(|_| solver.iterate());
            solver
        }
        Err(error) => unreachable!("{error}"),
    }
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
        Err(error) => unreachable!("{error}"),
    }
}
