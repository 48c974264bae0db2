//! A pair does what its name says.

#![allow(clippy::unwrap_used)] // a test may

use perudo_test_postgres::Pair;

#[test]
fn what_was_committed_before_the_primary_was_killed_is_there_after_a_promotion() {
    let mut pair = Pair::start().unwrap();
    pair.primary().sql("CREATE TABLE kept (number int); INSERT INTO kept VALUES (1)").unwrap();
    for number in 2..4 {
        pair.kill_primary();
        pair.promote().unwrap();
        pair.primary().sql(&format!("INSERT INTO kept VALUES ({number})")).unwrap();
        pair.mend().unwrap();
    }
    assert_eq!(pair.primary().sql("SELECT sum(number) FROM kept").unwrap(), "6");
    assert_eq!(pair.standby().sql("SELECT pg_is_in_recovery()").unwrap(), "t");
}

#[test]
fn a_primary_that_is_revived_believes_that_it_leads_and_waits_for_a_standby() {
    let mut pair = Pair::start().unwrap();
    pair.primary().sql("CREATE TABLE kept (number int)").unwrap();
    pair.kill_primary();
    pair.promote().unwrap();
    pair.revive_former_primary().unwrap();
    let leads = "SELECT pg_is_in_recovery(), current_setting('synchronous_standby_names')";
    assert_eq!(pair.standby().sql(leads).unwrap(), "f|*", "it believes that it leads");
}
