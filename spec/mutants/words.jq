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

# ---- Files that are loaded ----

# The text of the file, and its frontmatter; without them a filter leaves the answer alone.
def file_text: ask("/text"; {path: $params.path}).result | if . == null then error("no file") else . end;
def frontmatter: ask("/frontmatter"; {text: file_text}).result | if . == null then error("no mapping") else . end;

def folder: $params.path | sub("/[^/]*\\z"; "");

# The reply to a load when the file holds another text, or other frontmatter.
def load_text($text): if $text == file_text then $reply else ask("/load"; {params: $params, text: $text}) end;
def load_frontmatter($other):
  if $other == frontmatter then $reply
  else load_text(ask("/with-frontmatter"; {text: file_text, frontmatter: $other}).result) end;

# Changes what stands at a place, if something does.
def where_set(place; change): if place == null then . else place |= change end;

# Changes every string inside a value, keys aside.
def in_strings(change): (.. | select(type == "string")) |= change;

# Whether what stands for a property in a file is its long form, which says what it is, and not just its default.
def is_described:
  type == "object" and (has("kind") or has("description") or has("required") or has("default") or has("example") or has("enumValues"));

def looks_like_number: type == "string" and test("\\A-?(0|[1-9][0-9]*)(\\.[0-9]+)?\\z");

def is_listed_kind: IN("function", "prompty", "mcp", "openapi");

def is_reference: type == "string" and contains("${");

# The path of a string that is a reference to a file; nothing for anything else.
def referenced_file: select(type == "string" and startswith("${file:") and endswith("}")) | .[7:-1];

# Whether a number is a whole one, be it written 1 or 1.0.
def is_whole: type == "number" and (. - round | fabs) < 0.000001;

# ---- References in files ----

# In front of the brace of a reference it makes plain text of it; `shown` takes it out of what was loaded again.
def hidden_mark: "\ue000";
def shown: in_result(in_strings(split(hidden_mark) | join("")));

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

def with_all_replaced($old; $new): split($old) | join($new);
def with_first_replaced($old; $new): split($old) | if length > 1 then .[0] + $new + (.[1:] | join($old)) else join($old) end;
