import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI } from '@langchain/openai';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import { Mistral } from '@mistralai/mistralai';
import { Agent, OpenAIProvider, Runner, tool as agentTool } from '@openai/agents';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { generateText, isStepCount, jsonSchema, Output, streamText, tool } from 'ai';
import Groq from 'groq-sdk';
import { HumanMessage } from 'langchain';
import OpenAI from 'openai';
import Together from 'together-ai';
import { all, failure, mockForTests } from './support/mock.mjs';
import { chat, message, parameters, user } from './support/samples.mjs';

// What clients do that one would not guess. The title of each test is a row of README.md here, which has no others.

globalThis.AI_SDK_LOG_WARNINGS = false;
const mock = mockForTests();
const key = 'sk-test-0123456789';
const titles = [];

/** A row of the page; what is sent may break rules, since that is often what is to be seen. */
function habit(title, body) {
  titles.push(title);
  test(title, async () => {
    mock.breaksRules = true;
    await body();
  });
}

const at = () => `${mock.url}/${mock.name}`;
const openai = (options = {}) => mock.openai(options);
const completions = () => openai().chat.completions;
const compatible = (options = {}) => createOpenAICompatible({ name: 'mock', apiKey: key, baseURL: `${at()}/v1`, ...options });
const aiOpenai = () => createOpenAI({ apiKey: key, baseURL: `${at()}/v1` });
const aiAnthropic = () => createAnthropic({ apiKey: key, baseURL: `${at()}/v1` });
const langchain = (options = {}) => new ChatOpenAI({ model: 'gpt-4o', apiKey: key, configuration: { baseURL: `${at()}/v1` }, ...options });

const sent = async () => (await mock.requests()).map(({ json }) => json);
const lastSent = async () => (await sent()).at(-1);
const paths = async () => (await mock.requests()).map(({ path }) => path);
const headerOf = async (name) => (await mock.requests()).at(-1).headers.find(([own]) => own.toLowerCase() === name)?.[1];

const chunk = (delta, finish_reason = null) => ({
  id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }],
});
const called = (more) => ({ role: 'assistant', content: null, tool_calls: [{ index: 0, id: 'call_1', type: 'function', ...more }] });
const weather = { function: { name: 'get_weather', arguments: '{"city":"Paris"}' } };
const eventText = (text) => ({ raw: { contentType: 'text/event-stream', text } });
const data = (value) => `data: ${JSON.stringify(value)}\n\n`;
const textOf = async (stream) => (await all(stream)).map((one) => one.choices[0]?.delta?.content ?? '').join('');

const offered = (execute = async () => '72°F') => tool({ inputSchema: jsonSchema(parameters), execute });
const whole = (more, finish_reason = 'stop') => ({
  body: {
    id: 'c', object: 'chat.completion', created: 1, model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'A', ...more }, finish_reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
});

habit('openai reads the last event of a stream without the blank line behind it; groq-sdk, together-ai and @mistralai/mistralai lose it.', async () => {
  const cut = eventText(`${data(chunk({ role: 'assistant', content: 'A' }))}data: ${JSON.stringify(chunk({ content: 'B' }, 'stop'))}\n`);
  await mock.play(cut, cut, cut, cut);
  assert.equal(await textOf(await completions().create({ ...chat, stream: true })), 'AB');
  const groq = new Groq({ apiKey: key, baseURL: at() });
  assert.equal(await textOf(await groq.chat.completions.create({ ...chat, stream: true })), 'A');
  const together = new Together({ apiKey: key, baseURL: `${at()}/v1` });
  assert.equal(await textOf(await together.chat.completions.create({ ...chat, stream: true })), 'A');
  const mistral = new Mistral({ apiKey: key, serverURL: at() });
  assert.equal((await all(await mistral.chat.stream(chat))).map((one) => one.data.choices[0].delta.content).join(''), 'A');
});

habit("openai's stream helper refuses a call whose first chunk has no `type`; ai takes it.", async () => {
  const chunks = [chunk(called({ type: undefined, ...weather })), chunk({}, 'tool_calls')];
  await mock.play({ chunks }, { chunks });
  assert.match((await failure(completions().stream(chat).finalChatCompletion())).message, /tool call snapshot missing `type`/);
  const result = streamText({ model: aiOpenai().chat('gpt-4o'), prompt: 'Hi', tools: { get_weather: offered() } });
  assert.equal((await result.toolCalls)[0].toolName, 'get_weather');
});

habit("openai's stream helper refuses a stream without a `finish_reason` or without a `role`, but not one without `[DONE]`.", async () => {
  const spoken = chunk({ role: 'assistant', content: 'A' });
  await mock.play({ chunks: [spoken] }, { chunks: [chunk({ content: 'A' }, 'stop')] }, eventText(data(spoken) + data(chunk({}, 'stop'))));
  const helped = () => completions().stream(chat).finalChatCompletion();
  assert.match((await failure(helped())).message, /missing finish_reason for choice 0/);
  assert.match((await failure(helped())).message, /missing role for choice 0/);
  assert.equal((await helped()).choices[0].message.content, 'A');
});

habit('openai: `x-should-retry: false` wins over `retry-after`, and `true` has a 400 sent three times.', async () => {
  const error = (status, wanted) => ({ error: { status }, headers: { 'x-should-retry': wanted, 'retry-after': '3', 'retry-after-ms': '1' } });
  await mock.play(error(429, 'false'), error(400, 'true'), error(400, 'true'), error(400, 'true'));
  const client = openai({ maxRetries: 2 });
  assert.equal((await failure(client.chat.completions.create(chat))).status, 429);
  assert.equal((await sent()).length, 1);
  assert.equal((await failure(client.chat.completions.create(chat))).status, 400);
  assert.equal((await sent()).length, 4);
});

habit('openai gives a 200 of the type text/plain as a string, JSON or not.', async () => {
  await mock.play({ text: 'A', fault: { kind: 'wrongContentType', contentType: 'text/plain' } });
  assert.equal(typeof (await completions().create(chat)), 'string');
});

habit('openai asks for no usage of a stream, and for vectors in base64.', async () => {
  await mock.play({ text: 'A' }, { embedding: [1, 0] });
  await all(await completions().create({ ...chat, stream: true }));
  assert.equal('stream_options' in (await lastSent()), false);
  await openai().embeddings.create({ model: 'text-embedding-3-small', input: 'a' });
  assert.equal((await lastSent()).encoding_format, 'base64');
});

habit('openai throws for an event that is named `error`, whatever its data; unnamed, the same data is a chunk.', async () => {
  const boom = data({ message: 'boom' });
  await mock.play(eventText(`event: error\n${boom}`), eventText(boom));
  const error = await failure(completions().create({ ...chat, stream: true }).then(all));
  assert.ok(error instanceof OpenAI.APIError);
  assert.match(error.message, /boom/);
  assert.deepEqual(await all(await completions().create({ ...chat, stream: true })), [{ message: 'boom' }]);
});

const started = { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } } };
const opened = (content_block) => ({ type: 'content_block_start', index: 0, content_block });
const grown = (delta) => ({ type: 'content_block_delta', index: 0, delta });
const closed = { type: 'content_block_stop', index: 0 };
const named = (events) => eventText(events.map((event) => `event: ${event.type}\n${data(event)}`).join(''));
const spoken = [started, opened({ type: 'text', text: '' }), grown({ type: 'text_delta', text: 'A' }), closed];

habit('@anthropic-ai/sdk: a stream without `message_stop` ends without an error, but its helper rejects.', async () => {
  await mock.play(named(spoken), named(spoken));
  const client = mock.anthropic().messages;
  assert.equal((await all(await client.create({ ...message, stream: true }))).length, 4);
  assert.match((await failure(client.stream(message).finalMessage())).message, /without producing a Message/);
});

habit("@anthropic-ai/sdk's helper drops an unfinished member of a call's input, and has no error.", async () => {
  const cut = (text) =>
    named([started, opened({ type: 'tool_use', id: 't', name: 'f', input: {} }), grown({ type: 'input_json_delta', partial_json: text }), closed,
      { type: 'message_delta', delta: { stop_reason: 'max_tokens', stop_sequence: null }, usage: { output_tokens: 1 } }, { type: 'message_stop' }]);
  await mock.play(cut('{"city": "Par'), cut('{"a": 1, "n": 12'));
  const inputs = [];
  for (let time = 0; time < 2; time += 1) inputs.push((await mock.anthropic().messages.stream(message).finalMessage()).content[0].input);
  assert.deepEqual(inputs, [{}, { a: 1 }]);
});

habit('@anthropic-ai/sdk sends nothing for a whole answer of 21,334 tokens or more: it wants a stream.', async () => {
  await mock.play({ text: 'A' });
  const client = mock.anthropic().messages;
  assert.match((await failure((async () => client.create({ ...message, max_tokens: 21_334 }))())).message, /Streaming is required/);
  await client.create({ ...message, max_tokens: 21_333 });
  assert.equal((await sent()).length, 1);
});

habit('@anthropic-ai/sdk gives an event of an unknown name, and passes over events without one.', async () => {
  const strange = { type: 'content_block_surprise' };
  await mock.play(named([strange]), eventText(spoken.map(data).join('')));
  const client = mock.anthropic().messages;
  assert.deepEqual(await all(await client.create({ ...message, stream: true })), [strange]);
  assert.deepEqual(await all(await client.create({ ...message, stream: true })), []);
});

habit('@anthropic-ai/sdk sends its key as `authorization: Bearer`, with `anthropic-version: 2026-10-21`; @langchain/anthropic as `x-api-key`, with 2023-06-01.', async () => {
  await mock.play({ text: 'A' }, { text: 'A' });
  await mock.anthropic().messages.create(message);
  assert.match(await headerOf('authorization'), /6789$/);
  assert.equal(await headerOf('x-api-key'), undefined);
  assert.equal(await headerOf('anthropic-version'), '2026-10-21');
  await new ChatAnthropic({ model: 'claude-sonnet-4-5', apiKey: key, anthropicApiUrl: at() }).invoke('Hi');
  assert.match(await headerOf('x-api-key'), /6789$/);
  assert.equal(await headerOf('anthropic-version'), '2023-06-01');
});

habit('@anthropic-ai/sdk refuses to be made with `apiKey` and `authToken`.', async () => {
  assert.throws(() => new Anthropic({ apiKey: key, authToken: key }), /at most one of `apiKey`, `authToken`/);
});

habit('ai with @ai-sdk/openai asks Responses, with the system prompt as an item of `input`: `system`, of models that reason `developer`.', async () => {
  await mock.play({ text: 'A' }, { text: 'A' });
  await generateText({ model: aiOpenai()('gpt-4o'), system: 'S', prompt: 'Hi', temperature: 0.2 });
  const first = await lastSent();
  assert.deepEqual([first.input[0], first.instructions, first.store, first.temperature], [{ role: 'system', content: 'S' }, undefined, undefined, 0.2]);
  await generateText({ model: aiOpenai()('gpt-5'), system: 'S', prompt: 'Hi', temperature: 0.2 });
  const second = await lastSent();
  assert.deepEqual([second.input[0].role, second.temperature], ['developer', undefined]);
  assert.deepEqual(await paths(), ['/v1/responses', '/v1/responses']);
});

habit('ai: @ai-sdk/openai and @langchain/openai ask for the usage of a chat stream unasked, @ai-sdk/openai-compatible does not.', async () => {
  await mock.play({ text: 'A' }, { text: 'A' }, { text: 'A' });
  await streamText({ model: aiOpenai().chat('gpt-4o'), prompt: 'Hi' }).consumeStream();
  assert.deepEqual((await lastSent()).stream_options, { include_usage: true });
  await all(await langchain().stream('Hi'));
  assert.deepEqual((await lastSent()).stream_options, { include_usage: true });
  await streamText({ model: compatible()('m'), prompt: 'Hi' }).consumeStream();
  assert.equal((await lastSent()).stream_options, undefined);
});

habit('ai with @ai-sdk/openai-compatible: a whole answer without `finish_reason` ended for the reason `other`; a stream is an error.', async () => {
  await mock.play(whole({}, null), { chunks: [chunk({ role: 'assistant', content: 'A' })] });
  assert.equal((await generateText({ model: compatible()('m'), prompt: 'Hi' })).finishReason, 'other');
  const errors = [];
  await streamText({ model: compatible()('m'), prompt: 'Hi', onError: ({ error }) => errors.push(error.message) }).consumeStream();
  assert.match(errors[0], /ended without a finish reason/);
});

habit('ai with @ai-sdk/openai-compatible reads `reasoning_content` before `reasoning`, and sends either back as `reasoning_content`.', async () => {
  const calls = { content: null, tool_calls: [{ id: 'call_1', type: 'function', ...weather }] };
  await mock.play(whole({ reasoning: 'R2', reasoning_content: 'R1' }), whole({ ...calls, reasoning: 'R2' }, 'tool_calls'), { text: 'A' });
  assert.equal((await generateText({ model: compatible()('m'), prompt: 'Hi' })).reasoningText, 'R1');
  await generateText({ model: compatible()('m'), prompt: 'Hi', tools: { get_weather: offered() }, stopWhen: isStepCount(2) });
  const { reasoning, reasoning_content } = (await lastSent()).messages[1];
  assert.deepEqual([reasoning, reasoning_content], [undefined, 'R2']);
});

habit('ai: two calls with one id are both executed, and the next request has the arguments of the first twice.', async () => {
  const cities = [];
  const calls = ['Paris', 'Rome'].map((city) => ({ id: 'call_1', name: 'get_weather', arguments: { city } }));
  await mock.play({ toolCalls: calls }, { text: 'A' });
  const execute = async ({ city }) => cities.push(city);
  await generateText({ model: aiOpenai().chat('gpt-4o'), prompt: 'Hi', tools: { get_weather: offered(execute) }, stopWhen: isStepCount(2) });
  assert.deepEqual(cities, ['Paris', 'Rome']);
  const [first, second] = (await lastSent()).messages[1].tool_calls;
  assert.deepEqual([first.function.arguments, second.function.arguments], ['{"city":"Paris"}', '{"city":"Paris"}']);
});

habit('ai asks three times in all when the answer is 500, and then throws an AI_RetryError.', async () => {
  await mock.playScenario({ steps: [{ respond: { error: { status: 500 }, headers: { 'retry-after-ms': '1' } }, repeat: 'always' }] });
  const error = await failure(generateText({ model: compatible()('m'), prompt: 'Hi' }));
  assert.deepEqual([error.name, error.reason, (await sent()).length], ['AI_RetryError', 'maxRetriesExceeded', 3]);
});

habit("Unasked, @ai-sdk/anthropic wants 64,000 tokens of claude-sonnet-4-5, @langchain/anthropic 16,384; of a model that they do not know both 4,096.", async () => {
  await mock.play({ text: 'A' }, { text: 'A' }, { text: 'A' }, { text: 'A' });
  for (const model of ['claude-sonnet-4-5', 'my-model']) {
    await generateText({ model: aiAnthropic()(model), prompt: 'Hi' });
    await new ChatAnthropic({ model, apiKey: key, anthropicApiUrl: at() }).invoke('Hi');
  }
  assert.deepEqual((await sent()).map((body) => body.max_tokens), [64_000, 16_384, 4096, 4096]);
});

habit('ai with @ai-sdk/anthropic sends a beta header with tools, none without; streamed, each tool has `eager_input_streaming`.', async () => {
  await mock.play({ text: 'A' }, { text: 'A' });
  await generateText({ model: aiAnthropic()('claude-sonnet-4-5'), prompt: 'Hi' });
  assert.equal(await headerOf('anthropic-beta'), undefined);
  await streamText({ model: aiAnthropic()('claude-sonnet-4-5'), prompt: 'Hi', tools: { get_weather: offered() } }).consumeStream();
  assert.equal(await headerOf('anthropic-beta'), 'structured-outputs-2025-11-13');
  assert.equal((await lastSent()).tools[0].eager_input_streaming, true);
});

habit('ai: a schema of the output is dropped by @ai-sdk/openai-compatible unless it is told otherwise: `json_object` is sent.', async () => {
  await mock.play({ json: { city: 'Paris' } });
  await generateText({ model: compatible()('m'), prompt: 'JSON', output: Output.object({ schema: jsonSchema(parameters) }) });
  assert.deepEqual((await lastSent()).response_format, { type: 'json_object' });
});

habit('ai with @ai-sdk/anthropic sends a schema of the output as `output_config.format`, to a model that it does not know as a tool that must be called.', async () => {
  const output = Output.object({ schema: jsonSchema(parameters) });
  await mock.play({ json: { city: 'Paris' } }, { toolCalls: [{ name: 'json', arguments: { city: 'Paris' } }] });
  await generateText({ model: aiAnthropic()('claude-sonnet-4-5'), prompt: 'Hi', output });
  assert.equal((await lastSent()).output_config.format.type, 'json_schema');
  await generateText({ model: aiAnthropic()('my-model'), prompt: 'Hi', output });
  const { tools, tool_choice } = await lastSent();
  assert.deepEqual([tools[0].name, tool_choice], ['json', { type: 'any', disable_parallel_tool_use: true }]);
});

/** A run of an agent of @openai/agents with one tool. */
function agentRun(useResponses, options = {}) {
  const runner = new Runner({ modelProvider: new OpenAIProvider({ apiKey: key, baseURL: `${at()}/v1`, useResponses }), tracingDisabled: true });
  const tools = [agentTool({ name: 'get_weather', description: 'd', parameters, strict: true, execute: async () => '72°F' })];
  return runner.run(new Agent({ name: 'A', tools, ...options }), 'Hi');
}

habit('@openai/agents asks Responses for gpt-5.6-luna, without reasoning and at low verbosity.', async () => {
  await mock.play({ text: 'A' });
  await agentRun(true);
  const { model, reasoning, text } = await lastSent();
  assert.deepEqual([await paths(), model, reasoning.effort, text.verbosity], [['/v1/responses'], 'gpt-5.6-luna', 'none', 'low']);
});

habit('@openai/agents throws for a call of an unknown tool, and tells the model of arguments that are no JSON.', async () => {
  await mock.play({ toolCalls: [{ name: 'nope', arguments: {} }] }, { toolCalls: [{ name: 'get_weather', arguments: '{"city":' }] }, { text: 'A' });
  const error = await failure(agentRun(false, { model: 'gpt-4o' }));
  assert.deepEqual([error.name, (await sent()).length], ['ModelBehaviorError', 1]);
  await agentRun(false, { model: 'gpt-4o' });
  assert.match(JSON.stringify((await lastSent()).messages.at(-1).content), /An error occurred while parsing tool arguments/);
});

habit('@openai/agents throws for two calls with one id and different arguments.', async () => {
  const calls = ['Paris', 'Rome'].map((city) => ({ id: 'call_1', name: 'get_weather', arguments: { city } }));
  await mock.play({ toolCalls: calls }, { text: 'A' });
  assert.match((await failure(agentRun(false, { model: 'gpt-4o' }))).message, /Tool call ID call_1 was reused/);
});

habit('@langchain/openai asks chat; gpt-5.2-pro and names with codex in them it asks by Responses, gpt-5-pro and o3-pro not.', async () => {
  await mock.playScenario({ steps: [{ respond: { text: 'A' }, repeat: 'always' }] });
  const models = ['gpt-4o', 'gpt-5.2-pro', 'gpt-5.1-codex', 'gpt-5-pro', 'o3-pro'];
  for (const model of models) await langchain({ model }).invoke('Hi');
  const [chats, responses] = ['/v1/chat/completions', '/v1/responses'];
  assert.deepEqual(await paths(), [chats, responses, responses, chats, chats]);
});

habit('@langchain/openai does not retry a 429 that has no `retry-after`.', async () => {
  await mock.play({ body: { error: { message: 'slow down' } }, status: 429, headers: { 'retry-after-ms': '1' } }, { text: 'A' });
  await failure(langchain().invoke('Hi'));
  assert.equal((await sent()).length, 1);
});

habit('@langchain/openai puts a call with arguments that are no JSON into `invalid_tool_calls`; streamed it is a valid one without arguments.', async () => {
  const cut = { toolCalls: [{ name: 'get_weather', arguments: '{"city":' }] };
  await mock.play(cut, cut);
  const answer = await langchain().invoke('Hi');
  assert.deepEqual([answer.tool_calls.length, answer.invalid_tool_calls.length], [0, 1]);
  let streamed;
  for await (const piece of await langchain().stream('Hi')) streamed = streamed?.concat(piece) ?? piece;
  assert.deepEqual([streamed.tool_calls.map(({ args }) => args), streamed.invalid_tool_calls], [[{}], []]);
});

habit('@langchain/openai keeps `reasoning_content` of a chat in `additional_kwargs`, and does not send it back.', async () => {
  await mock.play({ reasoning: 'R1', text: 'A' }, { text: 'B' });
  const first = await langchain().invoke([new HumanMessage('Hi')]);
  assert.equal(first.additional_kwargs.reasoning_content, 'R1');
  await langchain().invoke([new HumanMessage('Hi'), first, new HumanMessage('On')]);
  assert.deepEqual((await lastSent()).messages[1], { role: 'assistant', content: 'A' });
});

habit('groq-sdk puts /openai/v1 before its paths, @mistralai/mistralai /v1, together-ai nothing.', async () => {
  await mock.play({ text: 'A' }, { text: 'A' }, { text: 'A' });
  await new Groq({ apiKey: key, baseURL: at() }).chat.completions.create(chat);
  await new Mistral({ apiKey: key, serverURL: at() }).chat.complete(chat);
  await new Together({ apiKey: key, baseURL: at() }).chat.completions.create(chat);
  assert.deepEqual(await paths(), ['/openai/v1/chat/completions', '/v1/chat/completions', '/chat/completions']);
});

habit('@mistralai/mistralai refuses an answer without usage, makes "null" of a missing id of a call, and does not retry.', async () => {
  const calls = { content: null, tool_calls: [{ type: 'function', ...weather }] };
  const bare = whole({});
  delete bare.body.usage;
  await mock.play(bare, whole(calls, 'tool_calls'), { error: { status: 429 } });
  const client = new Mistral({ apiKey: key, serverURL: at() });
  assert.equal((await failure(client.chat.complete(chat))).name, 'ResponseValidationError');
  assert.equal((await client.chat.complete(chat)).choices[0].message.toolCalls[0].id, 'null');
  await failure(client.chat.complete(chat));
  assert.equal((await sent()).length, 3);
});

habit('@openrouter/ai-sdk-provider reads `reasoning_details`, else `reasoning`, and never `reasoning_content`.', async () => {
  const details = [{ type: 'reasoning.text', text: 'R3' }];
  const thoughts = { reasoning: 'R2', reasoning_content: 'R1' };
  await mock.play(whole({ ...thoughts, reasoning_details: details }), whole(thoughts), whole({ reasoning_content: 'R1' }));
  const model = () => createOpenRouter({ apiKey: key, baseURL: `${at()}/v1` }).chat('openai/gpt-4o');
  const read = [];
  for (let time = 0; time < 3; time += 1) read.push((await generateText({ model: model(), prompt: 'Hi' })).reasoningText);
  assert.deepEqual(read, ['R3', 'R2', undefined]);
});

habit('@llamaindex/openai sends `temperature: 0.1` and `top_p: 1` unasked.', async () => {
  await mock.play({ text: 'A' });
  await new LlamaOpenAI({ model: 'gpt-4o', apiKey: key, baseURL: `${at()}/v1` }).chat({ messages: [user('Hi')] });
  const { temperature, top_p } = await lastSent();
  assert.deepEqual([temperature, top_p], [0.1, 1]);
});

/** A client of the scenario's MCP server, connected. */
async function mcpClient() {
  const client = new Client({ name: 'c', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${at()}/mcp`)));
  return client;
}

habit("@modelcontextprotocol/sdk's client proposes 2025-11-25, takes an older revision, and names that in a header from then on; an unknown one it refuses.", async () => {
  const answering = (protocolVersion) => ({
    match: { path: '/mcp', body: { $subset: { method: 'initialize' } } },
    respond: { body: { jsonrpc: '2.0', id: 0, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } } },
  });
  await mock.playScenario({ steps: [answering('2025-03-26'), answering('2023-01-01')], mcp: { tools: [{ name: 'f', inputSchema: { type: 'object' } }] } });
  const client = await mcpClient();
  assert.equal((await sent())[0].params.protocolVersion, '2025-11-25');
  await client.listTools();
  assert.equal(await headerOf('mcp-protocol-version'), '2025-03-26');
  await client.close();
  assert.match((await failure(mcpClient())).message, /protocol version is not supported: 2023-01-01/);
});

habit("@modelcontextprotocol/sdk's client wants `structuredContent` of a tool with an output schema only once it has listed the tools.", async () => {
  const result = (id) => ({ match: { path: '/mcp', body: { $subset: { method: 'tools/call' } } }, respond: { body: { jsonrpc: '2.0', id, result: {} } } });
  const tools = [{ name: 'f', inputSchema: { type: 'object' }, outputSchema: { type: 'object' }, result: { text: 'A', structuredContent: {} } }];
  await mock.playScenario({ steps: [result(1), result(3)], mcp: { tools } });
  const client = await mcpClient();
  assert.deepEqual((await client.callTool({ name: 'f' })).content, []);
  await client.listTools();
  assert.match((await failure(client.callTool({ name: 'f' }))).message, /did not return structured content/);
  await client.close();
});

habit('@modelcontextprotocol/server-everything answers an unknown revision with 2025-11-25, and has three more tools for a client that declares sampling, elicitation and roots.', async () => {
  const toolsFor = async (capabilities) => {
    const client = new Client({ name: 'c', version: '1' }, { capabilities });
    const server = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
    const transport = new StdioClientTransport({ command: process.execPath, args: [server, 'stdio'], stderr: 'ignore' });
    const send = transport.send.bind(transport);
    const received = [];
    // As a client of a later revision would begin.
    transport.send = (message) => send(message.method === 'initialize' ? { ...message, params: { ...message.params, protocolVersion: '2026-01-01' } } : message);
    transport.setProtocolVersion = (version) => received.push(version);
    await client.connect(transport);
    const { tools } = await client.listTools();
    await client.close();
    assert.deepEqual(received, ['2025-11-25']);
    return tools.map(({ name }) => name);
  };
  const fewer = await toolsFor({});
  const more = await toolsFor({ sampling: {}, elicitation: {}, roots: {} });
  assert.deepEqual(more.filter((name) => !fewer.includes(name)).sort(), ['get-roots-list', 'trigger-elicitation-request', 'trigger-sampling-request']);
});

test('the page has these rows and no others', async () => {
  const page = await readFile(new URL('README.md', import.meta.url), 'utf8');
  assert.deepEqual(page.split('\n').filter((line) => line.startsWith('- ')).map((line) => line.slice(2)), titles);
});
