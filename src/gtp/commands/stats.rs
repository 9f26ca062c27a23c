//! What the last search did and what it cost: `tengen-stats`, and the line of the log.

use super::Reply;
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::format_move;
use crate::search::Statistics;
use std::time::Duration;

pub fn tengen_stats(session: &mut Session, _: &[String]) -> Reply {
    let none = || GtpError::Other("there was no search yet".to_owned());
    let stats = session.engine.search_statistics().ok_or_else(none)?;
    let (limits, megabytes) = (&stats.limits, |bytes: usize| bytes as f64 / f64::from(1 << 20));
    let rows = [
        ("playouts", stats.playouts.to_string()),
        ("playouts_per_second", format!("{:.0}", stats.per_second())),
        ("seconds", format!("{:.3}", stats.elapsed.as_secs_f64())),
        ("threads", stats.threads.to_string()),
        ("visits_reused", stats.reused.to_string()),
        ("depth", stats.deepest.to_string()),
        ("mean_depth", format!("{:.1}", stats.mean_depth)),
        ("nodes", stats.nodes.to_string()),
        ("tree_mb", format!("{:.1}", megabytes(stats.bytes))),
        ("most_mb", format!("{:.1}", megabytes(stats.most_bytes))),
        ("win_rate", format!("{:.3}", stats.win_rate)),
        ("line", line(stats)),
        ("budget_playouts", or_none(limits.playouts.map(|playouts| playouts.to_string()))),
        ("budget_seconds", or_none(limits.time.map(|time| seconds(time.desired)))),
        ("budget_seconds_at_most", or_none(limits.time.map(|time| seconds(time.latest)))),
    ];
    Ok(rows.map(|(key, value)| format!("{key} {value}")).join("\n"))
}

/// The figures that matter most, in one line.
pub fn summary(stats: &Statistics) -> String {
    let budget = match (stats.limits.time, stats.limits.playouts) {
        (Some(time), _) => format!("{} to {} s", seconds(time.desired), seconds(time.latest)),
        (None, Some(playouts)) => format!("{playouts} playouts"),
        (None, None) => "none".to_owned(),
    };
    format!(
        "{} playouts in {} s ({:.0}/s), budget {budget}, {} visits reused, {} nodes, depth {} (mean {:.1}), wins {:.3}, \
         line {}",
        stats.playouts,
        seconds(stats.elapsed),
        stats.per_second(),
        stats.reused,
        stats.nodes,
        stats.deepest,
        stats.mean_depth,
        stats.win_rate,
        line(stats),
    )
}

fn line(stats: &Statistics) -> String {
    stats.line.iter().map(|&mv| format_move(mv)).collect::<Vec<_>>().join(" ")
}

fn or_none(value: Option<String>) -> String {
    value.unwrap_or_else(|| "none".to_owned())
}

fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}
