# Requests to a provider: their params, the body for chat and its tools, the whole request, and runs.

def refuse_part(unwanted): if any((.messages // [])[] | (.content // [])[]; unwanted) then raise("ValueError") else . end;
def each_audio(change): .messages |= map(.content |= map(if .kind == "audio" then change else . end));
# The names of custom tools; changes the handlers, or puts something in place of those of custom tools.
def custom_names: [.agent.tools[] | select(.kind | . != "function" and . != "prompty" and . != "mcp" and . != "openapi").name];
def in_handlers(change): if .handlers | type == "object" then .handlers |= change else . end;
def in_custom_handlers($value): custom_names as $names
  | in_handlers(with_entries(if .key as $key | any($names[]; . == $key) then .value = $value else . end));
def handler_without_parameters: {parameters: {type: "object", properties: {}}};
# Builds the request for another apiType.
def built_for($type): .agent.model.apiType = $type;
def model_is_called($word): .agent.model.id | type == "string" and contains($word);
# Raises an error when an option is set that the provider has no name for.
def refuse_unsupported($provider; $kind):
  if .agent.model.provider == $provider and options_without_name($provider) != [] then raise($kind) else . end;
def connection: $params.agent.model.connection;
def clients: $params.register.connections // {};
def is_reference: connection.kind == "reference";
def is_registered: is_reference and (connection.name | type == "string" and clients[.] != null);
def is_unregistered: is_reference and (connection.name | type == "string" and clients[.] == null);
def is_unlisted: connection.kind
  | type == "string" and (test("^(key|reference|remote|anonymous|foundry|oauth)$") | not);
# Puts the client that came first under the name of the connection.
def with_first_client: .register.connections[connection.name] = [clients[]][0];
# Changes requests to the providers that are Azure's, or to one of them.
def for_azure(change): if $params.agent.model.provider | . == "azure" or . == "foundry" then change else . end;
def for_provider($name; change): if $params.agent.model.provider == $name then change else . end;
def path_without_deployment: .path |= sub("^/openai/deployments/[^/]*(?<rest>[^?]*).*$"; "/openai/v1\(.rest)");
def is_structural: . == "model" or . == "messages" or . == "tools" or . == "response_format";
def is_minimal: length == 2 and has("model") and has("messages");
def fill($key; $value): if has($key) then . else .[$key] = $value end;
def rename($from; $to): .[$from] as $value | del(.[$from]) | .[$to] = $value;
# Leaves out what is not structural and fits; the condition gets {key, value}.
def without_options(gone): with_entries(select((.key | is_structural) or (gone | not)));
# Changes requests with something that was computed of the agent's tools or outputs; and those where an additional option
# of that name was there, too.
def computed($list; $key; change): if agent_has($list) and has($key) then change else . end;
def contended($list; $key; change): computed($list; $key; if is_additional($key) then change else . end);
# Puts something under a key where the agent's list is there and empty.
def fill_for_empty($list; $key; $value): if $params.agent[$list] == [] then fill($key; $value) else . end;
# Asks for another model, unless an additional option does.
def ask_model(id): if is_additional("model") then . else .model = ($params.agent | id) end;
# Adds a sentence to the last message with a text.
def add_to_prompt($sentence):
  ([.messages[].content | type == "string"] | rindex(true)) as $last
  | if $last then .messages[$last].content += "\n" + $sentence else . end;
# Exchanges two parameters; null is nothing to send.
def swap($left; $right): . as $body | reduce ([$left, $right], [$right, $left]) as [$to, $from] (.;
  if $body[$from] == null then del(.[$to]) else .[$to] = $body[$from] end);
# Keeps those for which the condition holds, which gets {tool, place}: the tool, and which of its definitions this is.
def keep(kept): . as $wires | map(origin) as $tools
  | [range(length) | . as $at | $tools[$at] as $tool
    | select({tool: $tool, place: ($tools[:$at] | map(select(.name == $tool.name)) | length)} | kept) | $wires[$at]];
def without_kind($kind): keep(.tool.kind != $kind);
# Whether the tool is of a server of which every tool is allowed.
def allows_all: .kind == "mcp" and (.allowedTools // []) == [];
# The wire tools of the agent without bindings.
def unbound: ask($operation; $params | del(.agent.tools[].bindings)).result | (.body // .).tools;
# Where the tool of a wire tool stands in the agent's list, and the wire tool among the allowed ones.
def allowed_place: .function.name as $name | origin as $tool
  | [($params.agent.tools | map(.name) | index($tool.name)), (($tool.allowedTools // []) | index($name))];
