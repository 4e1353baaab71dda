import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, mockForTests } from './support/mock.mjs';
import { parameters, responsesTool, text, twoCalls, weatherCall } from './support/samples.mjs';

const mock = mockForTests();
const asked = { model: 'gpt-4o', input: 'What is the weather in Paris?' };
const place = { format: { type: 'json_schema', name: 'place', strict: true, schema: parameters } };

test('the text of a response is its output_text', async () => {
  await mock.play({ text, usage: { promptTokens: 7, completionTokens: 5 } });
  const response = await mock.openai().responses.create(asked);
  assert.equal(response.output_text, text);
  assert.equal(response.status, 'completed');
  assert.equal(response.usage.total_tokens, 12);
});

test('the headers of a beta stand in the journal', async () => {
  await mock.play({ text });
  await mock.openai().responses.create(asked, { headers: { 'OpenAI-Beta': 'responses=v1' } });
  const [{ headers }] = await mock.requests();
  assert.deepEqual(headers.filter(([name]) => name.toLowerCase() === 'openai-beta').map(([, value]) => value), ['responses=v1']);
});

test('a custom tool is called as it is scripted', async () => {
  await mock.play({ toolCalls: [{ id: 'call_1', name: 'run_code', input: 'print(1)' }] }, { text });
  const tools = [{ type: 'custom', name: 'run_code' }];
  const events = await all(await mock.openai().responses.create({ ...asked, tools, stream: true }));
  const deltas = events.filter(({ type }) => type === 'response.custom_tool_call_input.delta');
  assert.equal(deltas.map(({ delta }) => delta).join(''), 'print(1)');
  const [call] = events.at(-1).response.output;
  assert.deepEqual([call.type, call.call_id, call.name, call.input], ['custom_tool_call', 'call_1', 'run_code', 'print(1)']);
  const second = await mock.openai().responses.create({
    ...asked, tools,
    input: [{ role: 'user', content: asked.input }, call, { type: 'custom_tool_call_output', call_id: 'call_1', output: '1' }],
  });
  assert.equal(second.output_text, text);
});

test('a function call is answered with its output', async () => {
  await mock.play({ toolCalls: [weatherCall] }, { text });
  const client = mock.openai();
  const first = await client.responses.create({ ...asked, tools: [responsesTool] });
  const [call] = first.output;
  assert.equal(call.type, 'function_call');
  assert.equal(call.call_id, 'call_1');
  const second = await client.responses.create({
    ...asked,
    tools: [responsesTool],
    input: [
      { role: 'user', content: asked.input },
      ...first.output,
      { type: 'function_call_output', call_id: call.call_id, output: '72' },
    ],
  });
  assert.equal(second.output_text, text);
});

test('a JSON schema is met and parsed', async () => {
  await mock.play({ json: { city: 'Paris' } });
  const response = await mock.openai().responses.parse({ ...asked, text: place });
  assert.deepEqual(response.output_parsed, { city: 'Paris' });
});

test('the events of a stream are in order and agree', async () => {
  await mock.play({ text, reasoning: 'Paris is mild.', toolCalls: [weatherCall] });
  const events = await all(await mock.openai().responses.create({ ...asked, tools: [responsesTool], stream: true }));
  assert.deepEqual(events.map((event) => event.sequence_number), events.map((_, index) => index));
  assert.equal(events[0].type, 'response.created');
  assert.equal(events.at(-1).type, 'response.completed');
  const ids = events.filter((event) => event.response).map((event) => event.response.id);
  assert.equal(new Set(ids).size, 1);
  const { output } = events.at(-1).response;
  for (const event of events.filter((candidate) => candidate.item_id)) {
    assert.equal(event.item_id, output[event.output_index].id);
  }
  const added = events.filter((event) => event.type === 'response.output_item.added');
  assert.deepEqual(added.map((event) => event.item.type), ['reasoning', 'message', 'function_call']);
});

for (const chunkBy of ['words', 'characters', 3]) {
  test(`the helper puts a response cut by ${chunkBy} together`, async () => {
    await mock.play({ text, chunkBy });
    const stream = mock.openai().responses.stream(asked);
    const deltas = [];
    stream.on('response.output_text.delta', (event) => deltas.push(event.delta));
    const response = await stream.finalResponse();
    assert.equal(deltas.join(''), text);
    assert.equal(response.output_text, text);
  });
}

test('the helper puts function calls together', async () => {
  await mock.play({ toolCalls: twoCalls, chunkBy: 'characters' });
  const stream = mock.openai().responses.stream({ ...asked, tools: [responsesTool] });
  const snapshots = [];
  stream.on('response.function_call_arguments.delta', (event) => snapshots.push(event.snapshot));
  const response = await stream.finalResponse();
  assert.deepEqual(response.output.map((call) => JSON.parse(call.arguments).city), ['Zürich', 'São Paulo']);
  assert.deepEqual(response.output.map((call) => call.call_id), ['call_1', 'call_2']);
  assert.ok(snapshots.includes('{"city":"Zürich"}'));
});

test('the helper parses a JSON schema and keeps a refusal', async () => {
  await mock.play({ json: { city: 'Paris' } }, { refusal: 'I will not.' });
  const client = mock.openai();
  const parsed = await client.responses.stream({ ...asked, text: place }).finalResponse();
  assert.deepEqual(parsed.output_parsed, { city: 'Paris' });
  const refused = await client.responses.stream({ ...asked, text: place }).finalResponse();
  assert.deepEqual(refused.output[0].content[0], { type: 'refusal', refusal: 'I will not.' });
});

test('a response that is cut short is incomplete', async () => {
  await mock.play({ text: 'It is', finishReason: 'length' });
  const events = await all(await mock.openai().responses.create({ ...asked, stream: true }));
  assert.equal(events.at(-1).type, 'response.incomplete');
  assert.equal(events.at(-1).response.incomplete_details.reason, 'max_output_tokens');
});

test('without a scenario a stream is answered by default', async () => {
  await mock.withoutScenario();
  const response = await mock.openai().responses.stream(asked).finalResponse();
  assert.match(response.output_text, /received 1 message; .*Paris/);
});
