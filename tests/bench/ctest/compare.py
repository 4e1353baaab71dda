"""compare.py BUILD [ROUNDS]: wall time in which CTest judges the adapter in Python, in the build folder BUILD of the project
beside this, a test for each topic, to that of `run`; each ROUNDS times in turn, 5 if not said."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]


def seconds(command, works):
    begin = time.monotonic()
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not works(ended):
        sys.exit("%s ended with %d:\n%s" % (" ".join(map(str, command)), ended.returncode, ended.stdout))
    return time.monotonic() - begin, ended.stdout


def main(build, rounds=5):
    subprocess.run(["cmake", "-S", Path(__file__).parent, "-B", build], check=True, stdout=subprocess.DEVNULL)
    adapter = REPOSITORY / "harness" / "adapters" / "python" / "adapter.py"
    run = [REPOSITORY / "out" / "bin" / "prompty-conformance", "run", "--subject", "python3 %s" % adapter,
           "--jsonl", Path(build) / "beside.jsonl"]
    ratios = []
    for _ in range(int(rounds)):
        alone, _ = seconds(run, lambda ended: ended.returncode in (0, 1))
        tested, said = seconds(["ctest", "--test-dir", build], lambda ended: "tests passed" in ended.stdout)
        ratios.append(tested / alone)
        [count] = [line for line in said.splitlines() if "tests passed" in line]
        print("run %.2f s, CTest %.2f s, ratio %.2f; %s" % (alone, tested, ratios[-1], count))
    print("median %.2f of %d; aim: at most 1.5" % (statistics.median(ratios), len(ratios)))


main(*sys.argv[1:])
