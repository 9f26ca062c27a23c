//! The tables of the README and of docs/commands.md are those of the code.

use tengen::gtp::COMMANDS;
use tengen::rules::{HandicapBonus, KoRule, PRESETS, Preset, Scoring, Tax};

const README: &str = include_str!("../README.md");
const COMMANDS_PAGE: &str = include_str!("../docs/commands.md");

#[test]
fn each_command_stands_on_its_page() {
    let rows: Vec<String> =
        COMMANDS.iter().map(|c| format!("| `{}` | {} | {} |", c.name, c.args, c.help)).collect();
    check_table(COMMANDS_PAGE, "<!-- commands:", "| command | arguments | what it does |", &rows);
}

#[test]
fn each_ruleset_stands_in_the_readme() {
    let rows: Vec<String> = PRESETS.iter().map(rules_row).collect();
    check_table(
        README,
        "<!-- rules:",
        "| rules | ko | suicide | scoring | tax | White's bonus | komi | source |",
        &rows,
    );
}

/// Compares the table behind a marker with what it should be, and shows the right one where it differs.
fn check_table(page: &str, marker: &str, head: &str, rows: &[String]) {
    let start = page.find(marker).unwrap_or_else(|| panic!("no {marker} on the page"));
    let shown: Vec<&str> = page[start..].lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    let rule = "|---".repeat(head.matches('|').count() - 1) + "|";
    let expected = [&[head.to_owned(), rule], rows].concat();
    assert!(shown == expected, "the table should be:\n{}", expected.join("\n"));
}

fn rules_row(preset: &Preset) -> String {
    let rules = &preset.rules;
    let ko = match rules.ko {
        KoRule::Simple => "simple",
        KoRule::Positional => "positional",
        KoRule::Situational => "situational",
        KoRule::Natural => "natural",
    };
    let suicide = if rules.suicide { "yes" } else { "no" };
    let mut scoring = match rules.scoring {
        Scoring::Area => "area".to_owned(),
        Scoring::Territory => "territory".to_owned(),
    };
    for (holds, text) in [
        (rules.all_stones_alive(), ", all alive"),
        (rules.button, ", button"),
        (rules.pass_stones, ", pass stones"),
        (rules.first_pass_point, ", first-pass point"),
    ] {
        scoring += if holds { text } else { "" };
    }
    let tax = match rules.tax {
        Tax::None => "none",
        Tax::Seki => "seki",
        Tax::All => "all",
    };
    let bonus = match rules.handicap_bonus {
        HandicapBonus::Zero => "0",
        HandicapBonus::NMinusOne => "N-1",
        HandicapBonus::N => "N",
    };
    let mut komi = points(preset.komi);
    for (side, other) in preset.komi_by_side {
        komi += &format!(" ({} on {side}x{side})", points(*other));
    }
    if preset.handicap_komi != 1 {
        komi += &format!(" ({} with handicap)", points(preset.handicap_komi));
    }
    format!(
        "| `{}` | {ko} | {suicide} | {scoring} | {tax} | {bonus} | {komi} | {} |",
        preset.name, preset.source
    )
}

fn points(half_points: i32) -> String {
    (f64::from(half_points) / 2.0).to_string()
}
