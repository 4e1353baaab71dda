#!/usr/bin/env bash
# A YAML text without a value, such as frontmatter that holds comments alone or nothing, is a valid stream without documents.
# js-yaml 4 gives undefined or null for it and yaml gives null; js-yaml 5 throws. Whoever upgrades meets it in the first prompt whose
# settings are all commented out.
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
const outcome = (read, text) => { try { return String(read(text)); } catch (error) { return `throws: ${error.message.split("\n")[0]}`; } };
const refusal = "throws: expected a document, but the input is empty";
const expected = { "js-yaml 4.3.2": ["undefined", "null"], "js-yaml 5.5.0": [refusal, refusal], "yaml 2.9.1": ["null", "null"] };
const readers = { "js-yaml 4.3.2": load4, "js-yaml 5.5.0": load5, "yaml 2.9.1": parse };
for (const [place, text] of ["", "# model: gpt-4o\n"].entries())
  for (const [name, read] of Object.entries(readers)) {
    const seen = outcome(read, text);
    console.log(`${name} of ${JSON.stringify(text)}: ${seen}`);
    if (seen !== expected[name][place]) process.exitCode = 1;
  }
JS
node seen.mjs
