import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import Groq from 'groq-sdk';
import OpenAI from 'openai';
import { all, failure } from './support/mock.mjs';
import { chat, message, messageTool, parameters, responsesTool, user } from './support/samples.mjs';

// What clients make of the shapes that other servers send: each preset with two clients of different makers.

// The rows of the README's table: a preset, and the packages by which it is run.
const readme = await readFile(new URL('../../../mock-provider/README.md', import.meta.url), 'utf8');
const [, table] = /^\| preset \|.*\n\|-.*\n((?:\|.*\n)+)/m.exec(readme);
const shown = Object.fromEntries(Array.from(table.matchAll(/^\| `(.+?)` \|.*\| (.+?) \|$/gm), ([, name, clients]) => [name, clients.split('; ')]));
const names = Object.keys(shown);
const key = 'sk-test-0123456789';
let program;
let scenarios;

before(async () => {
  const presets = names.flatMap((name) => ['--scenario', `preset:${name}`]);
  program = spawn(process.env.MOCK_PROVIDER, ['--port', '0', '--json', '--check', process.env.MOCK_CHECK ?? 'report', ...presets], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: program.stdout }), 'line');
  scenarios = JSON.parse(line).scenarios;
});

after(async () => {
  program.kill();
  await once(program, 'exit');
});

const openai = (name) => new OpenAI({ apiKey: key, baseURL: `${scenarios[name]}/v1`, maxRetries: 0, logLevel: 'off' });
const compatible = (name) => createOpenAICompatible({ name: 'mock', apiKey: key, baseURL: `${scenarios[name]}/v1` })('m');
const chunksOf = async (name) => all(await openai(name).chat.completions.create({ ...chat, stream: true }));
const helped = (name) => openai(name).chat.completions.stream(chat).finalChatCompletion();

/** What the scenario received. */
async function entriesOf(name) {
  const journal = await fetch(new URL(`/_mock/requests?scenario=${name}`, scenarios[name]));
  return journal.json();
}

/** The bodies of that. */
const received = async (name) => (await entriesOf(name)).map((entry) => entry.json);

/** What the package ai streams, with both tools; which cities they were called for. */
async function streamed(model, options = {}) {
  const cities = [];
  const errors = [];
  const execute = async ({ city }) => {
    cities.push(city);
    return '72°F';
  };
  const offered = tool({ inputSchema: jsonSchema(parameters), execute });
  const result = streamText({
    model,
    prompt: 'What is the weather in Paris?',
    tools: { get_weather: offered, get_time: offered },
    stopWhen: isStepCount(3),
    maxRetries: 0,
    onError: ({ error }) => errors.push(error),
    ...options,
  });
  const parts = await all(result.fullStream);
  return { cities, errors, parts, result };
}

for (const [name, member] of [['vllm-reasoning', 'reasoning'], ['deepseek', 'reasoning_content']]) {
  test(`${name}: the thought stands in ${member}, whole and streamed`, async () => {
    const { choices: [{ message: said }] } = await openai(name).chat.completions.create(chat);
    assert.equal(said[member], 'They greet me.');
    assert.equal(said.content, 'Hello!');
    assert.equal((await chunksOf(name)).map((chunk) => chunk.choices[0].delta[member] ?? '').join(''), 'They greet me.');
    assert.equal((await generateText({ model: compatible(name), prompt: 'Hi' })).reasoningText, 'They greet me.');
    assert.equal(await (await streamed(compatible(name))).result.reasoningText, 'They greet me.');
  });
}

test('collapsed-indexes: the official helper makes one call of two, ai two', async () => {
  const calls = (await helped('collapsed-indexes')).choices[0].message.tool_calls;
  assert.deepEqual(calls.map((call) => [call.id, call.function.name, call.function.arguments]),
    [['call_2', 'get_time', '{"city":"Paris"}{"city":"Rome"}']]);
  const { cities, result } = await streamed(compatible('collapsed-indexes'));
  assert.deepEqual(cities, ['Paris', 'Rome']);
  assert.equal(await result.text, 'It is 72°F in Paris and noon in Rome.');
});

test('empty-choices-usage: the last chunk has usage and no choice, though none asked for it', async () => {
  const last = (await chunksOf('empty-choices-usage')).at(-1);
  assert.deepEqual(last.choices, []);
  assert.equal(last.usage.total_tokens, 3);
  const { result } = await streamed(compatible('empty-choices-usage'));
  assert.equal((await result.totalUsage).totalTokens, 3);
});

test('no-ids: the official helper and ai make ids up', async () => {
  const [first, second] = (await helped('no-ids')).choices[0].message.tool_calls;
  assert.match(first.id, /^call_./);
  assert.notEqual(first.id, second.id);
  const { cities } = await streamed(compatible('no-ids'));
  assert.deepEqual(cities, ['Paris', 'Rome']);
  const [, , calls] = (await received('no-ids')).at(-1).messages.map((said) => said.tool_call_id);
  assert.match(calls, /^.{16}$/);
});

test('late-finish: the official helper ends with the later reason, ai calls the tool all the same', async () => {
  const [choice] = (await helped('late-finish')).choices;
  assert.equal(choice.finish_reason, 'stop');
  assert.equal(choice.message.tool_calls[0].function.arguments, '{"city":"Paris"}');
  const { cities, result } = await streamed(compatible('late-finish'));
  assert.deepEqual(cities, ['Paris']);
  assert.deepEqual((await result.steps).map((step) => step.rawFinishReason), ['stop', 'stop']);
});

test('cut-after-call: the official helper rejects, ai has an error and no second request', async () => {
  assert.match((await failure(helped('cut-after-call'))).message, /missing finish_reason for choice 0/);
  const before_ = (await received('cut-after-call')).length;
  const { errors } = await streamed(compatible('cut-after-call'));
  assert.match(errors[0].message, /ended without a finish reason/);
  assert.equal((await received('cut-after-call')).length, before_ + 1);
});

test('error-event: what came before it is read, then it is thrown', async () => {
  const texts = [];
  const error = await failure((async () => {
    for await (const chunk of await openai('error-event').chat.completions.create({ ...chat, stream: true })) {
      texts.push(chunk.choices[0].delta.content);
    }
  })());
  assert.ok(error instanceof OpenAI.APIError);
  assert.match(error.message, /The provider has disconnected\./);
  const { errors } = await streamed(compatible('error-event'));
  assert.equal(errors.length, 1);
  assert.match(JSON.stringify([errors[0].message, errors[0]]), /The provider has disconnected\./);
});

test('kimi: the usage is in the last choice, where neither client looks', async () => {
  const chunks = await chunksOf('kimi');
  assert.equal(chunks.at(-1).usage, undefined);
  assert.equal(chunks.at(-1).choices[0].usage.total_tokens, 3);
  const { cities, result } = await streamed(compatible('kimi'));
  assert.deepEqual(cities, ['Paris']);
  const [first] = await result.steps;
  assert.equal(first.reasoningText, 'They ask of the weather.');
  assert.equal(first.usage.totalTokens, undefined);
  assert.equal(first.toolCalls[0].toolCallId, 'functions.get_weather:0');
});

test("groq: its own client finds the usage in x_groq, ai's for compatible servers does not", async () => {
  const client = new Groq({ apiKey: key, baseURL: scenarios.groq, maxRetries: 0 });
  const chunks = await all(await client.chat.completions.create({ ...chat, stream: true }));
  assert.equal(chunks.at(-1).x_groq.usage.total_tokens, 3);
  assert.equal(chunks[2].choices[0].delta.tool_calls[0].function.arguments, '{"city":"Paris"}');
  const { cities, result } = await streamed(compatible('groq'));
  assert.deepEqual(cities, ['Paris']);
  const [first] = await result.steps;
  assert.equal(first.reasoningText, 'They ask of the weather.');
  assert.equal(first.usage.totalTokens, undefined);
});

test('anthropic-interleaved: each block goes back where it stood, signatures and all', async () => {
  const client = new Anthropic({ apiKey: key, baseURL: scenarios['anthropic-interleaved'], maxRetries: 0, logLevel: 'off' });
  for (const stream of [false, true]) {
    const ask = (messages) => {
      const asked = { ...message, messages, tools: [messageTool] };
      return stream ? client.messages.stream(asked).finalMessage() : client.messages.create(asked);
    };
    const first = await ask(message.messages);
    assert.deepEqual(first.content.map(({ type }) => type), ['thinking', 'text', 'thinking', 'tool_use']);
    const result = { type: 'tool_result', tool_use_id: first.content[3].id, content: '72°F' };
    const second = await ask([...message.messages, { role: 'assistant', content: first.content }, user([result])]);
    assert.equal(second.content[1].text, 'It is 72°F in Paris.');
  }
  const model = createAnthropic({ apiKey: key, baseURL: `${scenarios['anthropic-interleaved']}/v1` })('claude-sonnet-4-5');
  const { cities, result } = await streamed(model);
  assert.deepEqual(cities, ['Paris']);
  assert.equal(await result.text, 'It is 72°F in Paris.');
  const { content } = (await received('anthropic-interleaved')).at(-1).messages[1];
  assert.deepEqual(content.map((block) => block.signature), ['c2lnbmF0dXJlLTE=', undefined, 'c2lnbmF0dXJlLTI=', undefined]);
});

test('responses-encrypted: what was thought goes back encrypted', async () => {
  const name = 'responses-encrypted';
  const asked = { model: 'gpt-5', store: false, include: ['reasoning.encrypted_content'], tools: [responsesTool] };
  for (const stream of [false, true]) {
    const ask = (input) => {
      const { responses } = openai(name);
      return stream ? responses.stream({ ...asked, input }).finalResponse() : responses.create({ ...asked, input });
    };
    const first = await ask(chat.messages);
    assert.equal(first.output[0].encrypted_content, 'Z0FBQUFBQm8tdGhvdWdodA==');
    const output = { type: 'function_call_output', call_id: first.output[1].call_id, output: '72°F' };
    assert.equal((await ask([...chat.messages, ...first.output, output])).output_text, 'It is 72°F in Paris.');
  }
  const model = createOpenAI({ apiKey: key, baseURL: `${scenarios[name]}/v1` })('gpt-5');
  const { cities, result } = await streamed(model, { providerOptions: { openai: { store: false } } });
  assert.deepEqual(cities, ['Paris']);
  assert.equal(await result.text, 'It is 72°F in Paris.');
  const { input } = (await received(name)).at(-1);
  assert.ok(input.some((item) => item.type === 'reasoning' && item.encrypted_content === 'Z0FBQUFBQm8tdGhvdWdodA=='), JSON.stringify(input));
});

test('the table in the README has all presets, each with the clients that have asked it above', async () => {
  const { stderr } = spawnSync(process.env.MOCK_PROVIDER, ['check', 'preset:'], { encoding: 'utf8' });
  assert.deepEqual(/there are (.*)/.exec(stderr)[1].split(', ').sort(), [...names].sort());
  // What their requests say of them. A whole answer is asked for in the name of ai alone, whatever package is behind it.
  const agents = [
    ['OpenAI/JS ', 'openai'],
    ['Groq/JS ', 'groq-sdk'],
    ['Anthropic/JS ', '@anthropic-ai/sdk'],
    ['ai-sdk-openai/', 'ai, @ai-sdk/openai'],
    ['ai-sdk-openai-compatible/', 'ai, @ai-sdk/openai-compatible'],
    ['ai-sdk-anthropic/', 'ai, @ai-sdk/anthropic'],
  ];
  for (const name of names) {
    const headers = (await entriesOf(name)).map((entry) => entry.headers.find(([own]) => own.toLowerCase() === 'user-agent')[1]);
    const seen = agents.filter(([agent]) => headers.some((header) => header.startsWith(agent))).map(([, client]) => client);
    assert.deepEqual(seen.sort(), [...shown[name]].sort(), name);
    assert.ok(seen.length >= 2, name);
  }
});
