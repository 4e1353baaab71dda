#!/usr/bin/env bash
# In double quotes a backslash at the end of a line takes the line end away; an empty line below it is still a line end
# (YAML 1.2.2 §7.3.1). Four readers give three values for one valid text: PyYAML keeps the line end, js-yaml drops it, and yaml makes
# a blank of it. PyYAML is Debian 12's python3-yaml.
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
const texts = ['a: "one\\\n\n  two"\n', 'a: "one\\\n\n  "\n'];
for (const [name, read] of Object.entries({ "js-yaml 4.3.2": load4, "js-yaml 5.5.0": load5, "yaml 2.9.1": parse }))
  console.log(`${name}: ${texts.map((text) => JSON.stringify(read(text).a)).join(" and ")}`);
JS
node seen.mjs >seen
/usr/bin/python3 - >>seen <<'PY'
import json
import yaml
texts = ['a: "one\\\n\n  two"\n', 'a: "one\\\n\n  "\n']
print("PyYAML %s: %s" % (yaml.__version__, " and ".join(json.dumps(yaml.safe_load(text)["a"]) for text in texts)))
PY
cat seen
diff seen - <<'EXPECTED'
js-yaml 4.3.2: "onetwo" and "one"
js-yaml 5.5.0: "onetwo" and "one"
yaml 2.9.1: "one two" and "one "
PyYAML 6.0: "one\ntwo" and "one\n"
EXPECTED
