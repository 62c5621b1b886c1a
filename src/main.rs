//! levelpitch's own games on the command line; nothing else.

use levelpitch::commands::memory::Allocator;

#[global_allocator]
static MEMORY: Allocator = Allocator;

fn main() -> std::process::ExitCode {
    levelpitch::rulesets::app().main()
}
