# Words that the hooks and filters of all mutants share, as they do those in words/. $operation and $params are what the implementation
# was asked, $reply is what the reference answered: {"result": …} or {"error": {"kind", "message", …}}, with "items" when it was a stream.

# The first place of a value in a list, or of a text in a text, else null. That of jq 1.6 loses memory in lists.
def index($wanted):
  if type == "array" and ($wanted | type) != "array" then . as $list | first(range(length) | select($list[.] == $wanted)) // null
  else indices($wanted)[0] end;
# The last such place.
def rindex($wanted):
  if type == "array" and ($wanted | type) != "array" then . as $list | last(range(length) | select($list[.] == $wanted)) // null
  else indices($wanted)[-1:][0] end;

# Ends as an implementation does that raises an error of this kind.
def raise($kind): error({raise: $kind});
def refused_if(condition): if condition then raise("ValueError") else . end;

# Whether a property somewhere inside is an array and does not say what its items are.
def has_bare_array: any(.. | objects; .kind? == "array" and .items? == null);

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

# Whether the id of the agent's model fits a pattern, and whether it is that of a model that reasons.
def model_fits($pattern): $params.agent.model.id | type == "string" and test($pattern);
def is_reasoning_model: model_fits("^(o[0-9]|gpt-5)");

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

# ---- Requests to a provider (hooks/chat_requests.yaml) ----

# Options of the agent's model, and the additional ones among them.
def options: $params.agent.model.options;
def additional: options.additionalProperties // {};
def is_additional($key): additional | has($key);

# Whether the agent has something there that is not empty.
def agent_has($key): $params.agent[$key] | . != null and . != [] and . != {};

# Changes the body of a request.
def in_body(change): if $operation == "build_request" then in_result(.body |= change) else . end;
def in_chat_body(change): if is_chat then in_body(change) else . end;

# Changes the wire messages of a chat request, unless an additional option has replaced them.
def in_wire_messages(change):
  in_chat_body(if (.messages | type == "array" and length == ($params.messages | length)) and additional.messages == null
    then .messages |= change else . end);

# Changes the wire tools that were made of the agent's. A list that becomes empty is nothing to send.
def in_wire_tools(change):
  if is_chat and agent_has("tools") then
    in_body(if .tools | type == "array" then .tools |= change | if .tools == [] then del(.tools) else . end else . end)
    | if $operation == "project_tools" then in_result(if .tools | type == "array" then .tools |= change else . end
        | if .tools == [] then .tools = null else . end) else . end
  else . end;

# The names of the functions that were discovered for a tool.
def discovered: [($params.discovered[.name] // [])[].name];

# The tool of the agent that a wire tool comes from, null when there is none.
def origin:
  .function.name as $name
  | [$params.agent.tools[] | select(if .kind == "mcp" or .kind == "openapi" then discovered | any(. == $name) else .name == $name end)]
  | .[0];

# The agent of the file that a prompty tool names; null for other tools, and when it cannot be loaded.
def child:
  ($params.baseDir // "" | sub("(?<=[^/])/*\\z"; "/")) as $folder
  | if .kind == "prompty" then ask("load"; {path: (.path | if startswith("/") then . else $folder + . end)}).result else null end;

# Changes the schemas of a chat request, of definitions and of outputs; the change gets {schema, properties}, with the list that
# the schema was made of or null, and gives another schema.
def in_schemas(change):
  in_wire_tools(map(origin as $tool | if $tool then .function.parameters |=
    ({schema: ., properties: (if $tool.kind == "function" then $tool.parameters // [] else null end)} | change) else . end))
  | in_chat_body(if agent_has("outputs") and (.response_format.json_schema.schema | type == "object")
    then .response_format.json_schema.schema |= ({schema: ., properties: $params.agent.outputs} | change) else . end);

# The names that options have on the wire (§7.1.5), and the option of a name.
def wire_names: {temperature: "temperature", maxOutputTokens: "max_completion_tokens", topP: "top_p",
  frequencyPenalty: "frequency_penalty", presencePenalty: "presence_penalty", stopSequences: "stop", seed: "seed"};
def option_of($wire_name): [wire_names | to_entries[] | select(.value == $wire_name).key] | .[0];

# Whether a part is audio of a media type that the table of §7.1.2 does not have.
def is_other_audio: .kind == "audio" and (.mediaType | type == "string" and test("^audio/") and (test("^audio/(x-)?wav\\z") | not)
  and (test("^audio/(mp3|mpeg|flac|ogg)\\z") | not));

# What a list was made of that was filled under the places as texts: "10" stands before "2".
def by_place_as_text: . as $list | [range(length)] | sort_by(tostring) | map($list[.]);

# Whether every object of JavaScript has a member of that name without being given it.
def is_inherited: . == "constructor" or . == "__proto__" or . == "toString";

# Whether a number is zero; where a question has 0 and 0.0 one of them is the number next to it (see JqValues).
def is_zero: type == "number" and fabs < 1e-300;

# Whether a value counts as false where values count as conditions; null is another matter.
def is_empty_or_zero: is_zero or . == false or . == "" or . == [] or . == {};

# Whether a text has blanks and nothing else in it.
def has_only_blanks: type == "string" and test("^[ \\t\\r\\n]+\\z");

# Leaves out what has a name that every object has, from properties and required names of a schema.
def without_inherited_properties: if .properties | type == "object"
  then .properties |= with_entries(select(.key | is_inherited | not)) else . end;
def without_inherited_parameters: without_inherited_properties
  | if .required | type == "array" then .required |= map(select(is_inherited | not)) else . end
  | if .required == [] then del(.required) else . end;

# ---- What becomes of a provider's answer, and spans ----

# Whether the agent's provider is Anthropic.
def is_anthropic: $params.agent.model.provider == "anthropic";

def has_outputs: $params.agent.outputs | length > 0;

# The reply of processing that is an outcome of that type.
def outcome($type; $value): {result: {type: $type, value: $value}};

# Of an object only what the agent declares as outputs.
def declared_only: objects |= with_entries(select(.key | IN($params.agent.outputs[].name)));

def without_repetitions: reduce .[] as $item ([]; if any(.[]; . == $item) then . else . + [$item] end);
def trimmed: gsub("^\\s+|\\s+$"; "");

# The one of these words for which a text is taken, about {given, word}; others stay as they are.
def taken_for($words; condition): . as $given
  | if type != "string" or ($words | index($given)) != null then . else
    first($words | sort_by(-length)[] | select({$given, word: .} | condition)) // $given end;
def taken_in_any_case($words): taken_for($words; (.given | ascii_downcase) == .word);
def taken_by_its_beginning($words): taken_for($words; .word as $word | .given | startswith($word));
def taken_with_blanks_around($words): taken_for($words; (.given | trimmed) == .word);

# Some letters and the marks behind them put together, as Unicode's composed form has it.
def composed: gsub("e\u0301"; "\u00e9") | gsub("a\u0308"; "\u00e4");

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

# ---- Streams (hooks/streams.yaml) ----
# Whose events a stream has; that of a chat completion has chunks without types.
def is_message_stream: $params.agent.model.provider == "anthropic";
def is_response_stream: (is_message_stream | not) and $params.agent.model.apiType == "responses";
def is_typed_stream: is_message_stream or is_response_stream;

# Of a list of items: the texts alone, all but the calls, neighbouring texts as one, texts that are more than blanks, and
# without the texts that are equal to the one before.
def texts: map(strings);
def without_calls: map(select(type != "object"));
def merged: reduce .[] as $item
  ([]; if ($item | type) == "string" and (last | type) == "string" then last += $item else . + [$item] end);
def without_blanks: map(select(type != "string" or test("[^ \\t\\r\\n]")));
def without_repeats: reduce .[] as $item
  ([]; if ($item | type) == "string" and . != [] and last == $item then . else . + [$item] end);
def calls_first: map(objects) + without_calls;

# The reply of a stream with other items, which tell what it means as a whole too.
def with_items($items):
  .items = $items
  | in_result(.items = $items
    | .outcome = ([$items[] | objects] | if . == [] then {type: "text", value: ($items | texts | join(""))}
        else {type: "tool_calls", value: .} end));
def in_items(change): (.items // []) as $items | ($items | change) as $changed
  | if $changed == $items then . else with_items($changed) end;

# The reply of a stream with the same items and another end.
def as_error($kind): {error: {kind: $kind, message: "raised by a mutant"}, items: (.items // [])};
def as_result: (.items // []) as $items | {result: {}} | with_items($items);

# Changes the reply of a stream that ended in an error of that kind.
def ended_in($kind; change): if .error.kind == $kind then change else . end;

# Of a list of chunks: those before the first for which the condition holds, and the list without any of these.
def before(condition): .[:([.[] | condition] | index(true))];
def without(condition): map(select(condition | not));

# Changes the chunks that are pieces of calls, except for the last piece of each place.
def all_but_last(is_piece; place; change):
  . as $chunks
  | [range(length) as $at | $chunks[$at]
      | if is_piece and (place as $place | any($chunks[$at + 1:][]; is_piece and place == $place)) then change else . end];

# Gives the places that chunks name other numbers: those which the places, listed by arrival, have in another order.
def renumbered(place; order):
  (reduce (.[] | place | numbers) as $one ([]; if index($one) then . else . + [$one] end) | order) as $places
  | map((place | numbers) |= (. as $one | $places | index($one)));

# What the reference replies to other chunks.
def with_chunks($chunks): ask($operation; $params | .chunks = $chunks);

# The reply with one item more for every chunk that was made to add the text `mark`.
def mark: "\ue000";
def with_more_items($marked; $item):
  if $marked == $params.chunks then . else with_chunks($marked) | in_items(map(if . == mark then $item else . end)) end;

# The reply when the first chunk for which the condition holds raises an error: the texts before it have been handed on.
def raised_at(condition; $kind):
  if any($params.chunks[]; condition) then with_chunks($params.chunks | before(condition)) | as_error($kind) | in_items(texts)
  else . end;

# The fragments of calls in a chat completion by arrival, and a list of them for each call, by ascending index.
def fragments: [$params.chunks[] | .choices | arrays | .[0].delta.tool_calls | arrays | .[] | select(.index | type == "number")];
def fragments_by_call: fragments | group_by(.index);

# Changes what stands at a place, if something does.
def where_set(place; change): if place == null then . else place |= change end;

# Changes every string inside a value, keys aside.
def in_strings(change): (.. | select(type == "string")) |= change;

# A text without the words that stand in single braces.
def without_braced_words: gsub("(?<![{$#%])\\{\\w+\\}(?!\\})"; "");

def replaced_once($piece; $by):
  split($piece) | if length > 1 then .[0] + $by + (.[1:] | join($piece)) else join($piece) end;

def looks_like_number: type == "string" and test("\\A-?(0|[1-9][0-9]*)(\\.[0-9]+)?\\z");

# Whether a number is a whole one, be it written 1 or 1.0.
def is_whole: type == "number" and (. - round | fabs) < 0.000001;

# ---- Files that are loaded ----

# The text of the file, its frontmatter, and its folder; without the first two a filter leaves the answer alone.
def file_text: (if $params.path | type == "string" then ask("/text"; {path: $params.path}).result else null end) | if . == null then error("no file") else . end;
def frontmatter: ask("/frontmatter"; {text: file_text}).result | if . == null then error("no mapping") else . end;
def folder: $params.path | sub("/[^/]*\\z"; "");

# In front of a brace it makes plain text of what would be a reference; it is taken out of what was loaded again.
def hidden_mark: "\ue000";
def shown:
  if tojson | contains(hidden_mark) then in_result(walk(
    if type == "string" then split(hidden_mark) | join("")
    elif type == "object" then with_entries(.key |= (split(hidden_mark) | join(""))) else . end))
  else . end;

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
# Of the text of a reference, whatever braces it has.
def parts_of_reference($is_whole):
  (.[2:-1] | split(":")) as $pieces
  | {text: ., protocol: $pieces[0], is_whole: $is_whole}
  | if names_file then .name = ($pieces[1:] | join(":"))
    else .name = ($pieces[1] // "") | .default = (if $pieces | length > 2 then $pieces[2:] | join(":") else null end) end;
# A reference ends at the brace that balances those inside of it, and where none does, at the first one (A-059).
def references:
  if contains("${") | not then []
  else . as $text
    | [match("\\$\\{(?:env|file):(?:(?:[^{}]|(?<pair>\\{(?:[^{}]|\\g<pair>)*\\}))*|[^}]*)\\}"; "ig").string
      | parts_of_reference(. == $text)] end;
def has_reference: type == "string" and contains("${");

# The path of a string that is a reference to a file; nothing for anything else.
def referenced_file: select(type == "string" and startswith("${file:") and endswith("}")) | .[7:-1];

# A text with the braces rewritten that begin with no known protocol.
def with_unknown_rewritten(what): gsub("\\$\\{(?!(?i:env|file):)(?<protocol>[^}:$]*)(:[^}]*)?\\}"; what);

# ---- Rendering and parsing ----

# Every match of a pattern of RE2 rewritten; \1 is its first group.
def rewritten($pattern; $rewrite):
  if type == "string" then ask("/rewrite"; {text: ., pattern: $pattern, rewrite: $rewrite}).result else error("no text") end;

# A character that no prompt has. Put into syntax it makes text of it; `shown` takes it out of the answer again.
# What the reference answers when it is asked with these params, without hidden marks.
def answered: ask($operation; .) | shown;

# The engine of the agent.
def is_jinja: ($params.agent.template.format.kind // "jinja2") == "jinja2";
def is_mustache: $params.agent.template.format.kind == "mustache";

# Whether the agent is in strict mode.
def is_strict: $params.agent.template.format.strict != false;

# Properties whose inputs become messages or parts.
def is_thread: .kind == "thread";
def is_media: .kind == "image" or .kind == "file" or .kind == "audio";
def is_rich: is_thread or is_media;
def has_rich_inputs: any($params.agent.inputs[]?; is_rich);
def is_declared: . as $name | any($params.agent.inputs[]?; .name == $name);

# Parts of messages.
def is_text: .kind == "text";
def text_part($text): {kind: "text", value: $text};

# Blanks are those of ASCII.

# The pieces of a line that opens a message, null for other lines; joined in order, with the colon, they are the line.
def marker:
  if contains(":") | not then null
  else
    "[A-Za-z0-9_.-]+[ \\t]*=[ \\t]*(?:\"[^\"]*\"|[^\",\\]]*)[ \\t]*" as $attribute
    # `capture`, which would name the pieces, takes twice as long.
    | [match("^([ \\t\\r]*)(#?)([ \\t]*)((?i:system|user|assistant))"
        + "(\\[[ \\t]*" + $attribute + "(?:,[ \\t]*" + $attribute + ")*\\])?"
        + "([ \\t]*):([ \\t\\r]*)\\z").captures | map(.string // "")
        | {indent: .[0], sign: .[1], gap: .[2], role: .[3], bracket: .[4], before_colon: .[5], behind_colon: .[6]}]
    | .[0]
  end;
def written: .indent + .sign + .gap + .role + .bracket + .before_colon + ":" + .behind_colon;

# The attributes of a marker in order, values as they are written.
def attributes:
  [.bracket | capture("(?<key>[A-Za-z0-9_.-]+)[ \\t]*=[ \\t]*(?<value>\"[^\"]*\"|[^\",\\]]*)"; "g") | .value |= without_trailing_blanks];

# The stretches of a text: what stands above the first marker, if only the empty text, and what stands below each one.
def stretches:
  reduce split("\n")[] as $line ([{marker: null, content: ""}];
    ($line | marker) as $marker
    | if $marker then . + [{marker: $marker, content: ""}] else .[-1].content += $line + "\n" end)
  | .[-1].content |= .[:-1];
def joined_stretches:
  reduce .[] as $stretch ("";
    (if . == "" or endswith("\n") then . else . + "\n" end)
    + (if $stretch.marker then ($stretch.marker | written) + "\n" else "" end) + $stretch.content);

# The text that is parsed on the way of a `parse` or `prepare`, for the latter with placeholders for rich inputs.
def parsed_text:
  if $operation == "parse" then $params.rendered
  else ask("render"; $params).result.rendered | if . == null then "" else . end end;

# The stretches that the messages of an answer come from.
def stretches_of_messages: parsed_text | stretches | if .[0].content | is_blank then .[1:] else . end;

# Changes a template around the first mention of one of these inputs below each marker.
def around_mentions($names; change):
  stretches
  | map((.marker | if . then .role else "system" end) as $role
    | .content as $content
    | ([$names[] as $name
        | $content | capture("(?s)^(?<before>.*?)(?<text>\\{\\{-?\\s*" + $name + "\\s*-?\\}\\})(?<after>.*)\\z")
        | . + {name: $name, role: $role}] | min_by(.before | length)) as $mention
    | if $mention then .content = ($mention | change) else . end)
  | joined_stretches;

# The kinds of connections that §2.5 lists.
def listed_connections: ["key", "reference", "remote", "anonymous", "foundry", "oauth"];

# ---- What filters of several clauses do ----

def if_image(change): if .type == "image" then change else . end;
# The messages but for the system's, and the wire messages to Anthropic that come from them, unless several became one.
def spoken_messages: [$params.messages // [] | .[] | select(.role != "system")];
def in_anthropic_messages(change):
  if is_for_anthropic and has("result") and (.result.body.messages | length) == (spoken_messages | length)
  then .result.body.messages |= change else . end;
# Whether a tool of kind prompty is called, for which no handler of the name is given.
def calls_prompty_tool: ($params.call | type == "object") and $params.tool.kind == "prompty" and (is_named_call | not);
# The reply to `invoke` when the agent of the file is changed; its messages are prepared and run.
def with_invoked_agent(change):
  . as $asked_for
  | ask("load"; $asked_for | {path, env, cwd} | with_entries(select(.value != null))).result as $agent
  | (if $agent == null or registers_components then $agent else $agent | change end) as $changed
  | if $changed == $agent then ask("invoke"; $asked_for)
    else ask("prepare"; {agent: $changed, inputs: ($asked_for.inputs // {})}).result as $messages
      | if $messages == null then ask("invoke"; $asked_for)
        else ask("run"; {agent: $changed, $messages} + ($asked_for | {stream, env, options, variant} | with_entries(select(.value != null))))
        end
    end;
# The reply when each connection of an agent that is loaded is changed, and that of the model of an agent that is run.
def with_connections(change):
  if $operation == "run" then ask("run"; .agent.model.connection |= change)
  else ask("load"; .) | in_result((.model.connection, .tools[]?.connection | select(type == "object")) |= change) end;
# Changes the error about a missing input.
def in_missing_input(change): if .error.message // "" | startswith("Missing required input") then .error |= change else . end;
# Changes each message that is handed to a client, which sends it; the change gets {stored, sent}.
def in_handed_messages(change):
  if $params.target == "client" and (.result | type == "array" and length == ($params.messages | length))
  then .result |= [range(length) as $place | {stored: $params.messages[$place], sent: .[$place]} | change] else . end;
# Changes the text of each message of one text part; the change gets {text, stretch}, the stretch that it comes from with the
# marker above.
def in_texts_of_stretches(change):
  if has("result") then
    stretches_of_messages as $stretches
    | if (.result | length) != ($stretches | length) then .
      else reduce range($stretches | length) as $place (.;
        if .result[$place].content | length == 1 and (.[0] | is_text)
        then .result[$place].content[0].value |= ({text: ., stretch: $stretches[$place]} | change) else . end) end
  else . end;
# The answer when a template is changed around the first mention of an image, file or sound below each marker.
def around_media(change):
  [.agent.inputs[]? | select(is_media).name] as $names
  | if $names == [] then . else .agent.instructions |= around_mentions($names; change) end
  | answered;
def option_renamed($name; $other):
  if .model.options[$name] == null then . else .model.options |= (.[$other] = .[$name] | del(.[$name])) end;
# The agent with another text, without what stands in front of the first marker of the user.
def without_system: .instructions |= (strings |= sub("\\A[ \\t\\r\\n]*system:[^\\n]*\\n[\\s\\S]*?(?=user:)"; ""));
# An answer of a provider that would be processed to this outcome.
def raw_answer: {choices: [{message: {content: (.value | if type == "string" then . else tojson end)}}]};
# Sends that many requests more.
def further_requests($count): reduce range($count) as $request (.; . as $outcome
  | ask("converse"; {endpoint: $params.endpoint, tools: [], handlers: {}, runs: [{sessionId: "\($request)", prompt: "further"}]})
  | $outcome);
def line_feeds_before: if test("[^\n]") then sub("(?s)[^\n].*"; "") else . end;
def line_feeds_behind: if test("[^\n]") then sub("(?s).*[^\n]"; "") else "" end;
def template(change): (.agent.instructions | strings) |= change;
def is_among($messages): . as $message | any($messages[]; . == $message);
# The variable that a file named .env beside the prompt sets.
def variables_beside:
  ask("/text"; {path: "\(folder)/.env"}).result
  | [strings | capture("\\A(?<name>[^=]*)=(?<value>[^\n]*)") | {(.name): .value}]
  | add // {};
def unserved($kind):
  {error: {kind: "ValueError", message: "No handler registered for tool: \($params.call.name) (kind: \($kind))"}};
# Whether properties of a function lack one for which it has a binding.
def declares($name): if type == "object" then has($name) else any(.[]; .name == $name) end;
def engine: $params.agent.template.format.kind // "jinja2";
def for_jinja(change): if engine == "jinja2" then change else . end;
# Changes each line of a text, which comes without its line feed.
def lines(change): [split("\n")[] | change] | join("\n");
# The messages of the threads that were given.
def messages_of_threads: [$params.agent.inputs // [] | .[] | select(is_thread) | $params.inputs[.name] | arrays | .[]];
# Of a template: whether a value stands before the colon of a line.
def has_role_of_a_value:
  any(split("\n")[]; test("\\A[ \\t]*(?:\\{%.*%\\})?[ \\t]*#?[ \\t]*\\{\\{[^{}]*\\}\\}[ \\t]*:[ \\t\\r]*\\z"));
# Turns strict mode off.
def unguarded: .agent.template.format |= (if type == "object" then . else {kind: "jinja2"} end | .strict = false);
def pattern_of_name: gsub("(?<sign>[^A-Za-z0-9_])"; "\\\(.sign)");
# Whether strict mode kept a line from opening a message, which is one that an input brought.
def is_kept_from_opening:
  $operation == "prepare" and $params.register == null and has("result")
  and .result != ask("prepare"; $params | unguarded).result;
def for_responses: (is_for_anthropic | not) and is_for("responses");
# Parts of messages.
def has_media_type: .mediaType | type == "string" and . != "";
def is_audio: .kind == "audio";
def is_base64: type == "string" and test("\\A[A-Za-z0-9+/=\r\n]+\\z");
def is_data_uri: type == "string" and startswith("data:");
def data_uri: .mediaType as $type | .value | if is_data_uri then . else "data:" + $type + ";base64," + . end;
# Changes each content block of a request for chat or Responses that comes from a part of a message in array form; the
# change gets {block, part, role}.
def in_blocks(change):
  [$params.messages // [] | .[] | select((for_responses and .metadata.responses_function_call != null) | not)] as $messages
  | (.result.body | if has("input") then "input" else "messages" end) as $list
  | if (is_chat or for_responses) and has("result") and (.result.body[$list] | type == "array") then
      [.result.body[$list] | range(length) as $at | select(.[$at].role | type == "string") | $at] as $places
      | if ($places | length) != ($messages | length) then .
        else reduce range($places | length) as $index (.;
          $messages[$index] as $message
          | [.result.body[$list][$places[$index]].content | arrays] as $blocks
          | if $blocks == [] or ($blocks[0] | length) != ($message | parts_of | length) then .
            else .result.body[$list][$places[$index]].content |= [range(length) as $at
              | {block: .[$at], part: ($message | parts_of)[$at], role: $message.role} | change] end) end
    else . end;
# Where Anthropic would be told to find an image that is given like that.
def source_by_form:
  . as $part | (.value | strings) // ""
  | if startswith("https://") or startswith("http://") then {type: "url", url: .}
    elif startswith("data:") and contains(";base64,") then
      split(";base64,") | {type: "base64", media_type: (.[0][5:] | split(";")[0] // ""), data: (.[1:] | join(";base64,"))}
    else {type: "base64", media_type: $part.mediaType, data: .} end;
# Changes each block of a request to Anthropic in which every part is one; the change gets {block, part}.
def in_anthropic_blocks(change):
  [$params.messages // [] | .[] | select(.role != "system")] as $messages
  | if is_for_anthropic and has("result") and (.result.body.messages | length) == ($messages | length) then
      reduce range($messages | length) as $place (.; ($messages[$place] | parts_of) as $parts
        | if (.result.body.messages[$place].content | length) == ($parts | length)
          then .result.body.messages[$place].content |= [range(length) as $at | {block: .[$at], part: $parts[$at]} | change]
          else . end)
    else . end;
# Where what came of a turn stands: in its result, or in what its error says was done before.
def told: if has("error") then .error.partial else .result end;
# Whether the executor that is needed is one of those that are registered.
def has_own_executor: $params.register.executors // {} | has($params.agent.model.provider // "");
def is_function: .kind == "function";
def declared: [$params.agent.tools | arrays[] | select(is_function).name];
# Of an event: whether it ends a whole stream, tells of an error, or has no type or one that §10 does not name.
def last_types: ["response.completed", "response.incomplete", "message_stop"];
def named_types: last_types + ["error", "response.failed", "ping", "response.in_progress", "response.created",
  "message_start", "message_delta", "content_block_start", "content_block_delta", "content_block_stop",
  "response.output_text.delta", "response.output_text.done", "response.content_part.done",
  "response.output_item.added", "response.output_item.done", "response.function_call_arguments.delta",
  "response.function_call_arguments.done", "response.refusal.delta", "response.refusal.done"];
def is_error: .type == "error";
def is_unknown: .type as $type | ($type | type) == "string" and (named_types | index($type)) == null;
# Events up to the first for which the condition holds, as if that were the last one.
def last_event: {type: (if is_message_stream then "message_stop" else "response.completed" end)};
def ended_at(condition): if any(.[]; condition) then before(condition) + [last_event] else . end;

# Of headers: what one of them says, or what is made of it, under another name.
def with_header($from; $to; value): if has($from) then .[$from] as $said | del(.[$from]) | .[$to] = ($said | value) else . end;

# The same request to where an answer points: an absolute address, or a name in the same folder.
def sent_on:
  .answer.location as $location
  | .again = true
  | if $location | contains("://") then
      ($location | capture("^(?<origin>[^:]*://[^/]*)(?<target>.*)$")) as $there
      | .origin = $there.origin | .target = (if $there.target == "" then "/" else $there.target end)
    else .target |= sub("[^/]*$"; "") + $location end;

# The reply when another file is named, which has that text and stands beside the one that is named at the place; of a file
# that is gone by now something else has to be asked, too.
def with_file(place; text):
  place as $path
  | (if $path | startswith("/") then $path else "\(.baseDir)/\($path)" end) as $file
  | (if ask("/text"; {path: $file}).result == null then "vanished" else ask("/beside"; {path: $file, text: text}).result end) as $name
  | ask($operation; place = ($path | sub("[^/]*$"; "") + $name));

# The reply when the text of the child of a prompty tool is changed.
def child_path: $params.tool.path as $path | if $path | startswith("/") then $path else "\($params.baseDir)/\($path)" end;
def with_child(change):
  if calls_prompty_tool and ($params | (.baseDir | type) == "string" and (.tool.path | type) == "string") then
    ask("/text"; {path: child_path}).result as $text
    | (if $text == null then "" else $text | change end) as $changed
    | if $changed == $text then ask("dispatch"; .) else with_file(.tool.path; $changed) end
  else ask("dispatch"; .) end;

# ---- What readings say of requests, answers and arguments ----

def is_for_azure: $params.agent.model.provider | . == "azure" or . == "foundry";
# A path or target that names no deployment and no version.
def without_deployment: sub("/?openai/deployments/[^/]*(?<rest>[^?]*).*$"; "/openai/v1\(.rest)");

# A message whose reasoning came under two names.
def with_joined_reasoning:
  if (.reasoning | type == "string") and (.reasoning_content | type == "string")
  then .reasoning += .reasoning_content | del(.reasoning_content) else . end;

# Messages whose calls without an id have one, and so have their results, by the place among the calls.
def with_made_ids: . as $messages
  | reduce range(length) as $place ({messages: ., made: 0};
      ($messages[$place].tool_calls | arrays // []) as $calls
      | reduce range($calls | length) as $at (.;
          .made += 1
          | if $calls[$at].id | type == "string" and . != "" then .
            else "made-\(.made)" as $id
              | .messages[$place].tool_calls[$at].id = $id
              | if $messages[$place + 1 + $at].role == "tool" then .messages[$place + 1 + $at].tool_call_id = $id else . end
            end))
  | .messages;

# What stands in the first balanced braces of a text; those in strings do not count.
def first_block: sub("\\A[^{]*"; "") as $text
  | [label $out
    | foreach ($text | explode | to_entries[]) as {key: $place, value: $sign} ({depth: 0, is_string: false, is_escaped: false};
        if .is_escaped then .is_escaped = false
        elif .is_string and $sign == 92 then .is_escaped = true
        elif $sign == 34 then .is_string |= not
        elif .is_string then .
        elif $sign == 123 then .depth += 1
        elif $sign == 125 then .depth -= 1 else . end;
        if .depth == 0 then $text[:$place + 1], break $out else empty end)][0] // "";

# What arguments that are no JSON were meant to be: what stands between fences or words, without commas too many.
def mended:
  def without_last_commas: gsub("(?<string>\"([^\"\\\\]|\\\\.)*\")|,(?=[ \\t\\r\\n]*[}\\]])"; .string // "");
  if . == "" or is_json then .
  else first_block as $block
    | [($block, ($block | without_last_commas)) | select(is_json and (fromjson | type == "object"))][0] // .
  end;

# A request with the tools that the agent has by itself.
def with_tools_of_the_agent:
  ({agent: $params.agent, messages: [{role: "user", content: []}]}
    + ($params | with_entries(select(.key | IN("baseDir", "env", "handlers", "register", "discovered", "options"))))) as $building
  | ask("build_request"; $building).result.body.tools as $tools
  | if $tools == null then del(.body.tools) else .body.tools = $tools end;

# The tools of the agent, and one more for each handler that none of them names (P7.1.3-08).
def tools_by_name:
  def offers($function): (.allowedTools // []) | type != "array" or . == [] or any(.[]; . == $function);
  (($params.agent.tools | arrays) // []) as $tools
  | ([$tools[].name]
    + [$params.discovered | objects | to_entries[] | .key as $name | .value[].name as $function
      | select(any($tools[]; .name == $name and offers($function))) | $function]) as $named
  | $tools + [$params.handlers | objects | keys_unsorted[] | select(. as $name | any($named[]; . == $name) | not)
      | {name: ., kind: "function"}];

# Whether the connection of a run refers to a client, and clients are registered.
def refers_to_client: .agent.model.connection.kind == "reference" and (.register.connections | type == "object" and . != {});
