//! Texts damaged in the ways in which files are: a byte, a line, a number or a
//! word is another, gone, doubled or far too long.

/// Numbers at which types end.
const NUMBERS: [&str; 30] = [
    "0",
    "-1",
    "1",
    "2",
    "7",
    "255",
    "256",
    "-128",
    "32768",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1e308",
    "1e309",
    "-1e309",
    "1e-320",
    "0.0",
    "-0.0",
    "0.5",
    "nan",
    "inf",
    "0x7fffffff",
];
/// Letters that files should not hold.
const LETTERS: [&str; 12] = [
    "\u{0}",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "\r",
    "\u{fffd}",
    "ü",
    "🏟",
    "'",
    "\"",
    "<script>",
    "::error::",
];
/// Brackets that nest.
const NESTS: [(&str, &str); 4] = [("[", "]"), ("{\"a\":", "}"), ("{a=", "}"), ("(", ")")];

/// One case: the same number gives the same text.
pub struct Mutator<'a> {
    state: u64,
    words: &'a [String],
}

impl<'a> Mutator<'a> {
    pub fn new(reader: &str, case: u64, words: &'a [String]) -> Self {
        Self { state: super::lot(reader) ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15), words }
    }

    /// A number below `n` (`SplitMix64`, Steele et al. 2014).
    fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    /// One of the seeds, damaged once to four times.
    pub fn mutated(&mut self, seeds: &[&str]) -> String {
        let mut text = seeds[self.below(seeds.len())].to_owned();
        for _ in 0..=self.below(4) {
            self.damage(&mut text, seeds);
        }
        text
    }

    /// A place between two letters.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// A stretch of at most so many bytes.
    fn stretch(&mut self, text: &str, most: usize) -> std::ops::Range<usize> {
        let from = self.place(text);
        let mut to = (from + self.below(most + 1)).min(text.len());
        while !text.is_char_boundary(to) {
            to += 1;
        }
        from..to
    }

    /// Where a line stands, its end included.
    fn line(&mut self, text: &str) -> std::ops::Range<usize> {
        let at = self.place(text);
        let from = text[..at].rfind('\n').map_or(0, |end| end + 1);
        from..text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
    }

    /// Where the next word or number stands.
    fn word(&mut self, text: &str) -> std::ops::Range<usize> {
        let at = self.place(text);
        let part = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        let from = at + text[at..].find(part).unwrap_or(0);
        from..text[from..].find(|letter| !part(letter)).map_or(text.len(), |end| from + end)
    }

    /// Where the next number stands.
    fn number(&mut self, text: &str) -> std::ops::Range<usize> {
        let at = self.place(text);
        let Some(from) = text[at..].find(|letter: char| letter.is_ascii_digit()) else {
            return self.word(text);
        };
        let from = at + from;
        from..text[from..].find(|letter: char| !letter.is_ascii_digit()).map_or(text.len(), |end| from + end)
    }

    fn known(&mut self) -> String {
        if self.words.is_empty() { "x".to_owned() } else { self.words[self.below(self.words.len())].clone() }
    }

    fn damage(&mut self, text: &mut String, seeds: &[&str]) {
        match self.below(16) {
            0 => {
                // One bit of a plain letter.
                let at = self.place(text);
                if let Some(letter) = text[at..].chars().next().filter(char::is_ascii) {
                    let other = char::from(letter as u8 ^ (1 << self.below(7)));
                    text.replace_range(at..=at, other.encode_utf8(&mut [0; 4]));
                }
            }
            1 => {
                let most = [3, 30, 3000][self.below(3)];
                let gone = self.stretch(text, most);
                text.replace_range(gone, "");
            }
            2 => {
                let line = self.line(text);
                text.replace_range(line, "");
            }
            3 => {
                let (line, at) = (self.line(text), self.line(text).start);
                let again = text[line].to_owned();
                text.insert_str(at, &again);
            }
            4..=6 => {
                let (at, number) = (self.number(text), NUMBERS[self.below(NUMBERS.len())]);
                text.replace_range(at, number);
            }
            7 => {
                // Nearly the number that it was.
                let at = self.number(text);
                if let Ok(number) = text[at.clone()].parse::<i64>() {
                    let other = number.wrapping_add(self.below(9) as i64 - 4);
                    text.replace_range(at, &other.to_string());
                }
            }
            8 | 9 => {
                let (at, word) = (self.word(text), self.known());
                text.replace_range(at, &word);
            }
            10 => {
                let (at, word) = (self.place(text), self.known());
                text.insert_str(at, &word);
            }
            11 => {
                let other = seeds[self.below(seeds.len())];
                let (from, at) = (self.stretch(other, 400), self.place(text));
                text.insert_str(at, &other[from]);
            }
            12 => {
                let (at, letter) = (self.place(text), LETTERS[self.below(LETTERS.len())]);
                text.insert_str(at, letter);
            }
            13 => {
                // Two words change places.
                let (a, b) = (self.word(text), self.word(text));
                if a.end <= b.start {
                    let (first, second) = (text[a.clone()].to_owned(), text[b.clone()].to_owned());
                    text.replace_range(b, &first);
                    text.replace_range(a, &second);
                }
            }
            14 if self.below(4) == 0 => {
                let (open, close) = NESTS[self.below(NESTS.len())];
                let (at, depth) = (self.place(text), [3, 100, 20_000][self.below(3)]);
                text.insert_str(at, &(open.repeat(depth) + &close.repeat(depth)));
            }
            15 if self.below(4) == 0 => {
                let long = self.stretch(text, 20);
                let times = [10, 1000, 30_000][self.below(3)];
                let again = text[long.clone()].repeat(times);
                text.insert_str(long.end, &again);
            }
            _ => {
                let (at, number) = (self.word(text), NUMBERS[self.below(NUMBERS.len())]);
                text.replace_range(at, number);
            }
        }
    }
}
