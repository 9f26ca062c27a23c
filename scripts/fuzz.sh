#!/usr/bin/env bash
# Fuzzes each target for so many minutes, 20 if not given: scripts/fuzz.sh [MINUTES] [TARGET...]
# Needs cargo-fuzz and a nightly toolchain (or RUSTC_BOOTSTRAP=1 with a stable one). Findings go to fuzz/artifacts/.
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-20}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(line session sgf analysis config)
toolchain=+nightly
[ -z "${RUSTC_BOOTSTRAP:-}" ] || toolchain=
for target in "${targets[@]}"; do
  seeds=("fuzz/seeds/$target")
  options=(-max_total_time=$((60 * minutes)) -timeout=60 -rss_limit_mb=2048 -print_final_stats=1)
  case $target in
    sgf) seeds+=(gtp-scripts/sgf) options+=(-max_len=4096) ;;
    analysis) options+=(-max_len=600) ;;
    config) options+=(-max_len=1000) ;;
    *) options+=(-dict=fuzz/gtp.dict -max_len=400) ;;
  esac
  mkdir -p "fuzz/corpus/$target"
  cargo $toolchain fuzz run "$target" "fuzz/corpus/$target" "${seeds[@]}" -- "${options[@]}"
done
