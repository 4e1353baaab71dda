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

# ---- The message contract ----

# Of a message: whether it calls tools, and whether it has reasoning of either form.
def has_calls: (.tool_calls | type) == "array" and .tool_calls != [];
def has_reasoning: .reasoning != null or (.reasoning_details != null and .reasoning_details != []);

# Of a call: its id, its name, and the text of its arguments.
def called_id: .id | strings // "";
def called_name: .function.name | strings // "";
def called_arguments: .function.arguments | strings // "";

# Of a text: whether it is JSON (fromjson alone takes such numbers as 05 as well), and what it says when it is written anew.
def is_json: [try (fromjson | true) catch false] == [true]
  and ([gsub("\"([^\"\\\\]|\\\\.)*\""; "\"\"") | scan("[^\\[\\]{}:,\"\\s]+")]
    | all(test("^(true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?)$")));
def respelt: if is_json then fromjson | tojson else . end;

# Of a list: those whose key was not there before; the texts in it, joined.
def once_each(key): reduce .[] as $one ([]; ($one | key) as $key | if any(.[]; key == $key) then . else . + [$one] end);
def joined_texts: map(objects | .text | strings) | join("");

# A member by another name.
def renamed($from; $to): if has($from) then .[$to] = .[$from] | del(.[$from]) else . end;
# ---- Requests to a provider, and their options ----
def is_for_anthropic: $params.agent.model.provider == "anthropic";

# Whether the agent is for that apiType; without one it is for chat.
def is_for($type): ($params.agent.model.apiType // "chat") == $type;

# The option of the agent's model, null when it is not set.
def option($name): $params.agent.model.options[$name];

def additional_properties: option("additionalProperties") // {};

def parts_of: .content // [];

# The texts of a message, without its other parts.
def texts_of: [parts_of[] | select(.kind == "text") | .value];

# What the options are called by the providers that have them.
def option_names: [
  {option: "temperature", openai: "temperature", anthropic: "temperature"},
  {option: "maxOutputTokens", openai: "max_completion_tokens", anthropic: "max_tokens"},
  {option: "topP", openai: "top_p", anthropic: "top_p"},
  {option: "topK", anthropic: "top_k"},
  {option: "frequencyPenalty", openai: "frequency_penalty"},
  {option: "presencePenalty", openai: "presence_penalty"},
  {option: "stopSequences", openai: "stop", anthropic: "stop_sequences"},
  {option: "seed", openai: "seed"}];

# The options that are set although the provider has no name for them.
def options_without_name($provider): [option_names[] | select(.[$provider] == null and option(.option) != null) | .option];
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
