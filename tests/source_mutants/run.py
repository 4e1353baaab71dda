#!/usr/bin/env python3
"""Breaks the reference on purpose, one small patch at a time, and shows that a vector notices.

A patch is compiled apart from the checkout, which stays as it is, and linked in front of the libraries of the preset dev:
of two definitions of a function the linker takes the first. So a patch costs one file and a link, and whatever was built
before serves all of them.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATCHES = pathlib.Path(__file__).resolve().parent / "patches"
BUILD = ROOT / "out/build/dev"
WORK = ROOT / "out/source-mutants"
JUDGE = ROOT / "out/bin/prompty-conformance"
ADAPTER = "prompty-reference-adapter"
KILLED, SURVIVED, UNBUILT = "killed", "SURVIVED", "does not build"
# Of one vector, what shows that the subject is not what it should be.
CAUGHT = {"fail", "crash", "timeout"}


class Unusable(Exception):
    """What the caller can mend, or a fault of what was built."""


def read_patches():
    return [patch for file in sorted(PATCHES.glob("*.yaml")) for patch in yaml.safe_load(file.read_text(encoding="utf-8"))]


def chosen(patches, globs):
    for glob in globs:
        if not any(fnmatch.fnmatchcase(patch["name"], glob) for patch in patches):
            raise Unusable(f"no patch is named '{glob}'; --list shows their names")
    return [patch for patch in patches if not globs or any(fnmatch.fnmatchcase(patch["name"], glob) for glob in globs)]


def patched_text(patch):
    text = (ROOT / patch["file"]).read_text(encoding="utf-8")
    found = text.count(patch["find"])
    if found != 1:
        raise Unusable(f"{patch['name']}: what it replaces occurs {found} times in {patch['file']}; make it once")
    return text.replace(patch["find"], patch["replace"])


def compile_commands():
    """Of each source its command. The sources of a batch have that of the batch."""
    commands = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8")):
        batch = pathlib.Path(entry["file"])
        sources = [entry["file"]]
        if batch.parent.name == "Unity" and batch.exists():
            sources = re.findall(r'#include "(.+)"', batch.read_text(encoding="utf-8"))
        for source in sources:
            commands[source] = entry["command"]
    return commands


def link_command(program):
    listed = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", program], capture_output=True, text=True, check=True)
    for line in reversed(listed.stdout.splitlines()):
        for part in line.split(" && "):
            words = shlex.split(part)
            if len(words) > 3 and "-o" in words and "-c" not in words:
                return words
    raise Unusable(f"the build of {program} has no command that links it")


def compiled_source(file):
    """The source to compile for a patch of this file: the file, or the only one that includes it."""
    if file.endswith(".cpp"):
        return ROOT / file
    included = f'#include "{file.removeprefix("reference/")}"'
    users = [path for path in (ROOT / "reference").rglob("*.?pp") if included in path.read_text(encoding="utf-8")]
    if len(users) != 1 or users[0].suffix != ".cpp":
        raise Unusable(f"{file} is not included by one source alone, so a patch of it would not reach the others")
    return users[0]


class Bench:
    """What all patches have in common."""

    def __init__(self):
        self.compile = compile_commands()
        self.link = link_command(ADAPTER)

    def build(self, patch, folder):
        """The path of the program with the patch, or None and what the compiler said."""
        original = compiled_source(patch["file"])
        source = folder / original.name
        source.write_text(original.read_text(encoding="utf-8"), encoding="utf-8")
        # A header is found beside the source before it is looked for anywhere else.
        patched = source if patch["file"].endswith(".cpp") else folder / patch["file"].removeprefix("reference/")
        patched.parent.mkdir(parents=True, exist_ok=True)
        patched.write_text(patched_text(patch), encoding="utf-8")
        words = shlex.split(self.compile[str(original)])
        # A patch may leave something unused; and it is compiled to be judged once.
        words = [word for word in words[: words.index("-o")] if not re.match(r"-(O|g\d?$|W)", word)]
        built = folder / "patched.o"
        said = run([*words, "-w", "-O0", "-o", built, "-c", source])
        if said.returncode != 0:
            return None, said.stderr
        at = self.link.index("-o")
        program = folder / ADAPTER
        said = run([self.link[0], built, *self.link[1:at], "-o", program, *self.link[at + 2 :], "-Wl,-z,muldefs", "-Wl,-S"])
        return (program, "") if said.returncode == 0 else (None, said.stderr)


def run(command, timeout=1800):
    command = [str(word) for word in command]
    try:
        return subprocess.run(command, cwd=BUILD, capture_output=True, text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -1, "", f"still running after {timeout} s")


def judge(program, report, clauses):
    """The exit code, and the ids of the vectors that caught the program with the clauses that each is of."""
    command = [JUDGE, "run", "--subject", shlex.quote(str(program)), "--include", "extensions", "--level", "all"]
    command += ["--profile", "as-written", "--timeout", "60", "--jsonl", report]
    command += ["--vectors", ROOT / "vectors", "--spec", ROOT / "spec"]
    for clause in clauses:
        command += ["--clause", clause]
    said = run(command)
    if said.returncode not in (0, 1):
        raise Unusable(f"the judge could not do its work (exit code {said.returncode}): {said.stderr.strip()[-500:]}")
    records = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    attempts = [record for record in records if record.get("type") == "attempt"]
    return said.returncode, {one["id"]: one["clauses"] for one in attempts if one["status"] in CAUGHT}


def verdict_by_vectors(patch, program, folder):
    exit_code, caught = judge(program, folder / "clause.jsonl", [patch["clause"]])
    if exit_code == 1 and caught:
        return KILLED, next(iter(caught))
    _, elsewhere = judge(program, folder / "all.jsonl", [])
    if not elsewhere:
        return SURVIVED, "no vector fails at all"
    return SURVIVED, f"no vector of {patch['clause']} fails, but {', '.join(list(elsewhere)[:5])}"


def verdict(bench, patch):
    began = time.monotonic()
    folder = WORK / patch["name"]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    program, said = bench.build(patch, folder)
    if program is None:
        (folder / "compiler.log").write_text(said, encoding="utf-8")
        outcome, by = UNBUILT, next((line for line in said.splitlines() if "error" in line), said.strip()[-200:])
    else:
        outcome, by = verdict_by_vectors(patch, program, folder)
    if program is not None and outcome == KILLED:
        shutil.rmtree(folder)
    return outcome, by, time.monotonic() - began


def demand_sound_start():
    """Where something fails without any patch, every patch would look killed."""
    _, caught = judge(ROOT / "out/bin" / ADAPTER, WORK / "unpatched.jsonl", [])
    if caught:
        raise Unusable(f"without any patch these vectors fail: {', '.join(list(caught)[:5])}")


def build_what_is_needed():
    if subprocess.run([ROOT / "scripts/build", "dev", "prompty-conformance", ADAPTER], cwd=ROOT).returncode != 0:
        raise Unusable("the reference does not build without any patch; see above")


def main(words):
    parser = argparse.ArgumentParser(
        prog="scripts/test --source-mutants",
        description="Breaks the sources of the reference, one patch at a time, and shows that a vector notices.",
        epilog="Exit code: 0 every patch is killed, 1 one survives or does not build, 2 nothing could be judged.",
    )
    parser.add_argument("name", nargs="*", help="only patches whose name matches this glob (default: all)")
    parser.add_argument("--list", action="store_true", help="show the patches, what each breaks and its clause, and judge nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="so many patches at a time (default: one for each core)")
    asked = parser.parse_args(words)
    patches = chosen(read_patches(), asked.name)
    if asked.list:
        for patch in patches:
            print(f"{patch['name']:<48} {patch['clause']:<10} {patch['breaks']}")
        return 0
    build_what_is_needed()
    WORK.mkdir(parents=True, exist_ok=True)
    demand_sound_start()
    bench = Bench()
    counts = {KILLED: 0, SURVIVED: 0, UNBUILT: 0}
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(max(1, asked.jobs)) as pool:
        running = {pool.submit(verdict, bench, patch): patch for patch in patches}
        try:
            for done in concurrent.futures.as_completed(running):
                outcome, by, seconds = done.result()
                counts[outcome] += 1
                how = f"killed by {by}" if outcome == KILLED else f"{outcome}: {by}"
                print(f"{seconds:6.1f} s  {running[done]['name']:<48} {how}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    left = counts[SURVIVED] + counts[UNBUILT]
    print(f"{len(patches)} patches in {time.monotonic() - began:.0f} s: {counts[KILLED]} killed, {counts[SURVIVED]} survived, "
          f"{counts[UNBUILT]} do not build")
    if left:
        print(f"what is left of those that were not killed lies in {WORK.relative_to(ROOT)}/NAME")
    return 1 if left else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Unusable as problem:
        print(f"source-mutants: {problem}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("source-mutants: interrupted; the checkout is as it was", file=sys.stderr)
        sys.exit(130)
