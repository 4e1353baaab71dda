# Words that the hooks and filters of all mutants share. $operation and $params are what the implementation was asked, $reply is
# what the reference answered: {"result": …} or {"error": {"kind", "message", …}}, with "items" when it was a stream.

# Ends as an implementation does that raises an error of this kind.
def raise($kind): error({raise: $kind});
def refused_if(condition): if condition then raise("ValueError") else . end;

# What the reference replies to another request: {"result": …} or {"error": …}.
def ask($operation; $params):
  {operation: $operation, params: $params} as $question
  | [$asked[] | select(.question == $question)]
  | if length > 0 then .[0].reply else error({ask: $question}) end;

# Changes the result of a reply, if it has one.
def in_result(change): if has("result") then .result |= change else . end;

# Whether the agent is for OpenAI's chat.
def is_chat: $params.agent.model | (.provider != "anthropic") and (.apiType | . == null or . == "chat");

# ---- Texts of files ----
# Blanks are what the expression of §2.2 takes for whitespace.
def without_leading_blanks: sub("\\A[ \\t\\n\\x0b\\f\\r]+"; "");
def without_trailing_blanks: sub("[ \\t\\n\\x0b\\f\\r]+\\z"; "");
def without_outer_blanks: without_leading_blanks | without_trailing_blanks;
def is_blank: without_leading_blanks == "";
def has_delimiter: test("---|\\+\\+\\+");
def first_line: sub("\n[\\s\\S]*"; "");
def last_line: sub("\\A[\\s\\S]*\n"; "");
# Puts another piece in the place of every piece; `sub` and `gsub` are for patterns.
def replaced($piece; $by): split($piece) | join($by);

# ---- Connections ----
# The members that §2.5 demands of a connection of that kind, and whether one of them is missing.
def required_of_connection:
  {key: ["endpoint", "apiKey"], reference: ["name"], remote: ["endpoint", "target"], anonymous: ["endpoint"],
   foundry: ["endpoint"], oauth: ["endpoint", "authenticationMode"]}[.kind // ""] // [];
def is_incomplete: . as $connection | any(required_of_connection[]; $connection[.] == null);
