import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { all, check, failure, mockForTests } from './support/mock.mjs';
import { message, messageTool, parameters, text, twoCalls, user, weatherCall } from './support/samples.mjs';

const mock = mockForTests();

test('a text comes with its stop reason, usage and request id', async () => {
  await mock.play({ text, usage: { promptTokens: 7, completionTokens: 5 } });
  const answer = await mock.anthropic().messages.create(message);
  assert.deepEqual(answer.content, [{ type: 'text', text }]);
  assert.equal(answer.stop_reason, 'end_turn');
  assert.equal(answer.usage.input_tokens, 7);
  assert.equal(answer.usage.output_tokens, 5);
  assert.match(answer._request_id, /^req_/);
});

test('a tool is used and its result sent', async () => {
  await mock.play({ toolCalls: [weatherCall] }, { text });
  const client = mock.anthropic();
  const asked = { ...message, tools: [messageTool] };
  const first = await client.messages.create(asked);
  assert.equal(first.stop_reason, 'tool_use');
  const [use] = first.content;
  assert.deepEqual(use.input, { city: 'Zürich' });
  const second = await client.messages.create({
    ...asked,
    messages: [
      ...message.messages,
      { role: 'assistant', content: first.content },
      user([{ type: 'tool_result', tool_use_id: use.id, content: '72' }]),
    ],
  });
  assert.equal(second.content[0].text, text);
});

test('a version that the provider has not published is noticed', async () => {
  await mock.play({ text });
  mock.breaksRules = true;
  const create = () => mock.anthropic({ defaultHeaders: { 'anthropic-version': '2024-10-22' } }).messages.create(message);
  if (check === 'enforce') assert.match((await failure(create())).message, /rule messages\.version/);
  else assert.equal((await create()).content[0].text, text);
  const [{ findings }] = await mock.requests();
  assert.deepEqual(findings.map(({ rule }) => rule), ['messages.version']);
});

test('the headers of a beta stand in the journal', async () => {
  await mock.play({ text });
  const betas = ['mcp-client-2025-11-20', 'context-management-2025-06-27'];
  await mock.anthropic().beta.messages.create({ ...message, betas, mcp_servers: [{ type: 'url', name: 'm', url: 'https://mcp.example' }] });
  const [{ headers, json }] = await mock.requests();
  assert.deepEqual(headers.filter(([name]) => name.toLowerCase() === 'anthropic-beta'), [['anthropic-beta', betas.join()]]);
  assert.equal(json.betas, undefined);
});

test('the tool runner uses tools and goes on', async () => {
  await mock.play({ toolCalls: twoCalls }, { text });
  const cities = [];
  const tool = {
    ...messageTool,
    run: ({ city }) => {
      cities.push(city);
      return '72';
    },
  };
  const answer = await mock.anthropic().beta.messages.toolRunner({ ...message, tools: [tool] });
  assert.equal(answer.content[0].text, text);
  assert.deepEqual(cities, ['Zürich', 'São Paulo']);
});

test('a conversation that the mock does not keep is sent as a whole', async () => {
  await mock.play({ text: 'first' }, { text: 'second' });
  const thread = mock.anthropic().beta.messages.thread({
    model: message.model,
    max_tokens: 100,
    unsupportedRequestBehavior: 'continue_unthreaded',
  });
  const first = await thread.send(user('Hello'));
  assert.equal(first.content[0].text, 'first');
  const second = await thread.send(user('And now?'));
  assert.equal(second.content[0].text, 'second');
  const requests = await mock.requests();
  assert.equal(requests.filter((request) => request.status === 400).length, 1);
  assert.equal(requests.at(-1).json.messages.length, 3);
});

test('a JSON schema is met and parsed', async () => {
  await mock.play({ json: { city: 'Paris' } });
  const answer = await mock.anthropic().messages.parse({
    ...message,
    output_config: { format: { type: 'json_schema', schema: parameters } },
  });
  assert.equal(JSON.parse(answer.content[0].text).city, 'Paris');
});

for (const chunkBy of ['words', 'characters', 7]) {
  test(`the helper puts a message cut by ${chunkBy} together`, async () => {
    await mock.play({ text, chunkBy, usage: { promptTokens: 7, completionTokens: 5 } });
    const stream = mock.anthropic().messages.stream(message);
    const deltas = [];
    stream.on('text', (delta) => deltas.push(delta));
    const answer = await stream.finalMessage();
    assert.equal(deltas.join(''), text);
    assert.equal(answer.content[0].text, text);
    assert.equal(answer.stop_reason, 'end_turn');
    assert.equal(answer.usage.input_tokens, 7);
    assert.equal(answer.usage.output_tokens, 5);
  });
}

test('the events of a stream are in the order of the provider', async () => {
  await mock.play({ text: 'Hello' });
  const events = await all(await mock.anthropic().messages.create({ ...message, stream: true }));
  assert.deepEqual(events.map((event) => event.type), [
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  assert.ok(events[0].message.usage.input_tokens > 0);
});

test('the helper puts thinking and tool use together', async () => {
  await mock.play({ reasoning: 'Paris is mild.', text, toolCalls: twoCalls, chunkBy: 'characters' });
  const stream = mock.anthropic().messages.stream({ ...message, tools: [messageTool] });
  const inputs = [];
  stream.on('inputJson', (_, snapshot) => inputs.push(snapshot));
  const answer = await stream.finalMessage();
  assert.deepEqual(answer.content.map((block) => block.type), ['thinking', 'text', 'tool_use', 'tool_use']);
  assert.equal(answer.content[0].thinking, 'Paris is mild.');
  assert.ok(answer.content[0].signature.length > 0);
  assert.deepEqual(answer.content.slice(2).map((block) => block.input.city), ['Zürich', 'São Paulo']);
  assert.equal(answer.stop_reason, 'tool_use');
  assert.ok(inputs.length > 10);
});

test('a tool without input is used with an empty object', async () => {
  await mock.play({ toolCalls: [{ name: 'get_weather', arguments: {} }] });
  const answer = await mock.anthropic().messages.stream({ ...message, tools: [messageTool] }).finalMessage();
  assert.deepEqual(answer.content[0].input, {});
});

test('without a scenario a stream is answered by default', async () => {
  await mock.withoutScenario();
  const answer = await mock.anthropic().messages.stream(message).finalMessage();
  assert.match(answer.content[0].text, /received 1 message; .*Paris/);
});

test('models are listed page by page and found', async () => {
  const client = mock.anthropic();
  const models = [];
  for await (const model of client.models.list({ limit: 1 })) models.push(model.id);
  assert.ok(models.length > 1);
  assert.equal(new Set(models).size, models.length);
  assert.equal((await client.models.retrieve(models[0])).type, 'model');
  assert.ok((await failure(client.models.retrieve('claude-nothing'))) instanceof Anthropic.NotFoundError);
});

test('the newer version takes no temperature, the older one does', async () => {
  mock.breaksRules = true;
  await mock.play({ text }, { text });
  const client = mock.anthropic();
  const asked = { ...message, temperature: 0.5 };
  if (check === 'enforce') {
    const error = await failure(client.messages.create(asked));
    assert.ok(error instanceof Anthropic.BadRequestError);
    assert.equal(error.type, 'invalid_request_error');
    assert.match(error.message, /temperature/);
  } else {
    assert.equal((await client.messages.create(asked)).content[0].text, text);
  }
  const older = { headers: { 'anthropic-version': '2023-06-01' } };
  assert.equal((await client.messages.create(asked, older)).content[0].text, text);
  const requests = await mock.requests();
  assert.deepEqual(requests.map((request) => request.findings.map((finding) => finding.rule)), [
    ['messages.field.sampling'],
    [],
  ]);
});
