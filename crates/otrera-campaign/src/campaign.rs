//! A campaign in its folder: the log that a ledger is made from, and who may write to it.
//!
//! ```text
//! log      what happened, line by line
//! head     how far the log went when it was last brought to the disk: a shorter one is not whole
//! lock     held by the process that runs the campaign
//! memory   what the solver remembers, to begin with the next time
//! ```

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use otrera_board::Position;

use crate::error::CampaignError;
use crate::event::Event;
use crate::ledger::Ledger;
use crate::log::{self, Extent, Log, ReadLog, write_whole};

/// How the work of a campaign is divided into jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Expansions of the first job on a position. All jobs on it together take four times as many each
    /// time, until single ones are long enough.
    pub first_budget: u64,
    /// A position that jobs have left open after so many expansions is expanded in the ledger.
    pub expand_after: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { first_budget: 2_000, expand_after: 500_000 }
    }
}

/// The files of a folder.
const LOG: &str = "log";
const HEAD: &str = "head";
const LOCK: &str = "lock";
const MEMORY: &str = "memory";

/// How a header begins.
const HEADER: &str = "otrera-campaign 1";

impl Plan {
    /// The first line of a log, or of an export with another beginning.
    pub(crate) fn header(&self, beginning: &str, root: &Position<u64>) -> String {
        let Plan { first_budget, expand_after } = self;
        format!("{beginning} {root} first-budget {first_budget} expand-after {expand_after}")
    }

    /// Reads such a line.
    pub(crate) fn parse(line: &str, beginning: &str) -> Option<(Plan, Position<u64>)> {
        let words: Vec<&str> = line.strip_prefix(beginning)?.split(' ').collect();
        let &["", rows, side, "first-budget", first, "expand-after", after] = &words[..] else {
            return None;
        };
        let root: Position = format!("{rows} {side}").parse().ok()?;
        let plan = Plan { first_budget: first.parse().ok()?, expand_after: after.parse().ok()? };
        let root = root.narrow()?;
        (plan.first_budget > 0 && plan.header(beginning, &root) == line).then_some((plan, root))
    }
}

/// A campaign as its folder has it.
#[derive(Debug)]
pub struct Campaign {
    folder: PathBuf,
    plan: Plan,
    ledger: Ledger,
    read: ReadLog,
}

impl Campaign {
    /// Reads the campaign of a folder. Another process may be running it.
    pub fn open(folder: &Path) -> Result<Campaign, CampaignError> {
        let path = folder.join(LOG);
        if !path.exists() {
            return Err(CampaignError::NotThere(folder.into()));
        }
        // First, as the log has at least these lines by the time it is written.
        let head = read_head(&folder.join(HEAD))?;
        let mut made: Option<(Plan, Ledger)> = None;
        let mut foreign = false;
        let read = log::read(&path, |extent, line| {
            if extent.lines == head.lines && *extent != head {
                return Err("not the line that was written here".to_owned());
            }
            match &mut made {
                Some((_, ledger)) => {
                    let event = Event::parse(line, ledger.size())?;
                    event.apply(ledger)
                }
                None => {
                    let (plan, root) = Plan::parse(line, HEADER).ok_or_else(|| {
                        foreign = true;
                        "not a campaign of this version".to_owned()
                    })?;
                    made = Some((plan, Ledger::new(root)));
                    Ok(())
                }
            }
        });
        if foreign {
            return Err(CampaignError::Foreign(path));
        }
        let read = read?;
        let found = read.extent.lines;
        match made {
            Some((plan, ledger)) if found >= head.lines => {
                Ok(Campaign { folder: folder.into(), plan, ledger, read })
            }
            _ => Err(CampaignError::Truncated { path, expected: head.lines, found }),
        }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How its work is divided.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// What is known.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The file of what the solver remembers.
    pub fn memory(&self) -> PathBuf {
        self.folder.join(MEMORY)
    }

    /// Bytes of a last line that was never finished, as a process leaves it that was killed.
    pub fn unfinished(&self) -> u64 {
        self.read.unfinished
    }
}

/// A campaign that is written to, by one process at a time.
#[derive(Debug)]
pub struct Session {
    pub(crate) campaign: Campaign,
    log: Log,
    /// When the log was last brought to the disk.
    synced: Instant,
    /// Held as long as this lives.
    _lock: File,
}

/// A job may be lost with the power of the machine until so much time has passed.
const BETWEEN_SYNCS: Duration = Duration::from_secs(5);

impl Session {
    /// Begins a campaign in a new folder.
    pub fn create(
        folder: &Path,
        root: &Position<u64>,
        plan: Plan,
    ) -> Result<Session, CampaignError> {
        Session::create_with(folder, root, plan, &[])
    }

    /// The same, with what has happened already. If that fails, nothing is left behind.
    pub(crate) fn create_with(
        folder: &Path,
        root: &Position<u64>,
        plan: Plan,
        events: &[Event],
    ) -> Result<Session, CampaignError> {
        let is_new = make_folder(folder)?;
        let begin = || {
            let lock = lock(folder)?;
            let mut log = Log::create(&folder.join(LOG))?;
            log.append(&plan.header(HEADER, root))?;
            write_head(folder, log.sync()?)?;
            let campaign = Campaign::open(folder)?;
            let mut session = Session { campaign, log, synced: Instant::now(), _lock: lock };
            events.iter().try_for_each(|event| session.add(event))?;
            session.sync()?;
            Ok(session)
        };
        begin().inspect_err(|_| {
            // Only tidiness: what is left is in the way of the next try, which says so.
            for file in [LOG, HEAD, LOCK] {
                let _ = fs::remove_file(folder.join(file));
            }
            if is_new {
                let _ = fs::remove_dir(folder);
            }
        })
    }

    /// Continues the campaign of a folder. A line that was never finished is removed.
    pub fn open(folder: &Path) -> Result<Session, CampaignError> {
        if !folder.join(LOG).exists() {
            return Err(CampaignError::NotThere(folder.into()));
        }
        let lock = lock(folder)?;
        let campaign = Campaign::open(folder)?;
        let log = Log::resume(&folder.join(LOG), &campaign.read)?;
        Ok(Session { campaign, log, synced: Instant::now(), _lock: lock })
    }

    /// The campaign as it is now.
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// Writes down what happens, and lets it happen.
    pub(crate) fn add(&mut self, event: &Event) -> Result<(), CampaignError> {
        let ledger = &mut self.campaign.ledger;
        let (text, line) = (event.text(ledger.size()), self.log.lines() + 1);
        event
            .apply(ledger)
            .map_err(|what| CampaignError::damaged(&self.campaign.folder.join(LOG), line, what))?;
        self.log.append(&text)?;
        if self.synced.elapsed() >= BETWEEN_SYNCS {
            self.sync()?;
        }
        Ok(())
    }

    /// Brings all to the disk.
    pub fn sync(&mut self) -> Result<(), CampaignError> {
        write_head(&self.campaign.folder, self.log.sync()?)?;
        self.synced = Instant::now();
        Ok(())
    }
}

/// Makes a folder, unless it is there and empty; was it made?
fn make_folder(folder: &Path) -> Result<bool, CampaignError> {
    let io = |error| CampaignError::io(folder, error);
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            Some(_) => Err(CampaignError::Exists(folder.into())),
            None => Ok(false),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = fs::create_dir(folder).map_err(|error| match folder.parent() {
                Some(parent) if error.kind() == io::ErrorKind::NotFound => io::Error::new(
                    error.kind(),
                    format!("no such folder: {}; create it first", parent.display()),
                ),
                _ => error,
            });
            made.map_err(io).map(|()| true)
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(CampaignError::Exists(folder.into()))
        }
        Err(error) => Err(io(error)),
    }
}

/// Takes the lock of a folder, which is held until the file is closed, by whatever end.
fn lock(folder: &Path) -> Result<File, CampaignError> {
    let path = folder.join(LOCK);
    let io = |error| CampaignError::io(&path, error);
    let mut options = File::options();
    let file = options.write(true).create(true).truncate(false).open(&path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(CampaignError::InUse(folder.into())),
        // A file system without locks is no reason to compute nothing.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

fn write_head(folder: &Path, extent: &Extent) -> Result<(), CampaignError> {
    let path = folder.join(HEAD);
    let text = format!("{} {}\n", extent.lines, extent.chain);
    let written = write_whole(&path, |file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| CampaignError::io(&path, error))
}

fn read_head(path: &Path) -> Result<Extent, CampaignError> {
    let text = fs::read_to_string(path).map_err(|error| CampaignError::io(path, error))?;
    let words = text.strip_suffix('\n').and_then(|line| line.split_once(' '));
    let extent = words.and_then(|(lines, chain)| {
        Some(Extent { lines: lines.parse().ok()?, chain: chain.to_owned() })
    });
    extent
        .ok_or_else(|| CampaignError::damaged(path, 1, "expected a number of lines and a checksum"))
}
