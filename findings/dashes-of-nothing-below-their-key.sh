#!/usr/bin/env bash
# Entries of nothing in a list that is indented as its key are null (YAML 1.2.2 §8.2.3, where a dash may stand at the column of the key,
# and §7.2). libfyaml 0.7.12, as Debian 12 has it, refuses such a list; with the dashes further right it reads it. js-yaml, yaml and
# PyYAML read both alike. PyYAML is Debian 12's python3-yaml.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download libfyaml-utils=0.7.12-2 libfyaml0=0.7.12-2 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-yaml@5.5.0 yaml@2.9.1
printf 'rows:\n-\n-\nnext: 1\n' >level.yaml
printf 'rows:\n  -\n  -\nnext: 1\n' >right.yaml
cat >seen.mjs <<'JS'
import { load } from "js-yaml";
import { parse } from "yaml";
import { readFileSync } from "node:fs";
for (const [reader, read] of Object.entries({ "js-yaml 5.5.0": load, "yaml 2.9.1": parse }))
  for (const name of ["level", "right"])
    console.log(`${reader}, ${name}: ${JSON.stringify(read(readFileSync(`${name}.yaml`, "utf8")))}`);
JS
node seen.mjs >seen
/usr/bin/python3 - >>seen <<'PY'
import json
import yaml
for name in ["level", "right"]:
    read = yaml.safe_load(open(name + ".yaml"))
    print("PyYAML %s, %s: %s" % (yaml.__version__, name, json.dumps(read, separators=(",", ":"))))
PY
export LD_LIBRARY_PATH=$(dirname "$(find root -name 'libfyaml.so.0*' | head -1)")
for name in level right; do
  echo "libfyaml 0.7.12, $name: $(root/usr/bin/fy-tool --dump --mode json-oneline "$name.yaml" 2>&1 | head -1)" >>seen
done
cat seen
diff seen - <<'EXPECTED'
js-yaml 5.5.0, level: {"rows":[null,null],"next":1}
js-yaml 5.5.0, right: {"rows":[null,null],"next":1}
yaml 2.9.1, level: {"rows":[null,null],"next":1}
yaml 2.9.1, right: {"rows":[null,null],"next":1}
PyYAML 6.0, level: {"rows":[null,null],"next":1}
PyYAML 6.0, right: {"rows":[null,null],"next":1}
libfyaml 0.7.12, level: level.yaml:3:1: error: did not find expected node content
libfyaml 0.7.12, right: {"rows": [null, null], "next": 1}
EXPECTED
