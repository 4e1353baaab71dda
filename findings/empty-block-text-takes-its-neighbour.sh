#!/usr/bin/env bash
# A block text without lines, nested in a mapping, is empty, and what follows at the column of its key is the next member (YAML 1.2.2
# §8.1). libfyaml 0.7.12, as Debian 12 has it, takes that member for the text; at the top of the document it does not. js-yaml reads
# both as they are meant.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download libfyaml-utils=0.7.12-2 libfyaml0=0.7.12-2 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-yaml@5.5.0
printf 'notes:\n  long: |\n  short: none\n' >nested.yaml
printf 'long: |\nshort: none\n' >top.yaml
cat >seen.mjs <<'JS'
import { load } from "js-yaml";
import { readFileSync } from "node:fs";
for (const name of ["nested", "top"])
  console.log(`js-yaml 5.5.0, ${name}: ${JSON.stringify(load(readFileSync(`${name}.yaml`, "utf8")))}`);
JS
node seen.mjs >seen
export LD_LIBRARY_PATH=$(dirname "$(find root -name 'libfyaml.so.0*' | head -1)")
for name in nested top; do
  echo "libfyaml 0.7.12, $name: $(root/usr/bin/fy-tool --dump --mode json-oneline "$name.yaml")" >>seen
done
cat seen
diff seen - <<'EXPECTED'
js-yaml 5.5.0, nested: {"notes":{"long":"","short":"none"}}
js-yaml 5.5.0, top: {"long":"","short":"none"}
libfyaml 0.7.12, nested: {"notes": {"long": "short: none\n"}}
libfyaml 0.7.12, top: {"long": "", "short": "none"}
EXPECTED
