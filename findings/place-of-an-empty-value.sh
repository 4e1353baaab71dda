#!/usr/bin/env bash
# A reader of prompts points at a member without a value. yaml-cpp 0.7.0, as Debian 12 has it, marks such a node where the next token
# begins, below blank lines and comments, so that an error names the line of another member; yaml 2.8.1 of npm puts it behind its
# colon. Where there is a value both say where it begins.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download libyaml-cpp-dev=0.7.0+dfsg-8+b1 libyaml-cpp0.7=0.7.0+dfsg-8+b1 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
npm init -y >/dev/null
npm install --silent --no-audit --no-fund yaml@2.8.1
printf 'id:\n\n# of whom\nowner: Ada\n' >entry.yaml
cat >seen.cpp <<'CPP'
#include <yaml-cpp/yaml.h>
#include <iostream>
int main() {
  YAML::Node const entry = YAML::LoadFile("entry.yaml");
  for (char const* name : {"id", "owner"})
    std::cout << "yaml-cpp 0.7.0, " << name << ": line " << entry[name].Mark().line + 1 << "\n";
}
CPP
cat >seen.mjs <<'JS'
import { LineCounter, parseDocument } from "yaml";
import { readFileSync } from "node:fs";
const lines = new LineCounter();
const entry = parseDocument(readFileSync("entry.yaml", "utf8"), { lineCounter: lines });
for (const name of ["id", "owner"])
  console.log(`yaml 2.8.1, ${name}: line ${lines.linePos(entry.get(name, true).range[0]).line}`);
JS
libraries=$(dirname "$(find root -name 'libyaml-cpp.so.0.7*' | head -1)")
g++ -std=c++17 -Iroot/usr/include seen.cpp "$libraries/libyaml-cpp.so.0.7" -o seen.program
{ LD_LIBRARY_PATH=$libraries ./seen.program; node seen.mjs; } >seen
cat seen
diff seen - <<'EXPECTED'
yaml-cpp 0.7.0, id: line 4
yaml-cpp 0.7.0, owner: line 4
yaml 2.8.1, id: line 1
yaml 2.8.1, owner: line 4
EXPECTED
