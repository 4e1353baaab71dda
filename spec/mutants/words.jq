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

# ---- What becomes of a provider's answer, and spans ----

# Whether the agent's provider is Anthropic, and whether it is for that apiType of OpenAI's; without one it is for chat.
def is_anthropic: $params.agent.model.provider == "anthropic";
def is_for($api_type): ($params.agent.model.apiType // "chat") == $api_type;

def has_outputs: $params.agent.outputs | length > 0;

# The reply of processing that is an outcome of that type.
def outcome($type; $value): {result: {type: $type, value: $value}};

# Whether a text is JSON.
def is_json: [fromjson?] | . != [] and (any(.[] | .. | numbers; isnan) | not);

# Of an object only what the agent declares as outputs.
def declared_only: objects |= with_entries(select(.key | IN($params.agent.outputs[].name)));

def without_repetitions: reduce .[] as $item ([]; if any(.[]; . == $item) then . else . + [$item] end);
def trimmed: gsub("^\\s+|\\s+$"; "");

# A number as it is in single precision.
def single_precision:
  if . == 0 then 0 else frexp as [$digits, $exponent] | $digits * 16777216 | round | ldexp(.; $exponent - 24) end;

def is_async: $params.variant == "async";
def is_streamed: $params.stream == true;

# The lists of spans in a reply to what asks for them.
def spans: select($params.trace == true) | .result, .error | objects | .spans | arrays;

# What a span shows, with those of the values hidden in it for which the condition, about {key, value, depth}, holds;
# $given is what was handed in.
def reveal($given; $key; $depth; condition):
  if . == "[REDACTED]" and $given != . then if {key: $key, value: $given, depth: $depth} | condition then $given else . end
  elif type == "object" and ($given | type) == "object" then
    reduce ($given | keys_unsorted[]) as $name
      (.; if has($name) then .[$name] |= reveal($given[$name]; $name; $depth + 1; condition) else . end)
  elif type == "array" and ($given | type) == "array" and length == ($given | length) then
    reduce range(length) as $place (.; .[$place] |= reveal($given[$place]; ""; $depth + 1; condition))
  else . end;
def reveal($given; condition): reveal($given; ""; 0; condition);
