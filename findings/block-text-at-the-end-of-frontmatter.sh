#!/usr/bin/env bash
# Whoever cuts frontmatter out of a file and trims it takes the last line end of a block text that stands at its end. Whether
# the text loses its own then depends on the reader: by the grammar the end of the input ends the line without a line feed
# (YAML 1.2.2 §8.1.1.2), which PyYAML follows; js-yaml and yaml give the line feed that is not there. With a member behind the
# block all agree. PyYAML is Debian 12's python3-yaml.
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
const texts = ["a: |\n  quiet", "a: |\n  quiet\nb: 1"];
for (const [name, read] of Object.entries({ "js-yaml 4.3.2": load4, "js-yaml 5.5.0": load5, "yaml 2.9.1": parse }))
  console.log(`${name}: ${texts.map((text) => JSON.stringify(read(text).a)).join(" and ")}`);
JS
node seen.mjs >seen
/usr/bin/python3 - >>seen <<'PY'
import json
import yaml
texts = ["a: |\n  quiet", "a: |\n  quiet\nb: 1"]
print("PyYAML %s: %s" % (yaml.__version__, " and ".join(json.dumps(yaml.safe_load(text)["a"]) for text in texts)))
PY
cat seen
diff seen - <<'EXPECTED'
js-yaml 4.3.2: "quiet\n" and "quiet\n"
js-yaml 5.5.0: "quiet\n" and "quiet\n"
yaml 2.9.1: "quiet\n" and "quiet\n"
PyYAML 6.0: "quiet" and "quiet\n"
EXPECTED
