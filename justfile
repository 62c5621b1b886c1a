# What people do with this repository. `just --list` shows it.

# The main job on built-in scenarios.
run *ARGS:
    cargo run --release -- run {{ARGS}}

# Every test, in the profile that `run` uses.
test:
    cargo test --release

# What continuous integration runs.
check:
    cargo test --release
    cargo fmt --check
    cargo clippy --release --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --release --no-deps

# Games per second beside the floor: drawing the same random numbers only.
bench *ARGS:
    cargo bench --bench games {{ARGS}}

# Games that comparisons take, looks included, beside those of designs of fixed size.
savings *ARGS:
    cargo bench --bench savings {{ARGS}}

# The program as it is released: for x86-64 processors with BMI2, by a profile.
dist:
    .ci/dist

# The package as it is published, with the address of its repository.
crate ADDRESS:
    .ci/crate {{ADDRESS}}

# Every kind of interval against truths that are known; the table is kept beside the benches.
calibrate *ARGS:
    cargo run --release -- calibrate --all --trials 2000 --no-files --format csv {{ARGS}} > benches/calibration.csv

# Damaged input for every reader, so many seconds each; finds are told together.
hunt SECONDS="600":
    LEVELPITCH_FUZZ_SECONDS={{SECONDS}} cargo test --release --test laws mutations -- --test-threads 1 --nocapture

# Rewrites golden files; review the change with `git diff`.
golden:
    LEVELPITCH_GOLDEN=write cargo test --release --test laws goldens -- --test-threads 1

# The README's picture and the sample report.
sample:
    cargo run --release -- run first-seat --out reports/sample

# Report pages in a real headless browser (Chromium or Chrome on the path).
browser:
    cargo test --release --features browser --test browser

# Job arrays, workflow engines, manifests and matrices of examples/clusters, for real as far as they are installed.
engines:
    cargo build --release
    .ci/slurm
    .ci/engines

# 500 kills at random moments over all commands: each goes on to the bytes of one that was left alone.
kills *ARGS:
    cargo build --release
    .ci/kills target/release/levelpitch {{ARGS}}

# Core-seconds per million games of every game and bot: a table of the page “Plan past these machines”.
cost:
    cargo build --release
    benches/cost

# Every command of every game in 1, 2, 7 and 64 shards: the unshared bytes.
shards:
    LEVELPITCH_SHARDS=all cargo test --release --test cli -- --nocapture shards_of_every_command

# Seconds and memory to join 100 to 100 000 parts.
parts *ARGS:
    cargo bench --bench parts -- {{ARGS}} > /dev/null
