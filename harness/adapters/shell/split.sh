#!/bin/sh
# A conformance adapter for one operation, `split`, in POSIX shell and jq: as small as one can get where no language is at hand
# that reads JSON by itself. jq does the splitting; put your own program in its place.
#
#     prompty-conformance run --subject 'sh harness/adapters/shell/split.sh'
set -u

# What is said of this implementation when it is asked.
capabilities='{
  "protocolVersion": 6,
  "implementation": {"name": "split-in-shell", "version": "1.0.0", "language": "shell"},
  "operations": ["split"]
}'

# Reads the params on standard input; writes {"result": …} or {"error": …}. The expression is that of §2.2, held against the
# beginning of the file only.
split='
  def value_error($message): {error: {code: -32000, $message, data: {kind: "ValueError", $message}}};
  def trimmed: sub("\\A[ \t\n\r\f\u000b]+"; "") | sub("[ \t\n\r\f\u000b]+\\z"; "");
  (.text | ltrimstr("\ufeff")) as $text
  | if $text | test("\\A[ \t\n\r\f\u000b]*(---|\\+\\+\\+)") | not then {result: {frontmatter: null, body: $text}}
    else
      [$text | match("\\A[ \t\n\r\f\u000b]*(?:---|\\+\\+\\+)((?s:.*?))(?:---|\\+\\+\\+)[ \t\n\r\f\u000b]*((?s:.+))\\z")]
      | if . == [] then value_error("The frontmatter is opened but not closed, or nothing follows it.")
        else .[0].captures | {result: {frontmatter: .[0].string | trimmed, body: .[1].string}} end
    end'

while IFS= read -r request; do
  method=$(printf '%s\n' "$request" | jq -r .method)
  case $method in
    initialize) answer=$(jq -cn "{result: $capabilities}") ;;
    split) answer=$(printf '%s\n' "$request" | jq -c ".params | $split") ;;
    shutdown) exit 0 ;;
    *) answer='{"error": {"code": -32601, "message": "not offered"}}' ;;
  esac
  printf '%s\n' "$request" | jq -c --argjson answer "$answer" '{jsonrpc: "2.0", id} + $answer'
done
