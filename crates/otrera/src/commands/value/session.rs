//! Valuing sums, one after another: the ladder first, then exact values where they can be had.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use otrera_area::{Area, Climb, Judgement, areas};
use otrera_board::{Bits, Position};
use otrera_cgt::expression::{EvaluationError, Setting};
use otrera_cgt::{Exhausted, Form, Forms, Limit, Player, SumSearch, Valuer};

use super::ValueArgs;
use super::answer::{Answer, Findings};
use super::moves;
use super::pieces::{self, Game, Piece, area_form};
use super::question::{Question, Wanted, What, explain};
use super::sum;
use super::watch::Watch;
use crate::interrupt::INTERRUPT;
use crate::limits::Limits;

/// The limit of a question, where none is given.
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);
pub const DEFAULT_BYTES: usize = 1 << 30;

/// How many bytes the canonical form of a sum and the moves in it may take, before its
/// verdict is all there is. (A size, not a time: answers do not depend on the machine.)
const PATIENCE_WITH_SUMS: usize = 48 << 20;

/// Moves that nobody asked for may take as many bytes as the value did, and so many more: often they were valued
/// with it.
const PATIENCE_WITH_MOVES: usize = 8 << 20;

/// They take no more than this part of the time, on however slow a machine.
const SHARE_OF_MOVES: u32 = 8;

/// This part of the time is left to make an answer of what was found.
const SHARE_TO_END: u32 = 20;

/// What is remembered from one question to the next is at most this part of the limit.
const SHARE_TO_KEEP: usize = 8;

/// What was found of areas serves all questions, as long as there is room.
pub struct Session<'a, B: 'static> {
    args: &'a ValueArgs,
    time: Duration,
    bytes: usize,
    /// How far the ladder is climbed.
    effort: Climb,
    /// Set by whoever wants no more.
    stop: &'static AtomicBool,
    valuer: Valuer<Area<B>>,
}

impl<'a, B: Bits> Session<'a, B> {
    pub fn new(args: &'a ValueArgs) -> Session<'a, B> {
        let Limits { time, bytes, .. } = args.limit.unwrap_or_default();
        Session {
            args,
            time: time.unwrap_or(DEFAULT_TIME),
            bytes: bytes.unwrap_or(DEFAULT_BYTES),
            effort: Climb::default(),
            stop: &INTERRUPT,
            valuer: Valuer::new(),
        }
    }

    /// The same, no further up the ladder than this.
    pub fn climbing(self, effort: Climb) -> Session<'a, B> {
        Session { effort, ..self }
    }

    /// The same, ended by this flag instead of Ctrl-C.
    pub fn ended_by(self, stop: &'static AtomicBool) -> Session<'a, B> {
        Session { stop, ..self }
    }

    /// The answer to a question, whose positions fit in the word.
    pub fn answer(
        &mut self,
        question: &Question,
        fit: impl Fn(&Position) -> Position<B>,
    ) -> anyhow::Result<Answer> {
        let watch = Watch::new(self.valuer.progress(), self.time);
        let time = self.time - self.time / SHARE_TO_END;
        let limit = Limit {
            deadline: Instant::now().checked_add(time),
            bytes: Some(self.bytes),
            stop: Some(self.stop),
            ..Limit::default()
        };
        let mut pieces = pieces::of(question, &fit);
        let cancelled = pieces::cancel(&mut pieces);
        watch.say("bounds");
        pieces::climb(&mut pieces, self.effort, limit);
        let quoted = question.quoted.iter();
        let quoted = quoted.map(|(text, position)| (text.as_str(), areas(&fit(position))));
        let quoted: HashMap<&str, Vec<Area<B>>> = quoted.collect();
        let mut findings = Findings::default();
        if !self.is_answered(question, &pieces) {
            findings.exhausted =
                self.value_pieces(&mut pieces, question, &quoted, limit, &watch)?;
        }
        findings.bounds = sum::bounds(&pieces, &mut self.valuer.forms);
        findings.winners = sum::winners(&pieces, &mut self.valuer.forms);
        findings.mean = sum::mean(&pieces, &mut self.valuer.forms);
        findings.out_of_reach = pieces::out_of_reach(&pieces, &quoted);
        self.valuer.set_limit(limit);
        match sum::forms_of(&pieces, &mut self.valuer.forms) {
            Ok(Some(terms)) => {
                let asked = (question, &quoted);
                self.add_up(&mut findings, &terms, limit, &watch);
                watch.say("moves");
                self.add_moves(&mut findings, &pieces, asked, limit, cancelled);
            }
            Ok(None) => {}
            Err(error) => {
                findings.too_large = error == Exhausted::Size;
                findings.exhausted = Some(error);
            }
        }
        self.judge_size(&mut findings, question.wanted);
        drop(watch);
        let limits = (self.time, self.bytes);
        let answer = Answer::new(question, &mut self.valuer.forms, findings, limits, self.args);
        if self.valuer.bytes() > self.bytes / SHARE_TO_KEEP {
            self.valuer = Valuer::new();
        }
        Ok(answer)
    }

    /// Do bounds say all that is asked?
    fn is_answered(&mut self, question: &Question, pieces: &[Piece<B>]) -> bool {
        match question.wanted {
            Wanted::Comparison(relation) => {
                let open = sum::outcomes(sum::winners(pieces, &mut self.valuer.forms));
                let holds = |outcome: &otrera_cgt::Outcome| relation.holds(*outcome);
                open.iter().all(holds) || !open.iter().any(holds)
            }
            _ => false,
        }
    }

    /// Finds forms, the easy ones first. What ran out, if some are not found.
    fn value_pieces(
        &mut self,
        pieces: &mut [Piece<B>],
        question: &Question,
        quoted: &HashMap<&str, Vec<Area<B>>>,
        limit: Limit,
        watch: &Watch,
    ) -> anyhow::Result<Option<Exhausted>> {
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        order.sort_by_key(|&n| pieces::difficulty(&pieces[n].game));
        let mut exhausted = None;
        for (done, &n) in order.iter().enumerate() {
            watch.say(&match order.len() {
                1 => "the value".to_owned(),
                all => format!("value {} of {all}", done + 1),
            });
            self.valuer.set_limit(share(limit, done + 1 == order.len()));
            let piece = &mut pieces[n];
            let found = match &piece.game {
                Game::Area(..) if self.args.bounds => continue,
                Game::Area(area, judgement) => self.area(area, Some(judgement)),
                Game::Written(expression) => {
                    let mut setting = Calculator { valuer: &mut self.valuer, quoted };
                    match expression.evaluate(&mut setting) {
                        Ok(form) => Ok(form),
                        Err(EvaluationError::Exhausted(error)) => Err(error),
                        Err(EvaluationError::Term { error, .. }) => Err(error),
                        Err(error) => return Err(in_source(question, piece.term, &error)),
                    }
                }
            };
            match found {
                Ok(form) => piece.form = Some(form),
                // More of these would have helped; more than a form can hold is never there.
                Err(error)
                    if error == Exhausted::Interrupt
                        || exhausted.is_none_or(|it| it == Exhausted::Size) =>
                {
                    exhausted = Some(error);
                }
                Err(_) => {}
            }
        }
        Ok(exhausted)
    }

    /// The form of an area.
    fn area(&mut self, area: &Area<B>, judgement: Option<&Judgement>) -> Result<Form, Exhausted> {
        // Bounds that leave one number leave one value.
        if let Some(exact) = judgement.map(|it| it.bounds).filter(|bounds| bounds.is_exact()) {
            return Ok(self.valuer.forms.number(exact.lower.number));
        }
        area_form(&mut self.valuer, area)
    }

    /// What can be said of a sum whose pieces have forms.
    fn add_up(&mut self, findings: &mut Findings, terms: &[Form], limit: Limit, watch: &Watch) {
        watch.say("the winner of the sum");
        let mut search = SumSearch::new();
        search.set_limit(limit);
        let forms = &mut self.valuer.forms;
        match search.outcome(forms, terms) {
            Ok(outcome) => findings.winners = Player::BOTH.map(|first| Some(outcome.winner(first))),
            Err(error) => findings.exhausted = Some(error),
        }
        watch.say("the form of the sum");
        let several = terms.iter().filter(|&&term| forms.as_number(term).is_none()).count() > 1;
        let mut patience = limit;
        if several {
            let bytes = self.valuer.bytes() + PATIENCE_WITH_SUMS;
            patience.bytes = Some(bytes.min(self.bytes));
        }
        self.valuer.set_limit(patience);
        let forms = &mut self.valuer.forms;
        let zero = forms.integer(0);
        let total = match terms.iter().try_fold(zero, |sum, &term| forms.add(sum, term)) {
            Ok(total) => total,
            Err(error) => {
                let impatient = error == Exhausted::Memory && patience.bytes < limit.bytes;
                findings.too_large = impatient || error == Exhausted::Size;
                findings.exhausted = findings.exhausted.or((!findings.too_large).then_some(error));
                return;
            }
        };
        findings.sum = Some(total);
        findings.winners = Player::BOTH.map(|first| Some(forms.outcome(total).winner(first)));
        findings.exhausted = None;
        let exact = forms.bounds(total);
        findings.bounds = Some(findings.bounds.map_or(exact, |bounds| bounds.and(exact)));
        findings.weight = infinitesimal_weight(forms, total);
    }

    /// The moves in a sum whose form is known. If nobody asked for them, they may take little.
    fn add_moves(
        &mut self,
        findings: &mut Findings,
        pieces: &[Piece<B>],
        (question, quoted): (&Question, &HashMap<&str, Vec<Area<B>>>),
        limit: Limit,
        cancelled: bool,
    ) {
        let Some(total) = findings.sum.filter(|_| question.wanted == Wanted::Value) else { return };
        if cancelled {
            findings.no_moves = Some("left out: some areas cancel out, and were not looked into");
            findings.exhausted = self.args.moves.then_some(Exhausted::Size);
            return;
        }
        self.valuer.set_limit(if self.args.moves { limit } else { self.little(limit) });
        let mut setting = Calculator { valuer: &mut self.valuer, quoted };
        match (moves::find(&mut setting, question, pieces, total, self.args), self.args.moves) {
            (Ok(moves), _) => findings.moves = Some(moves),
            (Err(EvaluationError::Exhausted(error)), true) => findings.exhausted = Some(error),
            (Err(_), true) => findings.exhausted = Some(Exhausted::Size),
            (Err(_), false) => {
                findings.no_moves = Some("left out: they take longer; --moves lists them");
            }
        }
    }

    /// What moves may take that nobody asked for.
    fn little(&self, limit: Limit) -> Limit {
        let bytes = 2 * self.valuer.bytes() + PATIENCE_WITH_MOVES;
        let deadline = Instant::now().checked_add(self.time / SHARE_OF_MOVES);
        Limit {
            deadline: limit.deadline.min(deadline),
            bytes: Some(bytes.min(self.bytes)),
            ..limit
        }
    }

    /// A form that is merely too large is no failure where the winner is known, unless something
    /// was asked for that needs the form.
    fn judge_size(&self, findings: &mut Findings, wanted: Wanted) {
        if !findings.too_large || wanted != Wanted::Value {
            return;
        }
        let args = self.args;
        let is_needed = args.moves || args.tree.is_some() || args.svg.is_some();
        let is_missed = is_needed || findings.outcome().is_none();
        let why = findings.exhausted.unwrap_or(Exhausted::Size);
        findings.exhausted = is_missed.then_some(why);
    }
}

/// The limit of one of several games: half of the time that is left, so that a hard one leaves some to the
/// next.
fn share(limit: Limit, is_last: bool) -> Limit {
    let deadline = limit.deadline.map(|end| {
        let left = end.saturating_duration_since(Instant::now());
        if is_last { end } else { end - left / 2 }
    });
    Limit { deadline, ..limit }
}

/// The atomic weight of the infinitesimal part of a number plus an infinitesimal, if it has one.
fn infinitesimal_weight(forms: &mut Forms, form: Form) -> Option<Form> {
    let mean = forms.left_stop(form);
    if forms.as_number(form).is_some() || forms.right_stop(form) != mean {
        return None;
    }
    let minus_mean = forms.number(-mean);
    let small = forms.add(form, minus_mean).ok()?;
    forms.atomic_weight(small).ok()?
}

/// An error with its place in the text of a term.
fn in_source(
    question: &Question,
    term: usize,
    error: &EvaluationError<Exhausted>,
) -> anyhow::Error {
    match &question.terms[term - 1].what {
        What::Game { source, .. } => match error.in_text(source) {
            Some(placed) => explain(&placed, source),
            None => anyhow::anyhow!("{error}"),
        },
        What::Position(_) => anyhow::anyhow!("{error}"),
    }
}

/// Where expressions are evaluated: terms in quotes are positions.
pub struct Calculator<'a, B: 'static> {
    pub valuer: &'a mut Valuer<Area<B>>,
    quoted: &'a HashMap<&'a str, Vec<Area<B>>>,
}

impl<B: Bits> Setting for Calculator<'_, B> {
    type Error = Exhausted;

    fn forms(&mut self) -> &mut Forms {
        &mut self.valuer.forms
    }

    fn quoted(&mut self, text: &str) -> Result<Form, Exhausted> {
        let mut sum = self.valuer.forms.integer(0);
        for area in self.quoted.get(text).into_iter().flatten() {
            let form = area_form(self.valuer, area)?;
            sum = self.valuer.forms.add(sum, form)?;
        }
        Ok(sum)
    }
}
