//! Keeps the parts of a cluster running, as a supervisor of services would.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::process::Child;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::layout::process_file;
use super::parts::log;

/// A node ends with this code when another process took its name: to start it again would go on for ever.
const NAME_TAKEN: i32 = 3;
/// How long a part that ended stays away.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a part may take to stop.
const PATIENCE: Duration = Duration::from_secs(30);

/// A part that is kept running.
pub(super) struct Supervised {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Supervised {
    /// Starts a part, and starts it again whenever it ends.
    pub(super) fn start(folder: &Path, name: &str, mut command: Command) -> Result<Supervised, String> {
        let file = File::options().append(true).create(true).open(log(folder, name));
        let file = file.map_err(|error| format!("cannot write the log of {name}: {error}"))?;
        let both = file.try_clone().map_err(|error| error.to_string())?;
        command.stdin(Stdio::null()).stdout(file).stderr(both);
        // Ctrl-C is for us alone: the parts are stopped in their order.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut command = tokio::process::Command::from(command);
        command.kill_on_drop(true);
        let (name, folder) = (name.to_owned(), folder.to_owned());
        let mut first = Some(spawn(&mut command, &folder, &name)?);
        let (stop, mut stopped) = watch::channel(false);
        let task = tokio::spawn(async move {
            loop {
                let child = match first.take() {
                    Some(child) => Ok(child),
                    None => spawn(&mut command, &folder, &name),
                };
                let ended = match child {
                    Ok(mut child) => tokio::select! {
                        ended = child.wait() => ended.map(|status| (status, says(status))),
                        _ = stopped.changed() => return end(&mut child, &name).await,
                    },
                    Err(error) => Err(std::io::Error::other(error)),
                };
                match ended {
                    Ok((status, _)) if status.code() == Some(NAME_TAKEN) => {
                        println!("{name}: another process has its name; it is not started again");
                        let _ = stopped.changed().await;
                        return;
                    }
                    Ok((_, says)) => println!("{name} {says}, and is started again"),
                    Err(error) => println!("{name}: {error}"),
                }
                tokio::select! {
                    () = sleep(PAUSE) => {}
                    _ = stopped.changed() => return,
                }
            }
        });
        Ok(Supervised { stop, task })
    }

    /// Stops the part, and waits until it has ended.
    pub(super) async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }
}

fn spawn(command: &mut tokio::process::Command, folder: &Path, name: &str) -> Result<Child, String> {
    let child = command.spawn().map_err(|error| format!("cannot start {name}: {error}"))?;
    if let Some(number) = child.id() {
        let file = process_file(folder, name);
        fs::write(&file, number.to_string())
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    Ok(child)
}

/// Asks a process to end, and ends it if it does not.
async fn end(child: &mut Child, name: &str) {
    if let Some(process) = child.id().and_then(|number| Pid::from_raw(number.cast_signed())) {
        let _ = kill_process(process, Signal::TERM);
    }
    if timeout(PATIENCE, child.wait()).await.is_err() {
        println!("{name} does not stop, and is killed");
        let _ = child.kill().await;
    }
}

fn says(status: ExitStatus) -> String {
    match std::os::unix::process::ExitStatusExt::signal(&status) {
        Some(9) => "was killed".to_owned(),
        _ => format!("ended ({status})"),
    }
}
