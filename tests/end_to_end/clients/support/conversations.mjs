// What a provider wants around a message or beside a member, when all that is given is the one to be looked at.

const call = { id: 'text', type: 'function', function: { name: 'text', arguments: '{}' } };
const user = { role: 'user', content: 'text' };

function speaking(message) {
  const speaks = ['content', 'refusal', 'tool_calls', 'function_call', 'audio'].some((name) => (message[name] ?? null) !== null);
  return speaks ? message : { ...message, [message.content === null ? 'refusal' : 'content']: 'text' };
}

function aroundChat(given) {
  const message = given.role === 'assistant' ? speaking(given) : given;
  if (message.role === 'tool') return [{ role: 'assistant', tool_calls: [{ ...call, id: message.tool_call_id }] }, message];
  const answers = (message.tool_calls ?? []).map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'text' }));
  return [message, ...answers];
}

function aroundMessage(given) {
  const blocks = Array.isArray(given.content) ? given.content : [];
  const message = withRole(given, blocks);
  const uses = blocks.filter(({ type }) => type === 'tool_use');
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const before = results.map(({ tool_use_id: id }) => ({ type: 'tool_use', id, name: 'text', input: {} }));
  const after = uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id }));
  return [
    user,
    ...(before.length > 0 ? [{ role: 'assistant', content: before }] : []),
    message,
    ...(after.length > 0 ? [{ role: 'user', content: after }] : []),
  ];
}

function aroundItem(item) {
  const output = { type: 'function_call_output', call_id: item.call_id, output: 'text' };
  if (item.type === 'function_call') return [item, output];
  const custom = { call_id: item.call_id, name: 'text', input: 'text', output: 'text' };
  if (item.type === 'custom_tool_call') return [item, { ...custom, type: 'custom_tool_call_output' }];
  if (item.type === 'custom_tool_call_output') return [{ ...custom, type: 'custom_tool_call' }, item];
  if (item.type !== 'function_call_output' || !item.call_id) return [item];
  return [{ type: 'function_call', call_id: item.call_id, name: 'text', arguments: '{}' }, item];
}

/** Whose blocks these are, of those that have one role only. */
const roles = {
  assistant: /^(thinking|redacted_thinking|tool_use|server_tool_use|mcp_tool_use|mcp_tool_listing|fallback|.+_tool_result)$/,
  user: /^(image|document|search_result|tool_result)$/,
  system: /^(tool_addition|tool_removal)$/,
};

function withRole(message, blocks) {
  const own = Object.keys(roles).find((role) => blocks.some(({ type }) => roles[role].test(type)));
  return { ...message, role: own ?? message.role };
}

const parameters = { type: 'object', properties: {} };
const tools = {
  chat: [{ type: 'function', function: { name: 'text' } }, { type: 'custom', custom: { name: 'text' } }],
  responses: [{ type: 'function', name: 'text', strict: false, parameters }],
  messages: [{ name: 'text', input_schema: parameters }],
};

/** The members that each of these is taken only together with. */
const beside = (api) => ({
  tool_choice: { tools: tools[api] },
  parallel_tool_calls: { tools: tools[api] },
  top_logprobs: api === 'chat' ? { logprobs: true } : {},
  stream_options: { stream: true },
  partial_images: { stream: true },
  frame_count: { output_format: 'gif' },
  frame_duration_ms: { output_format: 'gif' },
  svg: { output_format: 'svg' },
});

function withCompanions(api, request) {
  let whole = api === 'responses' && !request.prompt ? { model: 'text', input: 'text', ...request } : request;
  for (const [member, companions] of Object.entries(beside(api))) {
    if ((request[member] ?? null) !== null) whole = { ...companions, ...whole };
  }
  return whole;
}

/** An answer in JSON has to be spoken of. */
function speakingOfJson(request) {
  const asked = { role: 'user', content: 'json' };
  if (request.response_format?.type === 'json_object') return { ...request, messages: [...request.messages, asked] };
  return request.text?.format?.type === 'json_object' ? { ...request, input: [asked] } : request;
}

const around = { chat: aroundChat, messages: aroundMessage, responses: aroundItem };
const list = { chat: 'messages', messages: 'messages', responses: 'input' };

/** The request as part of a conversation that breaks no rule: api is chat, messages or responses, or another without any. */
export function inConversation(api, request) {
  const whole = speakingOfJson(withCompanions(api, request));
  const items = whole[list[api]];
  return Array.isArray(items) ? { ...whole, [list[api]]: items.flatMap(around[api]) } : whole;
}
