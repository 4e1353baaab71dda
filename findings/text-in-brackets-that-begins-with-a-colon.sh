#!/usr/bin/env bash
# Between brackets a plain text may begin with a colon that something else than a blank or a bracket follows (YAML 1.2.2 §7.3.3), also
# behind a tag or an anchor. libfyaml 0.7.12, as Debian 12 has it, and PyYAML take the colon behind these for one that ends a key of
# nothing, and give a mapping; js-yaml and yaml give the text. PyYAML is Debian 12's python3-yaml.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download libfyaml-utils=0.7.12-2 libfyaml0=0.7.12-2 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-yaml4@npm:js-yaml@4.3.2 js-yaml5@npm:js-yaml@5.5.0 yaml@2.9.1
printf 'signs: [!!str :smile]\n' >tagged.yaml
printf 'signs: [&first :smile]\n' >anchored.yaml
cat >seen.mjs <<'JS'
import { load as load4 } from "js-yaml4";
import { load as load5 } from "js-yaml5";
import { parse } from "yaml";
import { readFileSync } from "node:fs";
for (const [reader, read] of Object.entries({ "js-yaml 4.3.2": load4, "js-yaml 5.5.0": load5, "yaml 2.9.1": parse }))
  for (const name of ["tagged", "anchored"])
    console.log(`${reader}, ${name}: ${JSON.stringify(read(readFileSync(`${name}.yaml`, "utf8")).signs)}`);
JS
node seen.mjs >seen
/usr/bin/python3 - >>seen <<'PY'
import yaml
for name in ["tagged", "anchored"]:
    print("PyYAML %s, %s: %s" % (yaml.__version__, name, yaml.safe_load(open(name + ".yaml"))["signs"]))
PY
export LD_LIBRARY_PATH=$(dirname "$(find root -name 'libfyaml.so.0*' | head -1)")
for name in tagged anchored; do
  echo "libfyaml 0.7.12, $name: $(root/usr/bin/fy-tool --dump --mode json-oneline "$name.yaml")" >>seen
done
cat seen
diff seen - <<'EXPECTED'
js-yaml 4.3.2, tagged: [":smile"]
js-yaml 4.3.2, anchored: [":smile"]
js-yaml 5.5.0, tagged: [":smile"]
js-yaml 5.5.0, anchored: [":smile"]
yaml 2.9.1, tagged: [":smile"]
yaml 2.9.1, anchored: [":smile"]
PyYAML 6.0, tagged: [{'': 'smile'}]
PyYAML 6.0, anchored: [{None: 'smile'}]
libfyaml 0.7.12, tagged: {"signs": [{"": "smile"}]}
libfyaml 0.7.12, anchored: {"signs": [{"": "smile"}]}
EXPECTED
