#!/usr/bin/env bash
# compile_messages_test.sh INCLUDE-FOLDERS COMPILER: whether COMPILER, g++ and clang++, those that there are, accept correct.cpp
# and refuse each mistake of mistakes.cpp with the message that it names. INCLUDE-FOLDERS are separated by semicolons.
set -euo pipefail
includes=()
IFS=';' read -ra folders <<<"$1"
for folder in "${folders[@]}"; do includes+=("-I$folder"); done
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
  echo "$1"
  failures=$((failures + 1))
}

# check_mistake COMPILER LINE TEXT: the message is there, and so is the place of the mistake, one line below its text.
check_mistake() {
  grep -E 'static.assert' "$work/errors" | grep -qF "$3" || fail "$1 does not say of mistakes.cpp:$(($2 + 1)): $3"
  grep -qF "mistakes.cpp:$(($2 + 1)):" "$work/errors" || fail "$1 does not name mistakes.cpp:$(($2 + 1))"
}

real() { readlink -f "$(command -v "$1")"; }

# All errors, where clang++ would stop at the twentieth.
compile() {
  local limit=()
  [[ $(real "$1") != *clang* ]] || limit=(-ferror-limit=0)
  "$1" -std=c++20 -fsyntax-only "${limit[@]}" "${includes[@]}" "$2"
}

tried=' '
for compiler in "$2" g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  case $tried in *" $(real "$compiler") "*) continue ;; esac
  tried+="$(real "$compiler") "
  compile "$compiler" correct.cpp || fail "$compiler refuses correct.cpp"
  ! compile "$compiler" mistakes.cpp >"$work/errors" 2>&1 || fail "$compiler accepts mistakes.cpp"
  while IFS=: read -r line text; do
    check_mistake "$compiler" "$line" "${text#*expect: }"
  done < <(grep -n '// expect: ' mistakes.cpp)
done
[ "$tried" != ' ' ] || fail "there is no compiler"
echo "tried:$tried"
[ "$failures" = 0 ]
