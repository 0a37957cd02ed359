//! `--batch`: one position after another.

use otrera_board::{Bits, Position};
use otrera_solver::{Solver, Stopped};

use super::answer::Answer;
use super::late_tables::LateTables;
use super::patience::Patience;
use super::{Files, SolveArgs, memory, new_solver, solve};
use crate::input::answer_each;
use crate::interrupt::{self, Interrupted};
use crate::output::RanOut;

/// Solves one position after another; what was found serves the whole batch.
pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let files = Files::open(args)?;
    let mut solvers = Solvers { late: files.late_tables(args), narrow: None, wide: None };
    let mut complete = true;
    let answered = answer_each(&args.input, |subject| {
        let mut answer = solvers.solve(args, &files, &subject.position())?;
        answer.trusts = files.trusted().into_iter().collect();
        if answer.stopped == Some(Stopped::Interrupted) {
            return Err(Interrupted.into());
        }
        complete &= answer.is_complete();
        Ok(answer)
    });
    // Areas are kept however the batch ends.
    files.finish()?;
    answered?;
    if complete { Ok(()) } else { Err(RanOut.into()) }
}

/// The solvers of a batch: one for boards of up to 64 squares and one for larger ones, made when they are
/// needed. Together they have the memory that was asked for.
struct Solvers {
    late: LateTables,
    narrow: Option<Solver<u64>>,
    wide: Option<Solver<u128>>,
}

impl Solvers {
    fn solve(
        &mut self,
        args: &SolveArgs,
        files: &Files,
        position: &Position,
    ) -> anyhow::Result<Answer> {
        let mut patience = Patience::without_checkpoint();
        match position.narrow() {
            Some(position) => {
                let solver = next_solver(args, files, &mut self.narrow, &mut self.wide)?;
                solve(args, solver, &position, None, &mut self.late, &mut patience)
            }
            None => {
                let solver = next_solver(args, files, &mut self.wide, &mut self.narrow)?;
                solve(args, solver, position, None, &mut self.late, &mut patience)
            }
        }
    }
}

/// The solver for the next position of a batch. When the other one comes first, it has all of the memory;
/// from then on each has half, and the other begins anew.
fn next_solver<'a, B: Bits, C: Bits>(
    args: &SolveArgs,
    files: &Files,
    wanted: &'a mut Option<Solver<B>>,
    other: &mut Option<Solver<C>>,
) -> anyhow::Result<&'a mut Solver<B>> {
    let memory = memory(args);
    match wanted {
        Some(solver) => Ok(solver),
        None => {
            let mut share = memory;
            if other.take().is_some() {
                share /= 2;
                *other = Some(new_solver(args, files, memory - share)?);
            }
            Ok(wanted.insert(new_solver(args, files, share)?))
        }
    }
}
