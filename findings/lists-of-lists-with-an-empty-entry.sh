#!/usr/bin/env bash
# Two lists in a list, the first of which has one empty entry: js-yaml 4 puts the second list into the first and gives one list of
# two, where js-yaml 5 and yaml give two lists, as the grammar does. With an entry that is written out all agree.
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
const right = '{"rows":[[null],["a"]]}';
const expected = { "js-yaml 4.3.2": '{"rows":[[null,["a"]]]}', "js-yaml 5.5.0": right, "yaml 2.9.1": right };
const readers = { "js-yaml 4.3.2": load4, "js-yaml 5.5.0": load5, "yaml 2.9.1": parse };
for (const [name, read] of Object.entries(readers)) {
  const seen = JSON.stringify(read("rows:\n- -\n- - a\n"));
  const written = JSON.stringify(read("rows:\n- - null\n- - a\n"));
  console.log(`${name}: ${seen}; with null written out ${written}`);
  if (seen !== expected[name] || written !== right) process.exitCode = 1;
}
JS
node seen.mjs
