# Turns of the agent loop, what they are asked and reply.

def most_iterations: .turnOptions.maxIterations | if type == "number" and . == floor then . else 10 end;
def most_attempts: .turnOptions.maxLlmRetries | if type == "number" and . == floor then . else 3 end;
def with_turn_option($name; $value): .turnOptions = ((.turnOptions | objects) // {} | .[$name] = $value);
# Messages of a conversation.
def text: (.content | arrays | .[0].value | strings) // "";
def with_text($text): if (.content // []) != [] then .content[0].value = $text else . end;
def is_result: .role == "tool";
def is_fault: is_result and (text | startswith("Error:"));
def calls: .metadata.tool_calls | arrays | .[];
def calls_tools: [calls] != [];
# Changes each list of results that stand one behind the other, and each other message, which is a list of one.
def in_runs_of_results(change):
  reduce .[] as $message ([];
    if ($message | is_result) and (.[-1][0] | is_result) then .[-1] += [$message] else . + [[$message]] end)
  | map(change) | add // [];
# Swaps neighbours for which the condition holds of both in a list, from the first on.
def swap_neighbours(both):
  reduce range(1; length) as $place (.; .[$place - 1:$place + 1] as $pair
    | if $pair | both then .[$place - 1:$place + 1] = ($pair | reverse) else . end);
# What is asked for, to ask for it once more: not in the same words, whose answer is known already.
def once_more: .variant = if .variant == "async" then "sync" else "async" end;
# Changes the result of a turn that succeeded.
def in_turn(change): if .result | type == "object" and (.messages | type == "array") then .result |= change else . end;

# Of a turn: its calls without what is bound to their tools.
def without_bound(tools): in_turn(
  ([tools | arrays[] | objects | select(.bindings | type == "object") | {(.name | strings): (.bindings | keys)}] | add // {}) as $bound
  | (.calls | arrays | .[] | objects | select(.arguments | type == "object"))
    |= (($bound[.name] // []) as $names | .arguments |= with_entries(select(.key as $key | any($names[]; . == $key) | not))));
# Events.
def has_event($type): any(.events[]; .type == $type);
def without_events($type): map(select(.type != $type));
def hollow($type): map(if .type == $type then .data = {} else . end);
def put_first($type): map(select(.type == $type)) + without_events($type);
# Arguments as a model wrote them.
def is_blank_text: test("[^ \\t\\r\\n]") | not;
def can_be_read: (is_blank_text | not) and ([fromjson?] != []);
def has_fence: contains("```");
# What stands between the first brace and the last one.
def block: [match("(?s)\\{.*\\}").string][0] // "";
# Leaves out what handlers were called with when a call of the conversation has such arguments.
def left_out_where(condition): if any(.messages[] | calls | .function.arguments; condition) then .calls = [] else . end;
# Calls a handler with what is given for each call of the conversation that has such arguments.
def carried_out_where(condition; $given):
  .calls += [.messages[] | calls | .function | select(.arguments | condition) | {name, arguments: $given}];
# Calls a handler for each call of a function that no tool offers when the name of a tool is near, of {called, offered}.
def called_nearly(is_near):
  [$params.agent.tools | arrays[] | .name] as $offered
  | .calls += [.messages[] | calls | .function | .name as $called | .arguments as $arguments
      | select(any($offered[]; . == $called) | not)
      | first($offered[] | . as $one | select({$called, offered: $one} | is_near))
      | {name: ., arguments: ([$arguments | fromjson?][0] // {})}];
# Calls a handler with other values where a parameter is a number and the condition holds of the value that is given.
def called_with_converted(condition; change):
  ([$params.agent.tools | arrays[]
    | {(.name): [.parameters | arrays[] | select(.kind == "integer" or .kind == "float").name]}] | add // {}) as $numbers
  | .calls += [.messages[] | calls | .function | .name as $name
      | def is_wrong: (.key | IN($numbers[$name][]?)) and (.value | condition);
      {$name, arguments: ([.arguments | fromjson?][0] | objects)}
      | select(any(.arguments | to_entries[]; is_wrong))
      | .arguments |= with_entries(if is_wrong then .value |= change else . end)];
# What a turn was asked for.
def not_cancelled_behind($type): if .turnOptions.cancelAfter.event == $type then del(.turnOptions.cancelAfter) else . end;
def may_be_cancelled: $params.turnOptions.cancelAfter | type == "object";
def is_guarded: $params.turnOptions.guardrails | type == "object";
def is_guarded($which): is_guarded and ($params.turnOptions.guardrails[$which] | type == "object");
def without_guardrail($which): del(.turnOptions.guardrails[$which]);
def with_other_reason($which): if is_guarded($which) then .turnOptions.guardrails[$which].reason = "denied" else . end;
def denied_by($which): if has("result") and is_guarded($which) then raise("GuardrailError") else . end;
def has_child: any($params.agent.tools[]; .kind == "prompty");
def with_mode_of_children($mode): (.agent.tools[] | select(.kind == "prompty")).mode = $mode;
def is_carried_out_by_kind: (.kind // "function") != "function";
# Conversations with a budget.
def has_budget: $params.turnOptions | type == "object" and has("contextBudget");
# Whether messages went: the thread among the inputs does not begin in the conversation.
def was_trimmed:
  . as $messages
  | [$params.inputs | objects | .[] | arrays | select(. != [])][0]
  | . != null and (.[0].content as $content | [$messages[] | select(.content == $content)] == []);
# The first message that is neither of the system nor of the thread.
def place_of_summary:
  [$params.inputs | objects | .[] | arrays | .[].content?] as $given
  | map(.role == "system" or (.content as $content | any($given[]; . == $content))) | index(false);
# Changes the parts of each result that has some, in what a turn is asked.
def with_parts(change): ((.handlers, .turnOptions.tools) | objects)[] |= (if has("returnsParts") then .returnsParts |= change else . end);
def asks_chat: .agent.model.provider == "openai" and .agent.model.apiType == "chat";
def has_other_part: any(.[]; .kind != "text");
