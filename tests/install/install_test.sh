#!/usr/bin/env bash
# install_test.sh BUILD CONSUMER: installs the build into a fresh folder, builds the consumer project and the adapter template
# against it with find_package, runs the one and judges the other; builds the consumer with pkg-config, too.
set -euo pipefail
build=$1
consumer=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
# The headers that are installed are those that a user's program reaches, and they cost little beside the JSON library.
include=$work/prefix/include
compiler=${CXX:-c++}
printf '#include <%s>\n' prompty/prompty.hpp jinja/template.hpp jinja/errors.hpp >"$work/public.cpp"
"$compiler" -std=c++20 -MM -I "$include" "$work/public.cpp" | tr -s ' ' '\n' | sed -n "s|^$include/||p" | sort >"$work/reached"
(cd "$include" && find prompty jinja -type f) | sort >"$work/installed"
diff "$work/reached" "$work/installed" || { echo "reached by prompty.hpp and jinja (<) and installed (>) are not the same"; exit 1; }
lines_of() { echo "#include <$1>" | "$compiler" -std=c++20 -E -x c++ -I "$include" - | wc -l; }
beyond=$(($(lines_of prompty/prompty.hpp) - $(lines_of nlohmann/json.hpp)))
echo "prompty.hpp: $(wc -l <"$work/reached") headers, $beyond preprocessed lines beyond those of nlohmann/json.hpp"
[ "$beyond" -le 20000 ] || exit 1

cmake -S "$consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Debug >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/build" || exit 1

request=$("$work/build/consumer" "$consumer/greeting.prompty")
echo "consumer: $request"
[ "$request" = '{"model":"gpt-4o","messages":[{"role":"system","content":"Greet the reader."}]}' ]

answer=$("$work/build/smallest" "$consumer/greeting.prompty")
echo "smallest: $answer"
[ "$answer" = '[{"role":"system","content":[{"kind":"text","value":"Greet the reader."}]}]' ]

# A program is as large as what it uses of the library, in whatever build of its own; symbols are more than half of it.
for build_type in Debug Release; do
  cmake -S "$consumer" -B "$work/build" -DCMAKE_BUILD_TYPE=$build_type >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
  cmake --build "$work/build" >"$work/build.log" || { cat "$work/build.log"; exit 1; }
  for program in consumer smallest; do
    bytes=$(stat -c %s "$work/build/$program")
    echo "$program, $build_type: $bytes bytes"
    [ "$bytes" -le 12000000 ] || { echo "that is too large"; exit 1; }
  done
done

# A build of which nobody says the type is what is measured and installed.
cmake -S "$consumer/../../.." -B "$work/default" -G Ninja >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
grep -q '^CMAKE_BUILD_TYPE:STRING=Release$' "$work/default/CMakeCache.txt"

# A test in C++ with the mock, for which nothing else of the package is looked for.
cmake -S "$consumer/../mock_consumer" -B "$work/mock" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Debug >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/mock" || exit 1
ctest --test-dir "$work/mock" --no-tests=error --output-on-failure || exit 1

# Without CMake.
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name prompty.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs prompty)"
"${CXX:-c++}" -std=c++20 -o "$work/consumer" "$consumer/main.cpp" "${flags[@]}"
[ "$("$work/consumer" "$consumer/greeting.prompty")" = "$request" ]
[ "$(pkg-config --modversion prompty)" = "$("$work/prefix/bin/prompty" --version)" ]
echo "pkg-config: prompty $(pkg-config --modversion prompty)"

# The installed programs find their vectors and pages in the prefix.
cd /
"$work/prefix/bin/prompty-conformance" run --subject reference --filter 'load/*' --level all >"$work/run.log" || { cat "$work/run.log"; exit 1; }
tail -n 1 "$work/run.log"

# Copied away from all that, one has them built in.
mkdir "$work/alone"
cp "$work/prefix/bin/prompty-conformance" "$work/alone"
"$work/alone/prompty-conformance" run --subject reference --filter 'load/*' --level all >"$work/run.log" || { cat "$work/run.log"; exit 1; }
tail -n 1 "$work/run.log"

cmake -S "$consumer/../../../harness/adapters/cpp" -B "$work/adapter" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Debug >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/adapter" || exit 1
adapter=$work/adapter/prompty-cpp-adapter
"$work/prefix/bin/prompty-conformance" smoke -- "$adapter"
"$work/prefix/bin/prompty-conformance" run --subject "$adapter" --level all >"$work/run.log" || { cat "$work/run.log"; exit 1; }
tail -n 1 "$work/run.log"

# The template's own tests: the suite runs once, and each topic is a test that tells how it came out.
ctest --test-dir "$work/adapter" -R '^cpp\.(run$|verdict$|load/frontmatter/end-of-file$)' --no-tests=error >"$work/ctest.log" || { cat "$work/ctest.log"; exit 1; }
grep -q '^100% tests passed, 0 tests failed out of 3$' "$work/ctest.log" || { cat "$work/ctest.log"; exit 1; }
