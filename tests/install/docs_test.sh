#!/usr/bin/env bash
# docs_test.sh SOURCE: scripts/docs of SOURCE accepts a header whose declarations have comments, and names a function without
# one and all that is in a namespace without one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/scripts" "$work/reference"
cp "$1/scripts/docs" "$work/scripts/"
cp "$1/reference/Doxyfile" "$work/reference/"
echo "# Small" >"$work/reference/README.md"
echo "small.hpp" >"$work/reference/public_headers.txt"
echo "project(prompty VERSION 1.0.0)" >"$work/CMakeLists.txt"

# write COMMENT-OF-NAMESPACE COMMENT-OF-FUNCTION: the header, and what scripts/docs says about it, in `said`.
write() {
  printf '#pragma once\n%s\nnamespace small {\n%s\nint twice(int number);\n}  // namespace small\n' "$1" "$2" >"$work/reference/small.hpp"
  said=$("$work/scripts/docs" "$work/site" 2>&1) && accepted=yes || accepted=no
}
# expect yes|no TEXT: whether it was accepted, and that TEXT was said.
expect() {
  [ "$accepted" = "$1" ] && grep -qF "$2" <<<"$said" && return
  echo "expected accepted=$1 and \"$2\", got accepted=$accepted and: $said"
  exit 1
}

write "/// Numbers." "/// Twice the number."
expect yes "index.html"
grep -q "Twice the number" "$work/site/namespacesmall.html"
write "/// Numbers." ""
expect no "Member twice(int number) (function) of namespace small is not documented"
write "" "/// Twice the number."
expect no "small::twice is on no page"
write "" ""
expect no "small::twice is on no page"
