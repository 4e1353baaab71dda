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

# ---- Rendering and parsing ----

# Every match of a pattern of RE2 rewritten; \1 is its first group.
def rewritten($pattern; $rewrite):
  if type == "string" then ask("/rewrite"; {text: ., pattern: $pattern, rewrite: $rewrite}).result else error("no text") end;

# A character that no prompt has. Put into syntax it makes text of it; `shown` takes it out of the answer again.
def hidden_mark: "\uE000";
def shown:
  if tojson | contains(hidden_mark) then in_result(walk(if type == "string" then split(hidden_mark) | join("") else . end))
  else . end;
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
def without_leading_blanks: sub("^[ \\t\\n\\r\\f\\x0b]+"; "");
def without_trailing_blanks: sub("[ \\t\\n\\r\\f\\x0b]+\\z"; "");
def is_blank: test("[^ \\t\\n\\r\\f\\x0b]") | not;

# The pieces of a line that opens a message, null for other lines; joined in order, with the colon, they are the line.
def marker:
  if contains(":") | not then null
  else
    "[A-Za-z0-9_.-]+[ \\t]*=[ \\t]*(?:\"[^\"]*\"|[^\",\\]]*)[ \\t]*" as $attribute
    | [capture("^(?<indent>[ \\t\\r]*)(?<sign>#?)(?<gap>[ \\t]*)(?<role>(?i:system|user|assistant))"
        + "(?<bracket>\\[[ \\t]*" + $attribute + "(?:,[ \\t]*" + $attribute + ")*\\])?"
        + "(?<before_colon>[ \\t]*):(?<behind_colon>[ \\t\\r]*)\\z")]
    | if . == [] then null else .[0] | map_values(. // "") end
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
