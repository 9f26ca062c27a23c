//! Files that are networks, and files that are not.

use crate::synthetic::{Act, Design, Kind, Net};
use flate2::Compression;
use flate2::write::GzEncoder;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;
use std::io::Write;
use std::time::{Duration, Instant};
use tengen::net::{Inputs, Kernel, NetError, Network};

fn net(version: usize) -> Net {
    let blocks = vec![Kind::Ordinary, Kind::Nested(vec![Kind::Pooling])];
    Net::new(&Design { version, channels: 3, blocks, kernel: [3, 3], step: [1, 1], act: Act::Mish }, 1)
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn read(bytes: &[u8]) -> Result<Network, NetError> {
    Network::read(bytes, Kernel::best())
}

/// The message for a file that is no network.
fn message(bytes: &[u8]) -> String {
    let message = read(bytes).expect_err("it is no network").to_string();
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
    message
}

/// The file with the first `from` replaced.
fn replaced(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    let place = file.windows(from.len()).position(|window| window == from.as_bytes()).expect("it is there");
    [&file[..place], to.as_bytes(), &file[place + from.len()..]].concat()
}

#[test]
fn all_four_forms_hold_the_same_network() {
    let inputs = Inputs::zero(5, 5);
    let mut first = None;
    for version in [8, 16] {
        for is_binary in [true, false] {
            let file = net(version).write(is_binary);
            for file in [compressed(&file), file] {
                let network = read(&file).unwrap();
                assert_eq!((network.version(), network.name()), (version as u32, "synthetic"));
                assert_eq!(network.wants_pass_alive_with_suicide(), version >= 15);
                let mut outputs = Vec::new();
                network.evaluator().evaluate(&[&inputs], &mut outputs);
                assert_eq!(*first.get_or_insert_with(|| outputs.clone()), outputs);
            }
        }
        first = None;
    }
}

#[test]
fn messages_say_what_was_expected_where() {
    let file = net(16).write(true);
    let cases = [
        (b"".to_vec(), "the network ends at byte 0, where the name of a network should stand"),
        (b"(;GM[1]SZ[9])".to_vec(), "the network ends at byte 13, where the model version"),
        (b"\x89PNG\r\n\x1a\n".to_vec(), "expected the name of a network at byte 0, found"),
        (
            b"version https://example.org 1".to_vec(),
            "expected the model version of a KataGo network, 0 to 1000 at byte 8",
        ),
        (replaced(&file, "16\n", "7\n"), "model version 7 is too old; versions 8 to 16 are supported"),
        (replaced(&file, "16\n", "17\n"), "model version 17, made for transformers, is not supported"),
        (
            replaced(&file, "22\n", "18\n"),
            "expected the number of input planes, 22 to 22 at byte 13, found \"18\"",
        ),
        (replaced(&file, "0.25\n", "-1\n"), "the multiplier of the value error is -1, not above 0"),
        (replaced(&file, "20\n20\n", "20\ninf\n"), "expected the multiplier of the score mean at byte"),
        (replaced(&file, "30\n0\n", "30\n1\n"), "imitates players of a given rank"),
        (
            replaced(&file, "ordinary_block", "transformer_ffn_block"),
            "a network with a transformer_ffn_block",
        ),
        (
            replaced(&file, "ordinary_block", "ordinary_blok"),
            "expected ordinary_block, gpool_block or nested_",
        ),
        (
            replaced(&file, "ACTIVATION_MISH", "ACTIVATION_TANH"),
            "expected ACTIVATION_IDENTITY, ACTIVATION_RELU or",
        ),
        (replaced(&file, "@BIN@", "@BON@"), "expected @BIN@ and 1650 numbers for conv at byte"),
        (replaced(&file, "5\n5\n22\n3\n", "5\n4\n22\n3\n"), "the kernel of conv is 5x4, not odd"),
        (
            replaced(&file, "5\n5\n22\n3\n", "5\n5\n22\n4\n"),
            "4 outputs of conv, but 3 channels after it (up to byte",
        ),
        (replaced(&file, "5\n5\n22\n3\n1\n", "5\n5\n22\n3\n12\n"), "conv reaches farther than 18 points"),
        (replaced(&file, "matmul\n19\n", "matmul\n20\n"), "20 inputs of matmul, but 19 channels before it"),
        (replaced(&file, "norm\n3\n", "norm\n5\n"), "5 channels of norm, but 3 channels before it"),
        ([&file[..], b"more"].concat(), "expected the end of the network at byte"),
    ];
    for (bytes, expected) in cases {
        let message = message(&bytes);
        assert!(message.contains(expected), "{message}\n  instead of: {expected}");
    }
}

#[test]
fn a_weight_that_is_no_number_is_refused() {
    let mut file = net(8).write(true);
    let first = file.windows(5).position(|window| window == b"@BIN@").unwrap() + 5;
    file[first + 8..first + 12].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(
        message(&file)
            .contains(&format!("a finite number among 1650 numbers for conv at byte {}", first + 8))
    );
    let text = String::from_utf8(net(8).write(false)).unwrap();
    let message = message(text.replacen("e-1 ", "e99 ", 1).as_bytes());
    assert!(message.contains("expected 57 numbers for matmul at byte"), "{message}");
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    for file in [net(8).write(true), net(16).write(false), compressed(&net(11).write(true))] {
        let end = file.iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap();
        // The last word of a text may be cut and still be a number.
        let end = file[..end].iter().rposition(u8::is_ascii_whitespace).unwrap_or(end).min(end);
        for length in (0..end).step_by(1 + end / 700).chain([end]) {
            message(&file[..length]);
        }
    }
}

#[test]
fn a_compressed_file_with_a_changed_byte_is_refused() {
    let file = compressed(&net(8).write(true));
    // What changes the header of gzip may change nothing of the content.
    for place in (12..file.len()).step_by(97).chain([file.len() - 5]) {
        let mut changed = file.clone();
        changed[place] ^= 0x10;
        message(&changed);
    }
    message(&[&file[..], b"more"].concat());
}

#[test]
fn a_file_that_promises_more_than_it_holds_takes_no_memory_for_it() {
    let file = net(8).write(true);
    let first = file.windows(5).position(|window| window == b"@BIN@").unwrap() + 5;
    let start = replaced(&[&file[..first], &[0; 999]].concat(), "trunk\n2\n3\n", "trunk\n2\n16384\n");
    // 36 MB are promised.
    let large = message(&replaced(&start, "5\n5\n22\n3\n", "5\n5\n22\n16384\n"));
    assert!(large.contains("where 9011200 numbers for conv should stand"), "{large}");
    // 2 GB are promised.
    let larger = message(&replaced(&start, "5\n5\n22\n3\n", "37\n37\n22\n16384\n"));
    assert!(larger.contains("the network has more than 268435456 weights at byte"), "{larger}");
    let blocks = replaced(&file, "trunk\n2\n", "trunk\n99999999999999999999\n");
    assert!(message(&blocks).contains("expected the number of blocks, 1 to 2048"), "{}", message(&blocks));
    // A few kilobytes that unpack to a name of many megabytes.
    message(&compressed(&vec![b'x'; 50 << 20]));
}

/// Changes files at random; none may do worse than being refused. For a long run set TENGEN_FUZZ_SECONDS.
#[test]
fn no_changed_file_does_worse_than_being_refused() {
    let seconds = std::env::var("TENGEN_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut rng = Rng::seed_from_u64(seconds.unwrap_or(0));
    let versions = [8, 10, 11, 12, 15, 16];
    let files: Vec<Vec<u8>> =
        versions.iter().flat_map(|&version| [net(version).write(true), net(version).write(false)]).collect();
    let (mut tried, mut loaded) = (0, 0);
    while end.map_or(tried < 1500, |end| Instant::now() < end) {
        let mut file = files[rng.random_range(0..files.len())].clone();
        for _ in 0..rng.random_range(1..4) {
            change(&mut file, &mut rng);
        }
        if rng.random_bool(0.1) {
            file = compressed(&file);
            if rng.random_bool(0.5) {
                change(&mut file, &mut rng);
            }
        }
        tried += 1;
        match read(&file) {
            Ok(network) => {
                loaded += 1;
                let (mut outputs, inputs) = (Vec::new(), Inputs::zero(rng.random_range(2..6), 4));
                network.evaluator().evaluate(&[&inputs, &inputs], &mut outputs);
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control)),
        }
    }
    eprintln!("{tried} changed files, {loaded} of them still networks");
    assert!(loaded > tried / 20 && loaded < tried, "{loaded} of {tried}");
}

/// Most changes hit the words, which are few among the numbers.
fn change(file: &mut Vec<u8>, rng: &mut Rng) {
    let mut place = rng.random_range(0..file.len());
    if rng.random_bool(0.7) {
        while place + 1 < file.len() && !(file[place] == b'\n' && file[place + 1].is_ascii_graphic()) {
            place += 1;
        }
        place = (place + rng.random_range(0..4)).min(file.len() - 1);
    }
    match rng.random_range(0..6) {
        0 => file[place] ^= 1 << rng.random_range(0..8),
        1 => file[place] = rng.random_range(b'0'..=b'9'),
        2 => {
            file.remove(place);
        }
        3 => file.insert(place, rng.random()),
        4 => file.truncate(place.max(1)),
        _ => {
            let end = (place + rng.random_range(1..200)).min(file.len());
            let part = file[place..end].to_vec();
            let to = rng.random_range(0..file.len());
            file.splice(to..to, part);
        }
    }
}
