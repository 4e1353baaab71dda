import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import OpenAI from 'openai';
import { all, failure, mockForTests } from './support/mock.mjs';
import { chat, chatTool, message, messageTool, responsesTool, user } from './support/samples.mjs';

const mock = mockForTests();

const conversation = {
  steps: [
    { match: { offeredTool: 'get_weather', turn: 1 }, respond: { toolCalls: [{ name: 'get_weather', arguments: { city: 'Paris' } }] } },
    { match: { resultOfTool: 'get_weather', toolResult: { regex: '^7\\d' } }, respond: { text: 'It is hot.' } },
    { match: { resultOfTool: 'get_weather' }, respond: { text: 'It is cold.' } },
  ],
};

for (const [result, said] of [['72', 'It is hot.'], ['30', 'It is cold.']]) {
  test(`chat: the answer depends on the result ${result} of a tool`, async () => {
    await mock.playScenario(conversation);
    const tool = { type: 'function', function: { ...chatTool.function, parse: JSON.parse, function: () => result } };
    const runner = mock.openai().chat.completions.runTools({ ...chat, tools: [tool] });
    assert.equal(await runner.finalContent(), said);
  });

  test(`messages: the answer depends on the result ${result} of a tool`, async () => {
    await mock.playScenario(conversation);
    const tool = { ...messageTool, run: () => result };
    const answer = await mock.anthropic().beta.messages.toolRunner({ ...message, tools: [tool] });
    assert.equal(answer.content[0].text, said);
  });

  test(`responses: the answer depends on the result ${result} of a tool`, async () => {
    await mock.playScenario(conversation);
    const client = mock.openai();
    const asked = { model: 'gpt-4o', tools: [responsesTool], input: [user('What is the weather in Paris?')] };
    const [call] = (await client.responses.create(asked)).output;
    const output = { type: 'function_call_output', call_id: call.call_id, output: result };
    const answer = await client.responses.create({ ...asked, input: [...asked.input, call, output] });
    assert.equal(answer.output_text, said);
  });
}

test('responses: a conversation that the provider keeps is matched as a whole', async () => {
  await mock.playScenario({
    steps: [
      ...conversation.steps.slice(0, 2),
      { match: { turn: 3, lastUserMessage: 'Thanks', systemMessage: { regex: '^Be brief$' } }, respond: { text: 'Bye.' } },
    ],
  });
  const client = mock.openai();
  const asked = { model: 'gpt-4o', tools: [responsesTool] };
  const first = await client.responses.create({ ...asked, input: 'What is the weather in Paris?' });
  const output = { type: 'function_call_output', call_id: first.output[0].call_id, output: '72' };
  const second = await client.responses.stream({ ...asked, previous_response_id: first.id, input: [output] }).finalResponse();
  assert.equal(second.output_text, 'It is hot.');
  // Instructions are those of the request alone, as the provider has it.
  const last = await client.responses.create({ model: 'gpt-4o', previous_response_id: second.id, instructions: 'Be brief', input: 'Thanks' });
  assert.equal(last.output_text, 'Bye.');
});

const interfaces = {
  chat: async (content, system) =>
    (await mock.openai().chat.completions.create({ model: 'm', messages: [{ role: 'system', content: system }, user(content)] }))
      .choices[0].message.content,
  messages: async (content, system) =>
    (await mock.anthropic().messages.create({ model: 'm', max_tokens: 99, system, messages: [user(content)] })).content[0].text,
  responses: async (content, system) =>
    (await mock.openai().responses.create({ model: 'm', instructions: system, input: content })).output_text,
};

for (const [name, ask] of Object.entries(interfaces)) {
  test(`${name}: the answer depends on what the user and the system say`, async () => {
    await mock.playScenario({
      steps: [
        { match: { systemMessage: 'rude' }, respond: { text: 'No.' }, repeat: 'always' },
        { match: { lastUserMessage: { anyOf: ['rain', { contains: 'SNOW', ignoreCase: true }] } }, respond: { text: 'Wet.' }, repeat: 'always' },
        { match: { model: 'm' }, respond: { usual: true }, repeat: 'always' },
      ],
    });
    assert.equal(await ask('Is there rain?', 'Be rude.'), 'No.');
    assert.equal(await ask('Is there rain?', 'Be kind.'), 'Wet.');
    assert.equal(await ask('Is there snow?', 'Be kind.'), 'Wet.');
    assert.match(await ask('Is there sun?', 'Be kind.'), /Is there sun/);
    const steps = (await mock.requests()).map((request) => request.choice.step);
    assert.deepEqual(steps, [1, 2, 2, 3]);
    const [, second] = await mock.requests();
    assert.equal(second.choice.passedOver[0].reason, 'systemMessage is "Be kind.", not one that contains "rude"');
  });
}

test('the example of the scenarios is played as it says', async () => {
  const yaml = await readFile(new URL('../../../mock-provider/scenarios/conversation.yaml', import.meta.url));
  const headers = { 'content-type': 'application/yaml' };
  assert.equal((await fetch(`${mock.url}/_mock/scenarios/${mock.name}`, { method: 'PUT', headers, body: yaml })).status, 200);
  const tool = { type: 'function', function: { ...chatTool.function, parse: JSON.parse, function: () => '21 °C' } };
  assert.equal(await mock.openai().chat.completions.runTools({ ...chat, tools: [tool] }).finalContent(), 'That is in Celsius.');
  const answer = await mock.anthropic().messages.create({ ...message, messages: [user('Will there be SNOW?')] });
  assert.equal(answer.content[0].text, 'Take an umbrella.');
  assert.match((await mock.openai().responses.create({ model: 'm', input: 'Hello' })).output_text, /Hello/);
});

test('tests with an id of their own share a scenario', async () => {
  await mock.playScenario({
    sequencePerHeader: 'x-test-id',
    steps: [{ respond: { text: 'first' } }, { respond: { text: 'second' } }],
  });
  const asked = (id) => mock.openai({ defaultHeaders: { 'x-test-id': id } }).chat.completions.create(chat);
  const answers = await Promise.all([asked('a'), asked('b'), asked('c')]);
  assert.deepEqual(answers.map((answer) => answer.choices[0].message.content), ['first', 'first', 'first']);
  assert.equal(new Set(answers.map((answer) => answer.id)).size, 3);
  assert.equal((await asked('a')).choices[0].message.content, 'second');
  const error = await failure(asked('a'));
  assert.ok(error instanceof OpenAI.NotFoundError);
  assert.match(error.message, /has been played/);
});

test('a step as usual answers as without a scenario, whatever the route', async () => {
  await mock.playScenario({ steps: [{ match: { path: { $type: 'string' } }, respond: { usual: true }, repeat: 'always' }] });
  const client = mock.openai();
  const { data, response } = await client.chat.completions.create(chat).withResponse();
  assert.match(data.choices[0].message.content, /^The mock provider received 1 message/);
  assert.equal(response.headers.get('x-ratelimit-limit-requests'), '10000');
  assert.ok((await all(client.models.list())).some(({ id }) => id === 'gpt-4o'));
  assert.equal((await client.moderations.create({ input: 'a' })).results[0].flagged, false);
  assert.equal((await client.responses.inputTokens.count({ model: 'gpt-4o', input: 'abcdef' })).input_tokens, 2);
  assert.equal((await mock.anthropic().messages.countTokens({ model: 'm', messages: [user('hi')] })).input_tokens, 8);
  const file = await client.files.create({ file: new File(['a'], 'a.txt'), purpose: 'batch' });
  assert.deepEqual((await all(client.files.list())).map(({ id }) => id), [file.id]);
  assert.equal((await client.files.delete(file.id)).deleted, true);
  const first = await client.responses.create({ model: 'gpt-4o', input: 'hi' });
  assert.equal((await client.responses.retrieve(first.id)).output_text, first.output_text);
  const lost = client.responses.create({ model: 'gpt-4o', input: 'hi', previous_response_id: 'resp_unknown' });
  assert.equal((await failure(lost)).code, 'previous_response_not_found');
  assert.ok((await mock.requests()).every(({ choice }) => choice.step === 1));
});

test('a fault alone spoils the answer of a route that calls no model', async () => {
  const step = (path, fault) => ({ match: { path }, respond: { fault } });
  await mock.playScenario({
    steps: [step('/v1/models', { kind: 'cut', afterBytes: 5 }), step('/v1/models', { kind: 'truncatedJson', keepBytes: 9 }),
      step('/v1/models', { kind: 'html' })],
  });
  const client = mock.openai();
  await assert.rejects(all(client.models.list()));
  assert.equal(await (await client.models.list().asResponse()).text(), '{"object"');
  assert.ok((await failure(client.models.list())) instanceof OpenAI.InternalServerError);
});

test('headers are matched by patterns', async () => {
  await mock.playScenario({
    steps: [
      { match: { headers: { 'user-agent': { contains: 'anthropic', ignoreCase: true } } }, respond: { text: 'Anthropic' }, repeat: 'always' },
      { match: { headers: { 'USER-AGENT': { regex: '^OpenAI/' } } }, respond: { text: 'OpenAI' }, repeat: 'always' },
    ],
  });
  assert.equal((await mock.openai().chat.completions.create(chat)).choices[0].message.content, 'OpenAI');
  assert.equal((await mock.anthropic().messages.create(message)).content[0].text, 'Anthropic');
});

test('an image of the user is not matched by what was said before', async () => {
  await mock.playScenario({
    steps: [{ match: { lastUserMessage: 'rain' }, respond: { text: 'Wet.' } }, { respond: { text: 'A picture.' } }],
  });
  const picture = user([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]);
  const messages = [user('Is there rain?'), { role: 'assistant', content: 'No.' }, picture];
  assert.equal((await mock.openai().chat.completions.create({ ...chat, messages })).choices[0].message.content, 'A picture.');
});

test('the id of a request leads to its entry in the journal', async () => {
  await mock.play({ text: 'a' }, { text: 'b' });
  const { request_id: chatId } = await mock.openai().chat.completions.create(chat).withResponse();
  const { _request_id: messageId } = await mock.anthropic().messages.create(message);
  assert.deepEqual((await mock.requests()).map((request) => request.requestId), [chatId, messageId]);
  assert.equal(JSON.parse((await mock.requests())[0].answer.body).choices[0].message.content, 'a');
});

test('a step that cannot answer says so to the client and in the journal', async () => {
  mock.breaksRules = true;
  const client = mock.openai();
  const streamed = { ...chat, stream: true };
  const requests = [
    [{ body: { object: 'chat.completion' } }, () => client.chat.completions.create(streamed), /has a "body" that is no answer/],
    [{ chunks: [] }, () => client.chat.completions.create(chat), /has "chunks"/],
    [{ text: 'a', fault: { kind: 'errorEvent' } }, () => client.chat.completions.create(chat), /errorEvent/],
    [{ toolCalls: [{ name: 'f', arguments: '{broken' }] }, () => mock.anthropic().messages.create(message), /no JSON object/],
    [{ embedding: [1, 0] }, () => client.chat.completions.create(chat), /has "embedding" alone/],
    [{ text: 'a', fault: { kind: 'errorEvent', afterFrames: 99 } }, () => client.chat.completions.create(streamed), /lower afterFrames/],
  ];
  for (const [step, create, problem] of requests) {
    await mock.play(step);
    const error = await failure(create());
    assert.equal(error.status, 501, error.stack);
    assert.match(error.message, problem);
    const [request] = (await mock.requests()).slice(-1);
    assert.equal(request.findings.length, 1);
    assert.equal(request.findings[0].rule, 'scenario.step.fits');
    assert.match(request.findings[0].message, /^Step 1 of the mock scenario/);
  }
  assert.equal((await mock.requests()).length, requests.length, 'official clients send it once');
});

test('a whole body is streamed to the client that wants a stream', async () => {
  const content = 'It is 72°F.';
  await mock.play({ body: { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [
    { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] } },
  { body: { id: 'r', object: 'response', status: 'completed', output: [
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: content, annotations: [] }] }] } },
  { body: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: content }], stop_reason: 'end_turn' } });
  const client = mock.openai();
  const completion = await client.chat.completions.stream({ ...chat }).finalChatCompletion();
  assert.equal(completion.choices[0].message.content, content);
  const response = await client.responses.stream({ model: 'gpt-4o', input: 'x' }).finalResponse();
  assert.equal(response.output_text, content);
  const said = await mock.anthropic().messages.stream(message).finalMessage();
  assert.equal(said.content[0].text, content);
  assert.equal(said.stop_reason, 'end_turn');
});

test('arguments that are broken reach the client of a stream as they are', async () => {
  await mock.play({ toolCalls: [{ name: 'f', arguments: '{broken' }] });
  const events = [];
  for await (const event of await mock.anthropic().messages.create({ ...message, stream: true })) events.push(event);
  const json = events.filter(({ delta }) => delta?.type === 'input_json_delta').map(({ delta }) => delta.partial_json).join('');
  assert.equal(json, '{broken');
});
