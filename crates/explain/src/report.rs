//! The plugin's records about a plan, by source line, with sums over them.
//!
//! Sums are of bytes times the iterations of loops. Counts that are known only when the program runs stand as the
//! expressions of the source; where sums are compared, such a count is taken for [`ASSUMED_ITERATIONS`].

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// As the planner assumes.
const ASSUMED_ITERATIONS: f64 = 100.0;
/// Advice that is shown.
const MOST_ADVICE: usize = 3;

#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub line: usize,
    /// How often it runs, as an expression.
    pub symbol: String,
    pub constant: Option<u64>,
    /// Is the count known before the loop starts?
    pub counted: bool,
    /// Does each iteration run backwards right after it ran forwards?
    pub fused: bool,
}

/// Something that is kept for the reverse sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Of all that are alike.
    pub bytes: u64,
    count: usize,
    /// Once in every iteration of these.
    pub loops: Vec<usize>,
    what: String,
    pub why: String,
    advice: Option<Advice>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Advice {
    text: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub active: bool,
    pub loops: Vec<usize>,
    pub kept: Vec<Kept>,
    pub recomputed: Vec<String>,
    /// How threads add to adjoints.
    pub added: Vec<String>,
}

impl Kept {
    pub fn what(&self) -> String {
        if self.count == 1 { self.what.clone() } else { format!("{} ({} of them)", self.what, self.count) }
    }
}

impl Line {
    /// Adds what is kept to what is like it.
    fn keep(&mut self, kept: Kept) {
        let alike = |k: &&mut Kept| k.what == kept.what && k.why == kept.why && k.loops == kept.loops;
        match self.kept.iter_mut().find(alike) {
            Some(known) => {
                known.bytes += kept.bytes;
                known.count += 1;
            }
            None => self.kept.push(kept),
        }
    }
}

#[derive(Debug)]
pub struct Report {
    pub title: String,
    pub source: Vec<String>,
    /// About the whole.
    pub notes: Vec<String>,
    pub loops: BTreeMap<usize, Loop>,
    /// By number; 0 is for what has no line.
    pub lines: BTreeMap<usize, Line>,
}

impl Report {
    /// Reads the records; none when there are none.
    pub fn read(title: &str, source: &str, records: &str) -> Option<Report> {
        let source = source.lines().map(str::to_owned).collect();
        let (notes, loops, lines) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let mut report = Report { title: title.to_owned(), source, notes, loops, lines };
        for record in records.lines() {
            report.add(&record.split('\t').collect::<Vec<_>>());
        }
        (!report.lines.is_empty()).then_some(report)
    }

    fn add(&mut self, fields: &[&str]) -> Option<()> {
        let line: usize = fields.first()?.parse().ok()?;
        match *fields.get(1)? {
            "loop" => {
                let [index, _, symbol, constant, kind] = fields.get(2..7)? else { return None };
                let index = index.parse().ok()?;
                let (symbol, constant) = ((*symbol).to_owned(), constant.parse().ok());
                let (counted, fused) = (*kind != "uncounted", *kind == "fused");
                self.loops.insert(index, Loop { line, symbol, constant, counted, fused });
                self.lines.entry(line).or_default().loops.push(index);
            }
            "note" => self.notes.push((*fields.get(2)?).to_owned()),
            "active" => self.lines.entry(line).or_default().active = true,
            "kept" => {
                let [bytes, loops, what, why] = fields.get(2..6)? else { return None };
                let advice = fields.get(8).map(|text| Advice { text: (*text).to_owned() });
                let kept = Kept {
                    bytes: bytes.parse().ok()?,
                    count: 1,
                    loops: loops.split(',').filter_map(|index| index.parse().ok()).collect(),
                    what: (*what).to_owned(),
                    why: (*why).to_owned(),
                    advice,
                };
                self.lines.entry(line).or_default().keep(kept);
            }
            "recomputed" => {
                let recomputed = &mut self.lines.entry(line).or_default().recomputed;
                let what = (*fields.get(2)?).to_owned();
                if !recomputed.contains(&what) {
                    recomputed.push(what);
                }
            }
            "added" => {
                let [what, how] = fields.get(2..4)? else { return None };
                let (added, text) = (&mut self.lines.entry(line).or_default().added, format!("{what}: {how}"));
                if !added.contains(&text) {
                    added.push(text);
                }
            }
            _ => {}
        }
        Some(())
    }

    fn kept(&self) -> impl Iterator<Item = &Kept> {
        self.lines.values().flat_map(|line| &line.kept)
    }

    /// Bytes of a run, as far as counts are known or assumed.
    pub fn weight(&self, kept: &Kept) -> f64 {
        let times = |index: &usize| {
            self.loops.get(index).and_then(|l| l.constant).map_or(ASSUMED_ITERATIONS, |count| count as f64)
        };
        kept.bytes as f64 * kept.loops.iter().map(times).product::<f64>()
    }

    /// `16·n·m`, or a number of bytes.
    pub fn amount<'a>(&self, kept: impl IntoIterator<Item = &'a Kept>) -> String {
        let mut terms: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for each in kept {
            let loops = each.loops.iter().filter_map(|index| self.loops.get(index));
            let constant: u64 = loops.clone().filter_map(|l| l.constant).product();
            let symbols = loops.filter(|l| l.constant.is_none()).map(|l| l.symbol.clone()).collect();
            *terms.entry(symbols).or_default() += each.bytes * constant;
        }
        if terms.is_empty() {
            return "0 bytes".to_owned();
        }
        let term = |(symbols, bytes): (Vec<String>, u64)| match symbols.is_empty() {
            true => bytes_in_words(bytes),
            false => format!("{bytes}·{}", symbols.join("·")),
        };
        let symbolic = terms.keys().any(|symbols| !symbols.is_empty());
        let sum = terms.into_iter().rev().map(term).collect::<Vec<_>>().join(" + ");
        if symbolic { format!("{sum} bytes") } else { sum }
    }

    pub fn total(&self) -> String {
        self.amount(self.kept())
    }

    /// What would help most: the text, and how much is kept because of it.
    pub fn advice(&self) -> Vec<(String, String)> {
        let mut causes: BTreeMap<&Advice, Vec<&Kept>> = BTreeMap::new();
        for kept in self.kept() {
            if let Some(advice) = &kept.advice {
                causes.entry(advice).or_default().push(kept);
            }
        }
        let weight = |kept: &[&Kept]| kept.iter().map(|k| self.weight(k)).sum::<f64>();
        let mut causes: Vec<_> = causes.into_iter().collect();
        causes.sort_by(|a, b| weight(&b.1).total_cmp(&weight(&a.1)));
        let text = |(advice, kept): (&Advice, Vec<&Kept>)| (advice.text.clone(), self.amount(kept));
        causes.into_iter().take(MOST_ADVICE).map(text).collect()
    }

    /// The lines of the source that the report is about.
    pub fn range(&self) -> std::ops::RangeInclusive<usize> {
        let numbers = || self.lines.keys().copied().filter(|number| (1..=self.source.len()).contains(number));
        numbers().next().unwrap_or(1)..=numbers().next_back().unwrap_or(0)
    }

    /// How often the loops of a line run, with what is known of that.
    pub fn trips(&self, line: &Line) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for found in line.loops.iter().filter_map(|index| self.loops.get(index)) {
            let note = match (found.fused, found.counted) {
                (true, _) => ", forwards and backwards at once: only one iteration is kept",
                (_, true) => "",
                (_, false) => " (not known before it starts)",
            };
            let text = format!("{} times{note}", found.symbol);
            if !all.contains(&text) {
                all.push(text);
            }
        }
        all
    }

    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        self.notes.iter().for_each(|note| text.push_str(&format!("{note}\n")));
        let _ = writeln!(text, "kept for the reverse sweep: {}\n", self.total());
        let none = Line::default();
        if let Some(elsewhere) = self.lines.get(&0).filter(|line| !line.kept.is_empty()) {
            text.push_str("           | (no source line)\n");
            self.push_notes(&mut text, elsewhere);
        }
        for number in self.range() {
            let line = self.lines.get(&number).unwrap_or(&none);
            let mark = match (line.kept.is_empty(), line.active) {
                (false, _) => "keeps",
                (true, true) => "active",
                (true, false) => "",
            };
            let _ = writeln!(text, "{mark:>6} {number:4}| {}", self.source[number - 1]);
            self.push_notes(&mut text, line);
        }
        let advice = self.advice();
        if !advice.is_empty() {
            text.push_str("\nwhat would help most:\n");
        }
        for (number, (advice, amount)) in advice.iter().enumerate() {
            let _ = writeln!(text, "  {}. {advice} (kept because of it: {amount})", number + 1);
        }
        text
    }

    fn push_notes(&self, text: &mut String, line: &Line) {
        for trips in self.trips(line) {
            let _ = writeln!(text, "           |     loop: {trips}");
        }
        for kept in &line.kept {
            let amount = self.amount([kept]);
            let _ = writeln!(text, "           |     keeps {}: {amount}; {}", kept.what(), kept.why);
        }
        if !line.recomputed.is_empty() {
            let _ = writeln!(text, "           |     computes again: {}", line.recomputed.join(", "));
        }
        for added in &line.added {
            let _ = writeln!(text, "           |     threads add to the adjoint of {added}");
        }
    }
}

fn bytes_in_words(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["bytes", "KiB", "MiB", "GiB"];
    let mut amount = bytes as f64;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} bytes") } else { format!("{amount:.1} {}", UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDS: &str = "0\tnote\tthere are two\n1\tloop\t0\t-\tn\t-\tcounted\n2\tloop\t1\t0\t16\t16\tcounted\n2\tactive\n\
         2\tkept\t8\t0,1\ta[…]\tline 3 writes out[…]\trestrict\t3\tmark out restrict\n\
         3\tkept\t4\t0\tb\tit is so\t\n2\trecomputed\ta sum\n2\trecomputed\ta sum\n\
         3\tadded\ta[…]\tatomically\n3\tadded\ta[…]\tatomically\n";

    #[test]
    fn amounts_are_sums_of_products() {
        let report = Report::read("f", "for\nfor\nout\n", RECORDS).unwrap();
        assert_eq!(report.total(), "132·n bytes");
        assert_eq!(report.advice(), [("mark out restrict".to_owned(), "128·n bytes".to_owned())]);
        assert_eq!(report.lines[&2].recomputed, ["a sum"]);
    }

    #[test]
    fn the_text_has_marks_reasons_and_advice() {
        let text = Report::read("f", "for\nfor\nout\n", RECORDS).unwrap().to_text();
        assert!(text.contains("kept for the reverse sweep: 132·n bytes"), "{text}");
        assert!(text.contains("f\nthere are two\n"), "{text}");
        assert!(text.contains(" keeps    2| for"), "{text}");
        assert!(text.contains("keeps a[…]: 128·n bytes; line 3 writes out[…]"), "{text}");
        assert!(text.contains("1. mark out restrict"), "{text}");
        assert_eq!(text.matches("threads add to the adjoint of a[…]: atomically").count(), 1, "{text}");
    }

    #[test]
    fn nothing_is_no_report() {
        assert!(Report::read("f", "", "").is_none());
        assert!(Report::read("f", "", "nonsense\n").is_none());
    }
}
