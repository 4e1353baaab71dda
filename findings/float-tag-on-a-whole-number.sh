#!/usr/bin/env bash
# `!!float 1` is valid YAML 1.2: the core schema's floats need no point. js-yaml gives the number; yaml warns that it does not know the
# tag and gives the text "1", so that an option such as a temperature goes out as a string. With a point all agree.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-yaml4@npm:js-yaml@4.3.2 js-yaml5@npm:js-yaml@5.5.0 yaml@2.9.1
cat >seen.mjs <<'JS'
import { load as load4 } from "js-yaml4";
import { load as load5 } from "js-yaml5";
import { parse } from "yaml";
const expected = { "js-yaml 4.3.2": "1", "js-yaml 5.5.0": "1", "yaml 2.9.1": '"1"' };
for (const [name, read] of Object.entries({ "js-yaml 4.3.2": load4, "js-yaml 5.5.0": load5, "yaml 2.9.1": (text) => parse(text, { logLevel: "error" }) })) {
  const seen = JSON.stringify(read("temperature: !!float 1\n").temperature);
  const pointed = JSON.stringify(read("temperature: !!float 1.0\n").temperature);
  console.log(`${name}: ${seen}; with a point ${pointed}`);
  if (seen !== expected[name] || pointed !== "1") process.exitCode = 1;
}
JS
node seen.mjs
