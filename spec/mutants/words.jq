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

# ---- Registries, dispatch and components (§11) ----

# Whether a request registers components: its result then stands beside what they were called with.
def registers_components: ($params.register // {} | del(.connections)) != {};

# Whether a handler came along with the runtime for this kind of tools.
def is_built_in_kind: . as $kind | ["function", "prompty", "mcp", "openapi", "*"] | any(. == $kind);

# Whether a key looks like a member that every object has in some languages: two words in one, or underscores before it.
def is_in_every_object: test("\\A(__|[a-z][^A-Z]*[A-Z])");

# The kind of the tool that is called; "" when the agent has to tell.
def called_kind: ($params.tool.kind | strings) // "";

# Whether a handler is given for the name of the call.
def is_named_call: $params.names // {} | has($params.call.name);

def is_empty_value: . == null or . == false or . == 0 or . == "";
