//! Damaged texts: numbers, words and lines that are changed, lost, doubled and taken from elsewhere.

/// Random numbers that are the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

const NUMBERS: [&str; 17] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "-1",
    "16",
    "255",
    "1000",
    "65536",
    "2147483648",
    "-2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "1.0e400",
    "0xFFFFFFFF",
];

const WORDS: [&str; 40] = [
    "f32",
    "f64",
    "bf16",
    "f16",
    "i1",
    "i8",
    "i32",
    "i64",
    "ui8",
    "ui64",
    "complex<f32>",
    "index",
    "f8E4M3FN",
    "i4",
    "tensor<f64>",
    "tensor<2x3xf64>",
    "tensor<?x3xf32>",
    "tensor<0xf32>",
    "tensor<*xf32>",
    "!stablehlo.token",
    "none",
    "stablehlo.add",
    "stablehlo.multiply",
    "stablehlo.maximum",
    "stablehlo.compare",
    "stablehlo.reduce",
    "stablehlo.tanh",
    "stablehlo.dot_general",
    "stablehlo.while",
    "stablehlo.return",
    "func.return",
    "func.call",
    "array<i64>",
    "dense<0>",
    "dense<1.0>",
    "true",
    "unit",
    "loc(unknown)",
    "{}",
    "[]",
];

/// A text of the corpus with a few changes.
pub fn damaged(texts: &[String], random: &mut Random) -> String {
    let mut text = random.pick(texts).clone();
    // Long texts are cut to some of their functions now and then, so that changes matter more.
    if text.len() > 6000 && random.below(3) > 0 {
        text = one_function(&text, random).unwrap_or(text);
    }
    for _ in 0..random.between(1, 6) {
        text = match random.below(8) {
            0 => change_byte(text, random),
            1 | 2 => replace_number(text, random),
            3 => exchange_words(text, random),
            4 => replace_word(text, random),
            5 => change_lines(text, texts, random),
            6 => rename_value(text, random),
            _ => repeat_number(text, random),
        };
    }
    text
}

/// Where words of letters, digits and what belongs to names begin and end.
fn words(text: &str, is_part: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (place, letter) in text.char_indices() {
        match (is_part(letter), start) {
            (true, None) => start = Some(place),
            (false, Some(begin)) => {
                found.push((begin, place));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn replace(text: &str, (begin, end): (usize, usize), with: &str) -> String {
    format!("{}{with}{}", &text[..begin], &text[end..])
}

fn change_byte(text: String, random: &mut Random) -> String {
    let mut bytes = text.clone().into_bytes();
    if bytes.is_empty() {
        return text;
    }
    let place = random.below(bytes.len());
    match random.below(3) {
        0 => bytes[place] = *random.pick(b"0123456789%@-,x<>(){}[]:=#!^\"? "),
        1 => drop(bytes.remove(place)),
        _ => bytes.insert(place, bytes[place]),
    }
    String::from_utf8(bytes).unwrap_or(text)
}

fn replace_number(text: String, random: &mut Random) -> String {
    let numbers = words(&text, |letter| letter.is_ascii_digit());
    if numbers.is_empty() {
        return text;
    }
    let place = *random.pick(&numbers);
    let old = text[place.0..place.1].parse::<i64>().unwrap_or(1);
    let near = old.wrapping_add(random.between(-2, 2)).to_string();
    let new = if random.below(2) == 0 { near.as_str() } else { random.pick(&NUMBERS) };
    replace(&text, place, new)
}

/// Changes all numbers of one value in the same way, so that shapes stay the same on both sides.
fn repeat_number(text: String, random: &mut Random) -> String {
    let numbers = words(&text, |letter| letter.is_ascii_digit());
    if numbers.is_empty() {
        return text;
    }
    let (begin, end) = *random.pick(&numbers);
    let old = &text[begin..end];
    let new = *random.pick(&["0", "1", "2", "3", "5", "8", "17"]);
    text.replace(&format!("<{old}x"), &format!("<{new}x")).replace(&format!("x{old}x"), &format!("x{new}x"))
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '%' | '@' | '#' | '!')
}

fn exchange_words(text: String, random: &mut Random) -> String {
    let found = words(&text, is_word);
    if found.is_empty() {
        return text;
    }
    let (from, to) = (*random.pick(&found), *random.pick(&found));
    let new = text[from.0..from.1].to_owned();
    replace(&text, to, &new)
}

fn replace_word(text: String, random: &mut Random) -> String {
    let found = words(&text, is_word);
    if found.is_empty() {
        return text;
    }
    let place = *random.pick(&found);
    let new: &str = WORDS[random.below(WORDS.len())];
    replace(&text, place, new)
}

/// Another value as an operand.
fn rename_value(text: String, random: &mut Random) -> String {
    let found: Vec<(usize, usize)> =
        words(&text, is_word).into_iter().filter(|(begin, _)| text[*begin..].starts_with('%')).collect();
    if found.is_empty() {
        return text;
    }
    let (from, to) = (*random.pick(&found), *random.pick(&found));
    let new = text[from.0..from.1].to_owned();
    replace(&text, to, &new)
}

fn change_lines(text: String, texts: &[String], random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return text;
    }
    let place = random.below(lines.len());
    match random.below(4) {
        0 => drop(lines.remove(place)),
        1 => lines.insert(place, lines[random.below(lines.len())]),
        2 => {
            let next = (place + 1) % lines.len();
            lines.swap(place, next);
        }
        _ => {
            let others: Vec<&str> = random.pick(texts).lines().collect();
            if !others.is_empty() {
                lines.insert(place, others[random.below(others.len())]);
            }
        }
    }
    lines.join("\n")
}

/// One function of a module, as a module.
fn one_function(text: &str, random: &mut Random) -> Option<String> {
    let starts: Vec<usize> = text.match_indices("func.func").map(|(place, _)| place).collect();
    if starts.len() < 2 {
        return None;
    }
    let chosen = random.below(starts.len());
    let begin = starts[chosen];
    let end = starts.get(chosen + 1).copied().unwrap_or(text.len());
    let depth = |part: &str| part.matches('{').count() as i64 - part.matches('}').count() as i64;
    let part = &text[begin..end];
    // The last function is followed by the brace of its module.
    let part = if depth(part) < 0 { part.trim_end().strip_suffix('}').unwrap_or(part) } else { part };
    Some(part.to_owned())
}
