# Templates and messages: what is rendered, parsed and prepared.

# The values that are given for inputs of these kinds, the lists among those of threads, and the messages in these.
def values_of(is_meant; change):
  reduce ($params.agent.inputs[]? | select(is_meant).name) as $name (.;
    if .inputs[$name] == null then . else .inputs[$name] |= change end);
def threads(change): values_of(is_thread; if type == "array" then change else . end);
def messages_of_threads(change): threads(map(change));
# The messages that an operation makes of each text of a thread for which the condition holds.
def texts_of_threads(condition; to_messages):
  threads([.[] | if .content | type == "array" and length == 1 and (.[0] | is_text) and (.[0].value | condition)
    then to_messages[] else . end]);
def result_or_error: if has("error") then raise(.error.kind) else .result end;
def texts(change): .inputs |= walk(if type == "string" then change else . end);
def refused_when(condition): if has("result") and condition then raise("ValueError") else . end;
def preparing_refused_if(condition): refused_when($operation == "prepare" and condition);
# What is given for inputs of these kinds.
def given_for(is_meant): $params.agent.inputs[]? | select(is_meant) | $params.inputs[.name] | select(. != null);
def at_mismatch(change): if has("error") and (.error.message | contains("nonce mismatch")) then change else . end;
def refused_template(condition): refused_when(is_jinja and ($params.agent.instructions | condition));
# Where an error is raised over a Jinja template.
def at_error(change): if has("error") and is_jinja then change else . end;
def at_error_over($pattern; change): at_error(if $params.agent.instructions | test($pattern) then change else . end);
def at_syntax_error(change): at_error(if .error.message | startswith("Template syntax error: ") then change else . end);
# Whether an engine was told that what is undefined is an error.
def is_demanding: $params.undefined == "error" or $params.agent.template.format.undefined == "error";
def at_undefined_error(change): at_error(if is_demanding then change else . end);
def message($role; $text): {role: $role, content: [text_part($text)]};
def is_empty: .content == [] or (.content | length == 1 and .[0].value == "");
# A message with the content of another one behind its own.
def followed_by($message):
  $message.content[0] as $first
  | if .content == [] or $first == null then .
    elif (.content[-1] | is_text) and ($first | is_text) then .content[-1].value += "\n" + $first.value
    else .content += [$first] end;
# Changes the messages of a text with markers and something above the first one, and those of a text without markers.
def with_text_above(change):
  if length > 0 and (parsed_text | stretches | length > 1 and (.[0].content | is_blank | not)) then change else . end;
def without_markers(change): if length > 0 and (parsed_text | stretches | length == 1) then change else . end;
# Several text parts instead of each one.
def cut_at($separator):
  .content |= map(if is_text then text_part(.value | if . == "" then "" else split($separator)[] end) else . end);
def rename_role($from; $to): if .role == $from then .role = $to else . end;
def given: $params.inputs[.name];
# The messages of all threads that were given, and the parts of all media.
def thread_messages: [$params.agent.inputs[]? | select(is_thread) | given | arrays | .[]];
def parts_of_media:
  [$params.agent.inputs[]? | select(is_media) | .kind as $kind
    | given | select(. != null) | if type == "object" then . else {kind: $kind, value: .} end];
# The parts of messages that have media among them, and those that are media.
def mixed_parts(change): (.[].content | select(any(.[]; is_text | not))) |= change;
def media_parts(change): (.[].content[] | select(is_text | not)) |= change;
# The texts that look like a placeholder of an input, for filters that get its pattern and what is given for it.
def lookalikes(change):
  reduce ($params.agent.inputs[]? | select(is_rich)) as $input (.;
    ("__PROMPTY_THREAD_[0-9a-f]+_" + $input.name + "__") as $pattern
    | (.[].content[] | select(is_text and (.value | test($pattern))).value)
      |= ({text: ., $pattern, given: ($input | given)} | change));
