#!/usr/bin/env bash
# install_test.sh BUILD CONSUMER: installs the build into a fresh folder, builds the consumer project and the adapter template
# against it with find_package, runs the one and judges the other.
set -euo pipefail
build=$1
consumer=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
cmake -S "$consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Debug >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/build" || exit 1

answer=$("$work/build/consumer" "$consumer/greeting.prompty")
echo "consumer: $answer"
[ "$answer" = '{"model":"gpt-4o","messages":[{"role":"system","content":"Greet the reader."}]}' ]

# The installed programs find their vectors and pages in the prefix.
cd /
"$work/prefix/bin/prompty-conformance" run --subject reference --filter 'load/*' --level all >"$work/run.log" || { cat "$work/run.log"; exit 1; }
tail -n 1 "$work/run.log"

cmake -S "$consumer/../../../harness/adapters/cpp" -B "$work/adapter" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Debug >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/adapter" || exit 1
adapter=$work/adapter/prompty-cpp-adapter
"$work/prefix/bin/prompty-conformance" smoke -- "$adapter"
"$work/prefix/bin/prompty-conformance" run --subject "$adapter" --level all >"$work/run.log" || { cat "$work/run.log"; exit 1; }
tail -n 1 "$work/run.log"
