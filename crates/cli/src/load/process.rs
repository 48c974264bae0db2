//! The memory and the time of processes on this machine, where there is `/proc`.

use std::fs;
use std::path::Path;
use std::time::Duration;

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pid: u32,
}

impl Process {
    /// The process of that number.
    pub(super) fn of(pid: u32) -> Result<Process, String> {
        let process = Process { pid };
        match process.memory() {
            Some(_) => Ok(process),
            None => Err(format!(
                "--server-pid {pid}: there is no such process here, or its memory cannot be read"
            )),
        }
    }

    /// This very program.
    pub(super) fn own() -> Process {
        Process { pid: std::process::id() }
    }

    /// The process that listens on a port of this machine, if we may know.
    pub(super) fn listening(port: u16) -> Option<Process> {
        let lists =
            ["/proc/net/tcp", "/proc/net/tcp6"].into_iter().filter_map(|path| fs::read_to_string(path).ok());
        let sockets: Vec<String> = lists.flat_map(|list| listening_sockets(&list, port)).collect();
        let mine = |link: &Path| sockets.iter().any(|socket| link.as_os_str() == socket.as_str());
        fs::read_dir("/proc").ok()?.flatten().find_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let files = fs::read_dir(entry.path().join("fd")).ok()?;
            let mut links = files.flatten().filter_map(|file| fs::read_link(file.path()).ok());
            links.any(|link| mine(&link)).then_some(Process { pid })
        })
    }

    pub(super) fn pid(self) -> u32 {
        self.pid
    }

    /// Its resident memory, in bytes.
    pub(super) fn memory(self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
    }

    /// The time that it has spent on processors.
    pub(super) fn time(self) -> Option<Duration> {
        time_of(&fs::read_to_string(format!("/proc/{}/stat", self.pid)).ok()?)
    }
}

/// The names of the sockets in `/proc/net/tcp` that listen on a port.
fn listening_sockets(list: &str, port: u16) -> Vec<String> {
    const LISTEN: &str = "0A";
    let ending = format!(":{port:04X}");
    let socket = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, local, _, state, ..] = fields[..] else { return None };
        let inode = fields.get(9)?;
        (state == LISTEN && local.ends_with(&ending)).then(|| format!("socket:[{inode}]"))
    };
    list.lines().filter_map(socket).collect()
}

fn time_of(stat: &str) -> Option<Duration> {
    /// What Linux counts in, wherever it runs.
    const TICK: Duration = Duration::from_millis(10);
    // The name of the program is in brackets and may contain anything.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut times = fields.split(' ').skip(11).map(str::parse::<u32>);
    Some(TICK * (times.next()?.ok()? + times.next()?.ok()?))
}

/// Whether this program may open so many connections.
pub(super) fn check_files(connections: usize) -> Result<(), String> {
    /// Files that are open anyway, and some to spare.
    const OTHERS: usize = 64;
    let Some(most) = fs::read_to_string("/proc/self/limits").ok().as_deref().and_then(most_files) else {
        return Ok(());
    };
    if connections + OTHERS <= most {
        return Ok(());
    }
    Err(format!(
        "{connections} connections are more than this program may have: it may open {most} files. \
         Raise the limit first, here and for the server: ulimit -n {}",
        connections + 1024
    ))
}

fn most_files(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_linux_are_understood() {
        let list = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   \
                    0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 51234 1 0\n   \
                    1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 51299 1 0\n";
        assert_eq!(listening_sockets(list, 8080), ["socket:[51234]"]);
        assert!(listening_sockets(list, 8081).is_empty());
        let stat = "77 (a ) b) S 1 77 77 0 -1 4194560 1000 0 0 0 250 150 0 0 20 0 3 0 900 1000000 500";
        assert_eq!(time_of(stat), Some(Duration::from_secs(4)));
        assert_eq!(time_of("nonsense"), None);
        let limits =
            "Limit   Soft Limit  Hard Limit  Units\nMax open files            1024     524288   files\n";
        assert_eq!(most_files(limits), Some(1024));
    }

    #[test]
    fn no_process_has_a_number_that_high() {
        assert!(Process::of(u32::MAX).is_err());
    }
}
