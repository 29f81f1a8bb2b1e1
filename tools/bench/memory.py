"""Memory that the host has taken back, claimed before something is timed.

A virtual machine may give pages that are free back to its host ("free page reporting"), within a second. The first
use of such a page then waits for the host: 1 to 2 s a GB were measured where a page that was not given back takes
0.15 s. That time counts as the processor time of whoever comes first, and whether a run meets it depends on what ran
before. So every run begins with memory that the host has just provided.
"""
import mmap
import subprocess
import sys

PAGE = 4096


def available():
    """Bytes that can be claimed without anything being swapped out."""
    with open("/proc/meminfo", encoding="utf-8") as source:
        for line in source:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return 0


def use(size):
    """Uses up to `size` bytes of free memory once."""
    size = min(size, available() // 2) // PAGE * PAGE
    if size == 0:
        return
    with mmap.mmap(-1, size) as pages:
        for at in range(0, size, PAGE):
            pages[at] = 1


def claim(size):
    """The same in a process of its own: the most memory that a process had counts for those it starts, too."""
    subprocess.run([sys.executable, __file__, str(size)], check=True)


if __name__ == "__main__":
    use(int(sys.argv[1]))
