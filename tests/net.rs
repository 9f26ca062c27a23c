//! Networks through the public API.

use std::path::PathBuf;
use tengen::net::{Inputs, Network};

/// The network of the tests: `TENGEN_TEST_NET`, or the one beside the repository. None, said aloud, if there is none.
fn test_network() -> Option<Network> {
    const BESIDE: &str = "../shared/data/nets/g170-b6c96-s175395328-d26788732.bin.gz";
    let path = std::env::var_os("TENGEN_TEST_NET").map_or_else(|| PathBuf::from(BESIDE), PathBuf::from);
    if !path.exists() {
        eprintln!("SKIPPED: no network at {}; set TENGEN_TEST_NET", path.display());
        return None;
    }
    Some(Network::load(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

#[test]
fn a_real_network_opens_in_a_corner() {
    let Some(network) = test_network() else { return };
    let mut inputs = Inputs::zero(19, 19);
    inputs.planes[..361].fill(1.0);
    let mut outputs = Vec::new();
    network.evaluator().evaluate(&[&inputs], &mut outputs);
    let policy = &outputs[0].policy;
    let best = (0..361).max_by(|&a, &b| policy[a].total_cmp(&policy[b])).unwrap();
    let from_edge = |i: usize| i.min(18 - i);
    assert!([2, 3].contains(&from_edge(best / 19)) && [2, 3].contains(&from_edge(best % 19)), "point {best}");
    assert!(outputs[0].policy_pass < policy[best]);
}
