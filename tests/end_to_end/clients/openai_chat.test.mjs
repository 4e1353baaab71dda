import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI, { AzureOpenAI } from 'openai';
import { LengthFinishReasonError } from 'openai/core/error';
import { all, check, failure, mockForTests } from './support/mock.mjs';
import { chat, chatTool, parameters, text, twoCalls, user } from './support/samples.mjs';

const mock = mockForTests();

test('a text comes with its finish reason, usage and request id', async () => {
  await mock.play({ text, usage: { promptTokens: 7, completionTokens: 5 } });
  const completion = await mock.openai().chat.completions.create(chat);
  assert.equal(completion.choices[0].message.content, text);
  assert.equal(completion.choices[0].finish_reason, 'stop');
  assert.equal(completion.usage.total_tokens, 12);
  assert.match(completion._request_id, /^req_/);
});

test('every choice that is asked for is there', async () => {
  await mock.play({ text });
  const completion = await mock.openai().chat.completions.create({ ...chat, n: 2 });
  assert.deepEqual(completion.choices.map((choice) => choice.index), [0, 1]);
});

test('without a scenario a request is answered by default', async () => {
  await mock.withoutScenario();
  const completion = await mock.openai().chat.completions.create(chat);
  assert.match(completion.choices[0].message.content, /received 1 message; .*Paris/);
});

test('a prompt is completed, whole and streamed', async () => {
  await mock.play({ text }, { text }, { toolCalls: twoCalls });
  const prompt = { model: 'gpt-3.5-turbo-instruct', prompt: 'It is' };
  const client = mock.openai();
  const whole = await client.completions.create(prompt);
  assert.equal(whole.choices[0].text, text);
  assert.equal(whole.object, 'text_completion');
  const chunks = await all(await client.completions.create({ ...prompt, stream: true, stream_options: { include_usage: true } }));
  assert.equal(chunks.map(({ choices }) => choices[0]?.text ?? '').join(''), text);
  assert.equal(chunks.at(-2).choices[0].finish_reason, 'stop');
  assert.equal(chunks.at(-1).usage.total_tokens, whole.usage.total_tokens);
  // A call is nothing that a completion can say.
  mock.breaksRules = true;
  assert.equal((await failure(client.completions.create(prompt))).status, 501);
});

test('a refusal stands beside empty content', async () => {
  await mock.play({ refusal: 'I will not.' });
  const completion = await mock.openai().chat.completions.create(chat);
  assert.equal(completion.choices[0].message.content, null);
  assert.equal(completion.choices[0].message.refusal, 'I will not.');
});

test('tool calls are answered with their results', async () => {
  await mock.play({ toolCalls: twoCalls }, { text });
  const client = mock.openai();
  const asked = { ...chat, tools: [chatTool] };
  const first = await client.chat.completions.create(asked);
  const { message, finish_reason } = first.choices[0];
  assert.equal(finish_reason, 'tool_calls');
  assert.deepEqual(message.tool_calls.map((call) => JSON.parse(call.function.arguments).city), ['Zürich', 'São Paulo']);
  const results = message.tool_calls.map((call) => ({ role: 'tool', tool_call_id: call.id, content: '72' }));
  const second = await client.chat.completions.create({ ...asked, messages: [...chat.messages, message, ...results] });
  assert.equal(second.choices[0].message.content, text);
});

test('the tool runner calls a function and goes on', async () => {
  await mock.play({ toolCalls: twoCalls }, { text });
  const cities = [];
  const runner = mock.openai().chat.completions.runTools({
    ...chat,
    tools: [
      {
        type: 'function',
        function: {
          ...chatTool.function,
          parse: JSON.parse,
          function: ({ city }) => {
            cities.push(city);
            return '72';
          },
        },
      },
    ],
  });
  assert.equal(await runner.finalContent(), text);
  assert.deepEqual(cities, ['Zürich', 'São Paulo']);
});

test('a JSON schema is met and parsed', async () => {
  await mock.play({ json: { city: 'Paris' } });
  const completion = await mock.openai().chat.completions.parse({
    ...chat,
    response_format: { type: 'json_schema', json_schema: { name: 'place', strict: true, schema: parameters } },
  });
  assert.deepEqual(completion.choices[0].message.parsed, { city: 'Paris' });
});

test('a text that was cut short is no parsed answer', async () => {
  await mock.play({ text: '{"city": "Pa', finishReason: 'length' });
  const error = await failure(
    mock.openai().chat.completions.parse({
      ...chat,
      response_format: { type: 'json_schema', json_schema: { name: 'place', strict: true, schema: parameters } },
    }),
  );
  assert.ok(error instanceof LengthFinishReasonError, error.stack);
});

test('models are listed and found', async () => {
  const client = mock.openai();
  const models = [];
  for await (const model of client.models.list()) models.push(model.id);
  assert.ok(models.includes('gpt-4o'));
  assert.equal((await client.models.retrieve('gpt-4o')).object, 'model');
  assert.ok((await failure(client.models.retrieve('gpt-nothing'))) instanceof OpenAI.NotFoundError);
});

test('a deployment of Azure is asked with its key and version', async () => {
  await mock.play({ text });
  const client = new AzureOpenAI({
    apiKey: 'azure-test-0123456789',
    baseURL: `${mock.url}/${mock.name}/openai`,
    apiVersion: '2024-10-21',
    maxRetries: 0,
  });
  const completion = await client.chat.completions.create({ ...chat, model: 'my-deployment' });
  assert.equal(completion.choices[0].message.content, text);
  const [request] = await mock.requests();
  assert.equal(request.path, '/openai/deployments/my-deployment/chat/completions');
  assert.equal(request.query, 'api-version=2024-10-21');
  assert.deepEqual(request.headers.find(([name]) => name.toLowerCase() === 'api-key')[1], '****6789');
});

test('a broken rule is a finding, and enforced the error of the provider', async () => {
  mock.breaksRules = true;
  await mock.play({ text });
  const asked = mock.openai().chat.completions.create({ ...chat, messages: [user('hi'), { role: 'wizard', content: 'x' }] });
  if (check === 'enforce') {
    const error = await failure(asked);
    assert.ok(error instanceof OpenAI.BadRequestError);
    assert.equal(error.param, 'messages[1].role');
    assert.equal(error.code, 'invalid_value');
    assert.equal(error.type, 'invalid_request_error');
  } else {
    assert.equal((await asked).choices[0].message.content, text);
  }
  const [request] = await mock.requests();
  assert.deepEqual(request.findings.map((finding) => finding.rule), ['chat.message.role']);
});
