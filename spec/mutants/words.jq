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
