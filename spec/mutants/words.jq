# Words that the hooks and filters of all mutants share. $operation and $params are what the implementation was asked, $reply is
# what the reference answered: {"result": …} or {"error": {"kind", "message", …}}, with "items" when it was a stream.

# Ends as an implementation does that raises an error of this kind.
def raise($kind): error({raise: $kind});

# What the reference replies to another request: {"result": …} or {"error": …}.
def ask($operation; $params):
  {operation: $operation, params: $params} as $question
  | [$asked[] | select(.question == $question)]
  | if length > 0 then .[0].reply else error({ask: $question}) end;

# Changes the result of a reply, if it has one.
def in_result(change): if has("result") then .result |= change else . end;

# Whether the agent is for OpenAI's chat.
def is_chat: $params.agent.model | (.provider != "anthropic") and (.apiType | . == null or . == "chat");

# Changes what stands at a place, if something does.
def where_set(place; change): if place == null then . else place |= change end;

# Changes every string inside a value, keys aside.
def in_strings(change): (.. | select(type == "string")) |= change;

# A text with all of these pieces replaced, or the first of them.
def replaced($piece; $by): split($piece) | join($by);
def replaced_once($piece; $by):
  split($piece) | if length > 1 then .[0] + $by + (.[1:] | join($piece)) else join($piece) end;

def looks_like_number: type == "string" and test("\\A-?(0|[1-9][0-9]*)(\\.[0-9]+)?\\z");

# Whether a number is a whole one, be it written 1 or 1.0.
def is_whole: type == "number" and (. - round | fabs) < 0.000001;

# ---- Files that are loaded ----

# The text of the file, its frontmatter, and its folder; without the first two a filter leaves the answer alone.
def file_text: ask("/text"; {path: $params.path}).result | if . == null then error("no file") else . end;
def frontmatter: ask("/frontmatter"; {text: file_text}).result | if . == null then error("no mapping") else . end;
def folder: $params.path | sub("/[^/]*\\z"; "");

# In front of a brace it makes plain text of what would be a reference; it is taken out of what was loaded again.
def hidden_mark: "\ue000";
def shown: in_result(in_strings(replaced(hidden_mark; "")));

# The reply to a load when the file holds another text, or other frontmatter.
def load_text($text): if $text == file_text then $reply else ask("/load"; {params: $params, text: $text}) end;
def load_frontmatter($other):
  if $other == frontmatter then $reply
  else load_text(ask("/with-frontmatter"; {text: file_text, frontmatter: $other}).result) | shown end;

# The entries of a list or a mapping that say what they are.
def entries: .[]? | objects;

# Whether what stands for a property is its long form, which says what it is, and not just its default.
def is_described:
  type == "object" and (has("kind") or has("description") or has("required") or has("default") or has("example") or has("enumValues"));

def is_listed_kind: IN("function", "prompty", "mcp", "openapi");

# The references in a text: {text, protocol, name, default, is_whole}; of a file the name is its path.
def names_file: .protocol | ascii_downcase == "file";
def references:
  def parts($is_whole):
    (.[2:-1] | split(":")) as $pieces
    | {text: ., protocol: $pieces[0], is_whole: $is_whole}
    | if names_file then .name = ($pieces[1:] | join(":"))
      else .name = ($pieces[1] // "") | .default = (if $pieces | length > 2 then $pieces[2:] | join(":") else null end) end;
  if contains("${") | not then []
  elif startswith("${") and endswith("}") and (.[2:] | contains("${") | not)
    and (.[2:7] | ascii_downcase | startswith("env:") or startswith("file:"))
  then [parts(true)]
  else [match("\\$\\{(env|file):[^}]*\\}"; "ig").string | parts(false)] end;
def has_reference: type == "string" and contains("${");

# The path of a string that is a reference to a file; nothing for anything else.
def referenced_file: select(type == "string" and startswith("${file:") and endswith("}")) | .[7:-1];

# A text with the braces rewritten that begin with no known protocol.
def with_unknown_rewritten(what): gsub("\\$\\{(?!(?i:env|file):)(?<protocol>[^}:$]*)(:[^}]*)?\\}"; what);
