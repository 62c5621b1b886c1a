//! A process and the two pipes to it. A thread of its own writes and reads, so
//! that nobody waits longer than said, whatever the process does.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Most bytes of an answer.
const MOST_BYTES: u64 = 1 << 16;
/// How long a process may take to end when its input has ended.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How often it is looked at meanwhile.
const GLANCE: Duration = Duration::from_millis(2);

/// A line for the process, and whether it is answered.
struct Said {
    line: String,
    asks: bool,
}

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// What is to be said; none any more when it is to end.
    said: Option<Sender<Said>>,
    answers: Receiver<Result<String, Error>>,
    /// Whether it has failed to answer, and need not be waited for.
    failed: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Silence {
    /// Not within the time that it had.
    Late,
    /// It has ended.
    Ended(Option<ExitStatus>),
    /// What came can't be read.
    Garbled(Error),
}

impl Process {
    pub fn start(file: &OsStr, arguments: &[&str]) -> Result<Self, Error> {
        let mut command = Command::new(file);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for whoever asks; programs are told by the end of their input.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| Error::other("no pipe to it"))?;
        let (said, to_say) = channel();
        let (answered, answers) = channel();
        let thread = thread::Builder::new().name("bot program".to_owned());
        let spoken = thread.spawn(move || speak(input, output, &to_say, &answered));
        let process = Self { child, said: Some(said), answers, failed: spoken.is_err() };
        spoken.map(|_| process)
    }

    fn say(&self, line: String, asks: bool) {
        // A thread that is gone is told by the next question.
        let _ = self.said.as_ref().map(|said| said.send(Said { line, asks }));
    }

    /// Tells it a line that has no answer.
    pub fn tell(&self, line: String) {
        self.say(line, false);
    }

    /// Asks, and waits for the answer, one line.
    pub fn ask(&mut self, line: String, patience: Duration) -> Result<String, Silence> {
        self.say(line, true);
        let silence = match self.answers.recv_timeout(patience) {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) if [ErrorKind::UnexpectedEof, ErrorKind::BrokenPipe].contains(&error.kind()) => {
                Silence::Ended(self.ended())
            }
            Ok(Err(error)) => Silence::Garbled(error),
            Err(RecvTimeoutError::Timeout) => Silence::Late,
            Err(RecvTimeoutError::Disconnected) => Silence::Ended(self.ended()),
        };
        self.failed = true;
        Err(silence)
    }

    /// Its exit status, if it ends within a moment.
    fn ended(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < LAST_WORDS => thread::sleep(GLANCE),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    /// Its input ends, and a moment later so does the process.
    fn drop(&mut self) {
        self.said = None;
        if self.failed || self.ended().is_none() {
            end_all(self.child.id());
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ends what a process has started, too: it leads a group of its own.
#[cfg(unix)]
fn end_all(leader: u32) {
    let group = format!("-{leader}");
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
}

#[cfg(not(unix))]
const fn end_all(_leader: u32) {}

/// Says what is to be said, and hears every answer, until nobody asks.
fn speak(
    mut input: ChildStdin,
    output: ChildStdout,
    to_say: &Receiver<Said>,
    answered: &Sender<Result<String, Error>>,
) {
    let mut output = BufReader::new(output);
    for Said { line, asks } in to_say {
        let written = input.write_all(line.as_bytes()).and_then(|()| input.flush());
        if asks && answered.send(written.and_then(|()| heard(&mut output))).is_err() {
            break;
        }
    }
}

/// The next line.
fn heard(output: &mut BufReader<ChildStdout>) -> Result<String, Error> {
    let mut line = Vec::new();
    output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line)?;
    if line.last() != Some(&b'\n') {
        let found = if line.len() as u64 == MOST_BYTES {
            Error::other(format!("a line of more than {MOST_BYTES} bytes"))
        } else {
            ErrorKind::UnexpectedEof.into()
        };
        return Err(found);
    }
    String::from_utf8(line).map_err(|_| Error::other("bytes that are not UTF-8"))
}
