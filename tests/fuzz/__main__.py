"""Can a search that follows the coverage find an error that is not named? `python -m tests.fuzz [TARGET ...]`

Needs the extra `fuzz`. Each target runs for `--seconds`, in a process of its own, from a corpus of real inputs that is
written into `--corpus` first; what is found stays there. Any error but the named ones, five seconds for one input or
half a gigabyte end the run and name the input.
"""

import argparse
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

MAX_BYTES = 40_000


def write_seeds(folder: Path, target: str) -> Path:
    """Write the real inputs of a target into a folder of its own."""
    from tests.fuzz.targets import seeds_of

    corpus = folder / target
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in seeds_of(target):
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    return corpus


def search(target: str, corpus: Path, seconds: int) -> None:
    """Search until the time is over; libFuzzer ends the process itself."""
    import atheris

    with atheris.instrument_imports(include=["gin_p2p"]):
        from tests.fuzz.targets import TARGETS, seeds_of

    TARGETS[target](seeds_of(target)[0])  # what is cached is made before the clock runs
    limits = [f"-max_total_time={seconds}", "-rss_limit_mb=512", "-timeout=5", f"-max_len={MAX_BYTES}"]
    atheris.Setup(["tests.fuzz", *limits, "-print_final_stats=1", str(corpus)], TARGETS[target])
    atheris.Fuzz()


def main() -> int:
    from tests.fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=Path, help="where inputs are kept; a new folder unless it is given")
    parser.add_argument("--seeds", action="store_true", help="only write the corpus")
    flags = parser.parse_args()
    folder = flags.corpus or Path(tempfile.mkdtemp(prefix="gin-fuzz-"))
    for target in flags.targets or TARGETS:
        corpus = write_seeds(folder, target)
        if flags.seeds:
            continue
        code = f"from pathlib import Path; from tests.fuzz.__main__ import search; search({target!r}, Path({str(corpus)!r}), {flags.seconds})"
        done = subprocess.run([sys.executable, "-c", code], check=False, stderr=subprocess.PIPE, text=True)
        n_runs = [line for line in done.stderr.splitlines() if "number_of_executed_units" in line]
        print(f"{target:<16} {'ok' if done.returncode == 0 else 'FOUND'}  {' '.join(n_runs)}", flush=True)
        if done.returncode:
            print(done.stderr[-4000:])
            return 1
    print(f"the corpus is in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
