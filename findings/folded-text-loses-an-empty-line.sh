#!/usr/bin/env bash
# In a folded text (`>`) a line that is indented further than the text is kept apart, and no line end beside it is folded: an empty line
# before it stays one (YAML 1.2.2 §8.1.3). libfyaml 0.7.12, as Debian 12 has it, drops the empty line when the line below it is indented
# by one blank more, and keeps it with two. js-yaml, yaml and PyYAML keep both. PyYAML is Debian 12's python3-yaml.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download libfyaml-utils=0.7.12-2 libfyaml0=0.7.12-2 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-yaml@5.5.0 yaml@2.9.1
printf 'steps: >\n  first\n\n   then\n' >one.yaml
printf 'steps: >\n  first\n\n    then\n' >two.yaml
cat >seen.mjs <<'JS'
import { load } from "js-yaml";
import { parse } from "yaml";
import { readFileSync } from "node:fs";
for (const [reader, read] of Object.entries({ "js-yaml 5.5.0": load, "yaml 2.9.1": parse }))
  for (const name of ["one", "two"])
    console.log(`${reader}, ${name}: ${JSON.stringify(read(readFileSync(`${name}.yaml`, "utf8")).steps)}`);
JS
node seen.mjs >seen
/usr/bin/python3 - >>seen <<'PY'
import json
import yaml
for name in ["one", "two"]:
    print("PyYAML %s, %s: %s" % (yaml.__version__, name, json.dumps(yaml.safe_load(open(name + ".yaml"))["steps"])))
PY
export LD_LIBRARY_PATH=$(dirname "$(find root -name 'libfyaml.so.0*' | head -1)")
for name in one two; do
  echo "libfyaml 0.7.12, $name: $(root/usr/bin/fy-tool --dump --mode json-oneline "$name.yaml")" >>seen
done
cat seen
diff seen - <<'EXPECTED'
js-yaml 5.5.0, one: "first\n\n then\n"
js-yaml 5.5.0, two: "first\n\n  then\n"
yaml 2.9.1, one: "first\n\n then\n"
yaml 2.9.1, two: "first\n\n  then\n"
PyYAML 6.0, one: "first\n\n then\n"
PyYAML 6.0, two: "first\n\n  then\n"
libfyaml 0.7.12, one: {"steps": "first\n then\n"}
libfyaml 0.7.12, two: {"steps": "first\n\n  then\n"}
EXPECTED
