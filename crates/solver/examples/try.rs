use perudo_solver::*;
use std::time::Instant;
fn main() {
    let mut s = Solver::whole(known::kuhn_poker(), Schedule::CFR_PLUS);
    for _ in 0..1000 { s.iterate(); }
    println!("kuhn {:?} {}", quality(s.game(), &mut Average(&s)), -1.0/18.0);
    let mut s = Solver::whole(known::plain_liars_dice([1,1], perudo_rules::Face::Six), Schedule::CFR_PLUS);
    let t = Instant::now();
    for i in 1..=256 { s.iterate(); if [1,2,3,4,8,16,32,64,128,256].contains(&i) {
      println!("{i} {:.12} {:?} {:?}", quality(s.game(), &mut Average(&s)).nash_conv(), quality(s.game(), &mut Average(&s)).value, t.elapsed()); } }
    for (dice, v) in [([1,1], -7.0/327.0), ([2,1], 7.0/27.0), ([1,2], -5.0/54.0)] {
        for (name, sch) in [("cfr+", Schedule::CFR_PLUS), ("dcfr", Schedule::DISCOUNTED),
           ("dcfr1.5,0,4", Schedule{positive:Some(1.5),negative:0.5,average:4.0}),
           ("dcfr1.5,-inf,4", Schedule{positive:Some(1.5),negative:0.0,average:4.0}), ("cfr+4", Schedule{positive:None,negative:0.0,average:4.0})] {
        let mut s = Solver::growing(known::plain_liars_dice(dice, perudo_rules::Face::Ace), sch);
        let t = Instant::now();
        for i in 1..=1024 { s.iterate(); if [128,256,512,1024].contains(&i) {
            let d = t.elapsed();
            let q = quality(s.game(), &mut Average(&s));
            println!("{dice:?} {name} {i} expl {:.6} value {:.6} ({v:.6}) {:?} histories {} of {} {} MB", q.exploitability(), q.value, d, s.histories(), s.game().histories(), s.size()>>20);
        } }
        }
    }
}
