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

def has_outputs: $params.agent.outputs | length > 0;
def without_outer_blanks: sub("\\A[ \\t\\n\\x0b\\f\\r]+"; "") | sub("[ \\t\\n\\x0b\\f\\r]+\\z"; "");
