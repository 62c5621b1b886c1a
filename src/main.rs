//! levelpitch's own games on the command line; nothing else.

fn main() -> std::process::ExitCode {
    levelpitch::rulesets::app().main()
}
