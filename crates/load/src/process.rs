//! The memory and the processor time of processes on this machine.

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::Process;
#[cfg(target_os = "linux")]
pub(crate) use linux::Process;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::HashSet;
    use std::time::Duration;

    use procfs::WithCurrentSystemInfo;
    use procfs::net::TcpState;
    use procfs::process::{self, FDTarget, LimitValue};

    use crate::LoadError;

    /// A process.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Process {
        pid: i32,
    }

    impl Process {
        /// The process of that number.
        pub(crate) fn new(pid: u32) -> Result<Process, LoadError> {
            let process = i32::try_from(pid).ok().map(|pid| Process { pid });
            process.filter(|process| process.memory().is_some()).ok_or(LoadError::NoProcess(pid))
        }

        /// The process that listens on a port of this machine, if we may know it.
        pub(crate) fn listening(port: u16) -> Option<Process> {
            let sockets = procfs::net::tcp().into_iter().chain(procfs::net::tcp6()).flatten();
            let listening: HashSet<u64> = sockets
                .filter(|socket| socket.state == TcpState::Listen && socket.local_address.port() == port)
                .map(|socket| socket.inode)
                .collect();
            let is_socket =
                |target: &FDTarget| matches!(target, FDTarget::Socket(inode) if listening.contains(inode));
            let has_socket = |process: &process::Process| {
                process
                    .fd()
                    .is_ok_and(|mut files| files.any(|file| file.is_ok_and(|file| is_socket(&file.target))))
            };
            let process = process::all_processes().ok()?.flatten().find(has_socket)?;
            Some(Process { pid: process.pid() })
        }

        pub(crate) fn pid(self) -> u32 {
            self.pid.unsigned_abs()
        }

        /// Its resident memory, in bytes.
        pub(crate) fn memory(self) -> Option<u64> {
            Some(self.stat()?.rss_bytes().get())
        }

        /// The time that it has spent on processors.
        pub(crate) fn time(self) -> Option<Duration> {
            let stat = self.stat()?;
            Some(Duration::from_millis((stat.utime + stat.stime) * 1000 / procfs::ticks_per_second()))
        }

        /// The time that this program has spent on processors.
        pub(crate) fn own_time() -> Option<Duration> {
            Process { pid: process::Process::myself().ok()?.pid() }.time()
        }

        fn stat(self) -> Option<process::Stat> {
            process::Process::new(self.pid).ok()?.stat().ok()
        }

        /// Checks that this program may open so many connections.
        pub(crate) fn check_file_limit(connections: u64) -> Result<(), LoadError> {
            /// Files that are open anyway, and some to spare.
            const OTHERS: u64 = 64;
            let limits = process::Process::myself().and_then(|process| process.limits());
            match limits.map(|limits| limits.max_open_files.soft_limit) {
                Ok(LimitValue::Value(allowed)) if connections + OTHERS > allowed => {
                    Err(LoadError::TooManyConnections { connections, allowed })
                }
                _ => Ok(()),
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use std::net::TcpListener;

        use super::*;

        #[test]
        fn this_process_is_found_by_the_port_it_listens_on() {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let process = Process::listening(listener.local_addr().unwrap().port()).unwrap();
            assert_eq!(process.pid(), std::process::id());
            assert!(process.memory().unwrap() > 100_000);
            assert!(process.time().is_some());
        }

        #[test]
        fn a_process_that_does_not_exist_is_refused() {
            assert!(Process::new(u32::MAX).is_err());
            assert!(Process::new(i32::MAX as u32).is_err());
        }

        #[test]
        fn more_connections_than_files_are_refused() {
            assert!(Process::check_file_limit(1).is_ok());
        }
    }
}

/// Other systems tell nothing.
#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::time::Duration;

    use crate::LoadError;

    /// A process that nothing is known of: there is none.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Process {}

    impl Process {
        pub(crate) fn new(pid: u32) -> Result<Process, LoadError> {
            Err(LoadError::NoProcess(pid))
        }

        pub(crate) fn listening(_port: u16) -> Option<Process> {
            None
        }

        pub(crate) fn pid(self) -> u32 {
            match self {}
        }

        pub(crate) fn memory(self) -> Option<u64> {
            match self {}
        }

        pub(crate) fn time(self) -> Option<Duration> {
            match self {}
        }

        pub(crate) fn own_time() -> Option<Duration> {
            None
        }

        pub(crate) fn check_file_limit(_connections: u64) -> Result<(), LoadError> {
            Ok(())
        }
    }
}
