"""pack_wheel.py CORPUS-FOLDER VERSION FOLDER: makes the wheel, with corpus.json and corpus.sha256 of the first folder,
in the last one, and prints its path. The same sources make the same bytes; nothing beside Python is needed."""

import base64
import hashlib
import sys
import zipfile
from pathlib import Path
from typing import Dict

NAME = "prompty_conformance_runner"
HERE = Path(__file__).resolve().parent
METADATA = """Metadata-Version: 2.1
Name: prompty-conformance-runner
Version: {version}
Summary: The conformance vectors of the Prompty runtime specification as tests of pytest
License: MIT
Requires-Python: >=3.9
Classifier: Framework :: Pytest
Description-Content-Type: text/markdown

{readme}"""
WHEEL = """Wheel-Version: 1.0
Generator: pack_wheel.py
Root-Is-Purelib: true
Tag: py3-none-any
"""
ENTRY_POINTS = """[pytest11]
prompty_conformance = prompty_conformance.pytest_plugin
"""


def record_of(files: Dict[str, bytes], record: str) -> str:
    """The list of the files with their digests, as installers check it."""
    lines = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")
        lines.append("%s,sha256=%s,%d\n" % (path, digest, len(data)))
    return "".join(lines) + record + ",,\n"


def main(corpus: str, version: str, folder: str) -> None:
    package = HERE / "prompty_conformance"
    files = {"prompty_conformance/" + file.name: file.read_bytes()
             for file in sorted([*package.glob("*.py"), package / "py.typed"])}
    for name in ("corpus.json", "corpus.sha256"):
        files["prompty_conformance/" + name] = (Path(corpus) / name).read_bytes()
    info = "%s-%s.dist-info/" % (NAME, version)
    readme = (HERE / "README.md").read_text("utf-8")
    license_text = (HERE.parents[2] / "LICENSE").read_bytes()
    files[info + "METADATA"] = METADATA.format(version=version, readme=readme).encode("utf-8")
    files.update({info + "WHEEL": WHEEL.encode("ascii"), info + "entry_points.txt": ENTRY_POINTS.encode("ascii"),
                  info + "LICENSE": license_text})
    files[info + "RECORD"] = record_of(files, info + "RECORD").encode("ascii")
    wheel = Path(folder) / ("%s-%s-py3-none-any.whl" % (NAME, version))
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            member = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            member.external_attr = 0o644 << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    print(wheel)


if __name__ == "__main__":
    main(*sys.argv[1:])
