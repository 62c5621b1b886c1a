//! Flags of `levelpitch open`.

use std::path::PathBuf;

use clap::Args;

use super::Output;

/// `levelpitch open`
///
/// Writes index.html into the folder: every report below it with its question,
/// its answer and a link. Of a folder that is a report itself its page is
/// opened. The path is printed; a browser is started only from a terminal.
#[derive(Debug, Clone, Args)]
pub struct OpenArgs {
    /// Folder of reports, or of one report.
    #[arg(value_name = "FOLDER", default_value = "reports")]
    pub folder: PathBuf,
    /// Start no browser.
    #[arg(long)]
    pub no_browser: bool,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}
