"""The least of a shell: runs Python with the arguments given, in the foreground of a terminal of its own.

A program can be stopped and continued only below a shell, for the system does not stop orphans.
"""

import os
import signal
import sys


def main() -> int:
    os.close(os.open(os.ttyname(0), os.O_RDWR))  # in a new session, this makes it the controlling terminal
    ready, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os.close(go)
        os.read(ready, 1)
        os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    while os.getpgid(child) != child:
        os.sched_yield()
    os.tcsetpgrp(0, child)
    os.close(go)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) % 256


if __name__ == "__main__":
    sys.exit(main())
