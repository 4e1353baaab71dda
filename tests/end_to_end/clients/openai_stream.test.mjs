import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, mockForTests } from './support/mock.mjs';
import { chat, chatTool, parameters, text, twoCalls } from './support/samples.mjs';

const mock = mockForTests();
const stream = { ...chat, stream: true };

for (const chunkBy of ['words', 'characters', 7]) {
  test(`a stream cut by ${chunkBy} says the whole text`, async () => {
    await mock.play({ text, chunkBy });
    const chunks = await all(await mock.openai().chat.completions.create(stream));
    assert.equal(chunks.map((chunk) => chunk.choices[0].delta.content ?? '').join(''), text);
    assert.equal(chunks[0].choices[0].delta.role, 'assistant');
    assert.equal(chunks.at(-1).choices[0].finish_reason, 'stop');
    assert.equal(new Set(chunks.map((chunk) => chunk.id)).size, 1);
    assert.ok(chunks.length > 5);
  });
}

test('usage comes last and only when it is asked for', async () => {
  await mock.play({ text }, { text, usage: { promptTokens: 7, completionTokens: 5 } });
  const client = mock.openai();
  const without = await all(await client.chat.completions.create(stream));
  assert.ok(without.every((chunk) => chunk.usage === undefined));
  const chunks = await all(await client.chat.completions.create({ ...stream, stream_options: { include_usage: true } }));
  assert.deepEqual(chunks.at(-1).choices, []);
  assert.equal(chunks.at(-1).usage.total_tokens, 12);
  assert.ok(chunks.slice(0, -1).every((chunk) => chunk.usage === null));
});

test('the helper puts the completion together', async () => {
  await mock.play({ text, reasoning: 'Paris is mild.' });
  const runner = mock.openai().chat.completions.stream(chat);
  const deltas = [];
  runner.on('content', (delta) => deltas.push(delta));
  const completion = await runner.finalChatCompletion();
  assert.equal(deltas.join(''), text);
  assert.equal(completion.choices[0].message.content, text);
  assert.equal(completion.choices[0].finish_reason, 'stop');
});

test('the helper puts tool calls together', async () => {
  await mock.play({ toolCalls: twoCalls, chunkBy: 'characters' });
  const runner = mock.openai().chat.completions.stream({ ...chat, tools: [chatTool] });
  const done = [];
  runner.on('tool_calls.function.arguments.done', (event) => done.push(event.name));
  const completion = await runner.finalChatCompletion();
  const calls = completion.choices[0].message.tool_calls;
  assert.deepEqual(calls.map((call) => call.id), ['call_1', 'call_2']);
  assert.deepEqual(calls.map((call) => JSON.parse(call.function.arguments).city), ['Zürich', 'São Paulo']);
  assert.equal(completion.choices[0].finish_reason, 'tool_calls');
  assert.deepEqual(done, ['get_weather', 'get_weather']);
});

test('the helper parses a JSON schema and tells a refusal', async () => {
  await mock.play({ json: { city: 'Paris' } }, { refusal: 'I will not.' });
  const asked = {
    ...chat,
    response_format: { type: 'json_schema', json_schema: { name: 'place', strict: true, schema: parameters } },
  };
  const client = mock.openai();
  const parsed = await client.chat.completions.stream(asked).finalChatCompletion();
  assert.deepEqual(parsed.choices[0].message.parsed, { city: 'Paris' });
  const refused = await client.chat.completions.stream(asked).finalChatCompletion();
  assert.equal(refused.choices[0].message.refusal, 'I will not.');
});

test('the tool runner streams through two rounds', async () => {
  await mock.play({ toolCalls: twoCalls }, { text });
  const runner = mock.openai().chat.completions.runTools({
    ...stream,
    tools: [{ type: 'function', function: { ...chatTool.function, parse: JSON.parse, function: () => '72' } }],
  });
  assert.equal(await runner.finalContent(), text);
  assert.equal((await mock.requests()).length, 2);
});

test('every choice of a stream is put together', async () => {
  await mock.play({ text });
  const completion = await mock.openai().chat.completions.stream({ ...chat, n: 2 }).finalChatCompletion();
  assert.deepEqual(completion.choices.map((choice) => choice.message.content), [text, text]);
});

test('without a scenario a stream is answered by default', async () => {
  await mock.withoutScenario();
  const completion = await mock.openai().chat.completions.stream(chat).finalChatCompletion();
  assert.match(completion.choices[0].message.content, /received 1 message; .*Paris/);
});

test('chunks of a scenario are sent as they are', async () => {
  const chunk = (delta, finish_reason = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, delta, finish_reason }],
  });
  await mock.play({ chunks: [chunk({ role: 'assistant', content: 'a' }), chunk({ content: 'b' }), chunk({}, 'stop')] });
  const completion = await mock.openai().chat.completions.stream(chat).finalChatCompletion();
  assert.equal(completion.choices[0].message.content, 'ab');
});
