import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { all } from './support/mock.mjs';
import { chat } from './support/samples.mjs';

// What the official client makes of the shapes that other servers send.

const names = ['vllm-reasoning', 'deepseek', 'collapsed-indexes', 'empty-choices-usage'];
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

const client = (name) => new OpenAI({ apiKey: 'sk-test-0123456789', baseURL: `${scenarios[name]}/v1`, maxRetries: 0 });

for (const [name, member] of [['vllm-reasoning', 'reasoning'], ['deepseek', 'reasoning_content']]) {
  test(`${name}: the thought stands in ${member}, whole and streamed`, async () => {
    const { choices: [{ message }] } = await client(name).chat.completions.create(chat);
    assert.equal(message[member], 'They greet me.');
    assert.equal(message.content, 'Hello!');
    const chunks = await all(await client(name).chat.completions.create({ ...chat, stream: true }));
    assert.equal(chunks.map((chunk) => chunk.choices[0].delta[member] ?? '').join(''), 'They greet me.');
  });
}

test('collapsed-indexes: the helper makes one call of two', async () => {
  const completion = await client('collapsed-indexes').chat.completions.stream(chat).finalChatCompletion();
  const calls = completion.choices[0].message.tool_calls;
  assert.deepEqual(calls.map((call) => [call.id, call.function.name, call.function.arguments]),
    [['call_2', 'get_time', '{"city":"Paris"}{"city":"Rome"}']]);
});

test('empty-choices-usage: the last chunk has usage and no choice, though none asked for it', async () => {
  const chunks = await all(await client('empty-choices-usage').chat.completions.create({ ...chat, stream: true }));
  assert.deepEqual(chunks.at(-1).choices, []);
  assert.equal(chunks.at(-1).usage.total_tokens, 3);
});
