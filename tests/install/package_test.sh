#!/usr/bin/env bash
# package_test.sh BUILD SOURCES: makes the Debian package of a build, holds it against Debian's policy, unpacks it, runs its
# programs from there, and lets another project's CTest judge an adapter with it.
set -euo pipefail
build=$1
sources=$2
for tool in dpkg-deb dpkg-shlibdeps lintian; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: run scripts/setup --tests"; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "failed: $*"; exit 1; }; }
complain() { echo "$*"; exit 1; }

# Quick to compress; what is published is compressed well.
quietly cpack -G DEB -B "$work/cpack" --config "$build/CPackConfig.cmake" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip
package=$(echo "$work"/cpack/*.deb)

dpkg-deb --info "$package" >"$work/info"
for line in 'Package: prompty' 'Version: 0.1.0' 'Section: devel' 'Depends: .*libc6 .*libfyaml0 .*libssl3 .*libyaml-cpp' 'Suggests: .*nlohmann-json3-dev'; do
  grep -q "^ $line" "$work/info" || complain "the package's control file has no line '$line': $(cat "$work/info")"
done
dpkg-deb --contents "$package" >"$work/contents"
for file in bin/prompty bin/prompty-conformance bin/prompty-mock-provider bin/prompty-reference-adapter \
  include/prompty/prompty.hpp include/mock-provider/mock.hpp lib/libprompty_runtime.a lib/libprompty_mock_provider.a lib/pkgconfig/prompty.pc lib/cmake/prompty/promptyConfig.cmake lib/cmake/prompty/PromptyConformanceTests.cmake \
  share/prompty/vectors/schema/vectors.schema.json share/prompty/spec/README.md share/prompty/mock-provider/scenario.schema.json share/prompty/mock-provider/clients/node/index.mjs \
  share/man/man1/prompty.1.gz share/man/man1/prompty-conformance.1.gz share/man/man1/prompty-mock-provider.1.gz share/man/man1/prompty-reference-adapter.1.gz \
  share/bash-completion/completions/prompty share/bash-completion/completions/prompty-conformance share/bash-completion/completions/prompty-mock-provider \
  share/doc/prompty/copyright share/doc/prompty/changelog.gz share/doc/prompty/README.md \
  share/doc/prompty/examples/adapters/python/split.py share/doc/prompty/examples/ci/github-actions.yml; do
  grep -q " \./usr/$file$" "$work/contents" || complain "the package lacks /usr/$file"
done

lintian --allow-root --fail-on error "$package" >"$work/lintian" || { grep '^E:' "$work/lintian"; complain "lintian found errors"; }
echo "lintian: no error, $(grep -c '^W:' "$work/lintian" || true) warnings"

dpkg-deb -x "$package" "$work/root"
export PATH="$work/root/usr/bin:$PATH"
cd "$work"
[ "$(prompty-conformance --version)" = "$(prompty --version)" ] || complain "the programs are of several versions"
quietly prompty-conformance run --subject reference --filter 'load/frontmatter/*' --level all
coproc mock { exec prompty-mock-provider; }
mock_process=$mock_PID
trap 'kill "$mock_process" 2>/dev/null; rm -rf "$work"' EXIT
read -r -u "${mock[0]}" listening
answer=$(prompty run "$sources/tests/end_to_end/capital.prompty" --endpoint "${listening#listening on }/v1")
grep -q 'capital of France' <<<"$answer" || complain "prompty run printed: $answer"

# counts FOLDER: "passed failed skipped" of a run of all tests of a build folder.
counts() {
  ctest --test-dir "$1" --output-junit "$1/junit.xml" --output-on-failure >"$1/ctest.log" 2>&1 || true
  sed -n 's/^\t*\(tests\|failures\|disabled\|skipped\)="\([0-9]*\)"$/\1=\2/p' "$1/junit.xml" >"$1/counts"
  (source "$1/counts" && echo "$((tests - failures - skipped)) $failures $skipped")
}
# vectors REPORT STATUS: how many vectors came out so, of a run that judged each of them.
vectors() { tail -n 1 "$1" | sed -n "s/.*\"vectors\":{[^}]*\"$2\":\([0-9]*\).*/\1/p" | grep . || echo 0; }

adapter=$sources/tests/end_to_end/greedy_split.py
quietly cmake -S "$sources/tests/install/judged" -B "$work/judged" -DCMAKE_PREFIX_PATH="$work/root/usr" -DADAPTER="$adapter" -DEACH=vector
found=$(counts "$work/judged")
report=$work/judged/split-conformance/report.jsonl
passed=$(vectors "$report" pass) failed=$(vectors "$report" fail) skipped=$(vectors "$report" unsupported)
told=$(prompty-conformance merge "$report" || true)
undecided=$(sed -n 's/^\([0-9]*\) failures do not decide.*/\1/p' <<<"$told")
undecided=${undecided:-0}
echo "judged by CTest: $found passed, failed, skipped; by the suite: $passed, $failed (of which $undecided do not decide), $skipped"
for count in "$passed" "$failed" "$skipped" "$undecided"; do
  [ "${count:-0}" -gt 0 ] || complain "the adapter should pass, fail and skip some, and fail one that does not decide"
done
# The run itself passes and the verdict on the whole fails; what does not decide is skipped.
[ "$found" = "$((passed + 1)) $((failed - undecided + 1)) $undecided" ] ||
  { cat "$work/judged/ctest.log"; complain "CTest and the suite do not agree"; }
grep -q 'first at    /' "$work/judged/ctest.log" || complain "a failing test does not show the suite's text"
[ -s "$work/judged/split.xml" ] || complain "ARGUMENTS did not reach the run"

quietly prompty-conformance update-known-failures "$work/known.yaml" "$report" --reason 'the adapter splits greedily'
quietly cmake -S "$sources/tests/install/judged" -B "$work/judged" -DKNOWN_FAILURES="$work/known.yaml"
found=$(counts "$work/judged")
echo "with its failures known: $found"
[ "$found" = "$((passed + failed + 2)) 0 0" ] || { cat "$work/judged/ctest.log"; complain "known failures count"; }

# By default a topic is a test: of two topics, of which the adapter fails in one.
quietly cmake -S "$sources/tests/install/judged" -B "$work/judged" -DKNOWN_FAILURES= -DEACH=topic
found=$(counts "$work/judged")
echo "by topics: $found"
[ "$found" = "2 2 0" ] || { cat "$work/judged/ctest.log"; complain "topics are no tests"; }

# An adapter that cannot be started has a test that says why.
quietly cmake -S "$sources/tests/install/judged" -B "$work/judged" -DADAPTER="$work/no_such_adapter.py"
found=$(counts "$work/judged")
[ "$found" = "0 2 1" ] || { cat "$work/judged/ctest.log"; complain "an adapter that does not start: $found"; }
grep -q "no_such_adapter.py" "$work/judged/ctest.log" || complain "nothing says why the adapter did not start"
