//! A player who thinks in a thread of his own, so that whoever drives him is heard meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use otrera_board::Position;
use otrera_player::{Allowance, BoardPlayer, Decision, Opinion, Settings};

/// What is to be thought about.
#[derive(Clone, Debug)]
pub struct Task {
    pub position: Position,
    pub allowance: Allowance,
    /// Until when the answer is withheld.
    pub until: Until,
}

/// When a player may answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// As soon as he has decided.
    Decided,
    /// Not before he is told to stop; he thinks on for as long as that takes.
    Stopped,
    /// The same, or he is told that his opponent has moved as expected: from then on his allowance counts.
    Hit,
}

/// What a player says while he thinks, and what he does.
pub trait Report: Send + 'static {
    fn opinion(&mut self, position: &Position, opinion: &Opinion);
    fn decision(&mut self, position: &Position, decision: Option<&Decision>);
}

enum Order {
    Settings(Settings),
    Forget,
    Think(Task, Arc<Leash>),
    /// Says when all orders before it are carried out.
    Tell(Sender<()>),
}

/// The thread, and what it is thinking about.
pub struct Thinker {
    orders: Sender<Order>,
    leash: Option<Arc<Leash>>,
}

impl Thinker {
    pub fn new(settings: Settings, mut report: impl Report) -> Thinker {
        let (orders, received) = mpsc::channel();
        thread::spawn(move || {
            let mut player = BoardPlayer::new(settings);
            for order in received {
                match order {
                    Order::Settings(settings) => player = BoardPlayer::new(settings),
                    Order::Forget => player.forget(),
                    // Nobody may be waiting any more.
                    Order::Tell(done) => drop(done.send(())),
                    Order::Think(task, leash) => {
                        // Whatever happens, nobody waits for ever.
                        let _done = Done(&leash);
                        think(&mut player, &task, &leash, &mut report);
                    }
                }
            }
        });
        Thinker { orders, leash: None }
    }

    /// Begins to think, once what he is thinking about has been answered.
    pub fn think(&mut self, task: Task) -> anyhow::Result<()> {
        self.finish();
        let withheld = task.until != Until::Decided;
        let leash = Arc::new(Leash { withheld, ..Leash::default() });
        self.leash = Some(leash.clone());
        self.order(Order::Think(task, leash))
    }

    /// Another player from now on.
    pub fn set(&mut self, settings: Settings) -> anyhow::Result<()> {
        self.carry_out(Order::Settings(settings))
    }

    /// Another game.
    pub fn forget(&mut self) -> anyhow::Result<()> {
        self.carry_out(Order::Forget)
    }

    /// Has something done, and waits for it: what it takes must not come off the time for a move.
    fn carry_out(&mut self, order: Order) -> anyhow::Result<()> {
        self.finish();
        let (done, told) = mpsc::channel();
        self.order(order)?;
        self.order(Order::Tell(done))?;
        // If the thread has ended instead, the next order says so.
        let _ = told.recv();
        Ok(())
    }

    fn order(&self, order: Order) -> anyhow::Result<()> {
        self.orders.send(order).map_err(|_| anyhow::anyhow!("the player has stopped working"))
    }

    /// Has him answer as soon as possible.
    pub fn stop(&self) {
        if let Some(leash) = &self.leash {
            leash.stop();
        }
    }

    /// Tells him that his opponent has moved as expected.
    pub fn hit(&self) {
        if let Some(leash) = &self.leash {
            leash.hit();
        }
    }

    /// Waits for his answer, if it comes by itself; else has him answer.
    pub fn end(&mut self) {
        match &self.leash {
            Some(leash) if leash.withheld => self.finish(),
            Some(leash) => leash.wait(),
            None => {}
        }
    }

    /// Has him answer, and waits for it.
    pub fn finish(&mut self) {
        if let Some(leash) = self.leash.take() {
            leash.stop();
            leash.wait();
        }
    }
}

fn think(player: &mut BoardPlayer, task: &Task, leash: &Leash, report: &mut impl Report) {
    let position = &task.position;
    let patient = Allowance { depth: task.allowance.depth, ..Allowance::default() };
    let allowance = if task.until == Until::Decided { &task.allowance } else { &patient };
    let mut ask = |allowance: &Allowance| {
        let mut watch = |opinion: &Opinion| report.opinion(position, opinion);
        player.think(position, allowance, &leash.stop, &mut watch)
    };
    let mut decision = ask(allowance);
    if task.until != Until::Decided && leash.until_released() == Phase::Hit {
        decision = ask(&task.allowance);
    }
    report.decision(position, decision.as_ref());
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Phase {
    #[default]
    Thinking,
    Hit,
    Stopped,
    Done,
}

/// How a thread that thinks is held.
#[derive(Default)]
struct Leash {
    /// Does the answer wait for a word?
    withheld: bool,
    stop: AtomicBool,
    phase: Mutex<Phase>,
    changed: Condvar,
}

impl Leash {
    fn stop(&self) {
        let mut phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if *phase != Phase::Done {
            *phase = Phase::Stopped;
            self.stop.store(true, Ordering::SeqCst);
            self.changed.notify_all();
        }
    }

    fn hit(&self) {
        let mut phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if *phase == Phase::Thinking {
            *phase = Phase::Hit;
            self.stop.store(true, Ordering::SeqCst);
            self.changed.notify_all();
        }
    }

    /// Waits until an answer may be given. After a hit thinking may go on.
    fn until_released(&self) -> Phase {
        let mut phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        while *phase == Phase::Thinking {
            phase = self.changed.wait(phase).unwrap_or_else(PoisonError::into_inner);
        }
        if *phase == Phase::Hit {
            self.stop.store(false, Ordering::SeqCst);
        }
        *phase
    }

    fn wait(&self) {
        let mut phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        while *phase != Phase::Done {
            phase = self.changed.wait(phase).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Says that an answer was given, also if the thread ends unexpectedly.
struct Done<'a>(&'a Leash);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        *self.0.phase.lock().unwrap_or_else(PoisonError::into_inner) = Phase::Done;
        self.0.changed.notify_all();
    }
}
