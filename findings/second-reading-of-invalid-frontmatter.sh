#!/usr/bin/env bash
# gray-matter 4.0.3, with which runtimes for Node read frontmatter, keeps what it reads without options by its text, and keeps it before the
# YAML is parsed: text whose YAML is wrong raises an error once; read again it has no properties and raises nothing. With options, be they
# empty, each reading raises.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund gray-matter@4.0.3
cat >seen.cjs <<'JS'
const matter = require("gray-matter");
const text = "---\nname: [basic\n---\nHello";
function seen(options) {
  try {
    return JSON.stringify(matter(text, options).data);
  } catch (error) {
    return error.name;
  }
}
for (const times of ["first", "second", "third"]) console.log(`gray-matter 4.0.3, ${times} reading: ${seen()}`);
for (const times of ["first", "second"]) console.log(`with empty options, ${times} reading: ${seen({})}`);
JS
node seen.cjs >seen
cat seen
diff seen - <<'EXPECTED'
gray-matter 4.0.3, first reading: YAMLException
gray-matter 4.0.3, second reading: {}
gray-matter 4.0.3, third reading: {}
with empty options, first reading: YAMLException
with empty options, second reading: YAMLException
EXPECTED
