import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import { startMock } from '../../../mock-provider/clients/node/index.mjs';

const run = promisify(execFile);
const program = process.env.MOCK_PROVIDER;
const check = process.env.MOCK_CHECK ?? 'report';

const weather = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
};

function openai(scenario) {
  return new OpenAI({ apiKey: 'sk-test-0123456789', baseURL: scenario.openaiUrl, maxRetries: 0 });
}

async function withMock(options, body) {
  const mock = await startMock({ program, check, ...options });
  try {
    await body(mock);
  } finally {
    await mock.stop();
  }
}

test('a test with a tool call and a stream', () =>
  withMock({}, async (mock) => {
    const scenario = await mock.play('weather', [
      {
        match: { offeredTool: 'get_weather', turn: 1 },
        respond: { toolCalls: [{ name: 'get_weather', arguments: { city: 'Paris' } }] },
      },
      { match: { resultOfTool: 'get_weather' }, respond: { text: 'It is 72°F.' } },
    ]);
    const client = openai(scenario);
    const messages = [{ role: 'user', content: 'How is the weather in Paris?' }];
    const first = await client.chat.completions.create({ model: 'gpt-4o', messages, tools: [weather] });
    const [call] = first.choices[0].message.tool_calls;
    assert.deepEqual(JSON.parse(call.function.arguments), { city: 'Paris' });
    assert.deepEqual(await scenario.unplayed(), [{ scenario: 'weather', step: 2, played: 0, repeat: 1 }]);
    messages.push(first.choices[0].message, { role: 'tool', tool_call_id: call.id, content: '72°F' });
    const stream = await client.chat.completions.create({ model: 'gpt-4o', messages, tools: [weather], stream: true });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? '';
    assert.equal(text, 'It is 72°F.');
    const requests = await scenario.requests();
    assert.deepEqual(requests.map((entry) => [entry.path, entry.status, entry.findings]), [
      ['/v1/chat/completions', 200, []],
      ['/v1/chat/completions', 200, []],
    ]);
    assert.deepEqual(await scenario.unplayed(), []);
  }));

test('held events come when they are let out', () =>
  withMock({}, async (mock) => {
    const scenario = await mock.play('held', [{ respond: { text: 'one two three', hold: 2 } }]);
    const stream = await openai(scenario).chat.completions.create({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'count' }],
      stream: true,
    });
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.next();
    let isHere = false;
    const third = chunks.next().then((chunk) => {
      isHere = true;
      return chunk;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(isHere, false);
    await scenario.letOut(100);
    assert.equal((await third).done, false);
    while (!(await chunks.next()).done);
  }));

test('a scenario has its own requests, and only those since it is played', () =>
  withMock({}, async (mock) => {
    const steps = [{ respond: { text: 'a' }, repeat: 'always' }];
    const one = await mock.play('one', steps);
    const two = await mock.play('two', steps);
    for (const scenario of [one, two, two]) await openai(scenario).models.list();
    assert.equal((await one.requests()).length, 1);
    assert.equal((await two.requests()).length, 2);
    assert.equal((await (await mock.play('two', steps)).requests()).length, 0);
    assert.equal((await mock.requests({ limit: 2 })).length, 2);
    assert.equal((await mock.requests({ status: '2xx' })).length, 3);
    assert.equal((await mock.requests({ path: '/v1/mod*' })).length, 3);
    assert.equal((await mock.requests({ path: '/v1/chat/*' })).length, 0);
    assert.equal((await mock.requests({ since: new Date(Date.now() - 60_000).toISOString() })).length, 3);
    assert.equal((await mock.requests({ since: new Date(Date.now() + 60_000).toISOString() })).length, 0);
    assert.equal((await mock.requests({ findings: 'only' })).length, 0);
    await fetch(`${mock.url}/v1/models`);
    assert.deepEqual((await mock.requests({ findings: 'only' })).map(({ findings: [{ rule }] }) => rule), ['models.auth.present']);
    await mock.reset();
    assert.equal((await mock.requests()).length, 0);
    await one.remove();
    await assert.rejects(openai(one).models.list(), { status: 404 });
  }));

test('a long journal comes in pages, which the client follows', () =>
  withMock({}, async (mock) => {
    const scenario = await mock.play('long', [{ respond: { text: 'a' }, repeat: 'always' }]);
    // Of 16 MB each: a page has 32 MiB.
    const messages = [{ role: 'user', content: 'a'.repeat(16_000_000) }];
    for (let times = 0; times < 3; times += 1) await openai(scenario).chat.completions.create({ model: 'gpt-4o', messages });
    const { headers } = await fetch(`${mock.url}/_mock/requests?scenario=long`);
    assert.match(headers.get('link'), /rel="next"/);
    assert.deepEqual((await scenario.requests()).map(({ sequence }) => sequence), [1, 2, 3]);
  }));

test('what the mock complains of later reaches the output of the test', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-'));
  const file = join(folder, 'watched.yaml');
  await writeFile(file, 'steps: []\n');
  const module = new URL('../../../mock-provider/clients/node/index.mjs', import.meta.url);
  const script = `
    import { writeFile } from 'node:fs/promises';
    import { startMock } from ${JSON.stringify(module.href)};
    const [program, file] = process.argv.slice(1);
    const mock = await startMock({ program, scenarioFiles: [file], options: ['--watch'] });
    const { write } = process.stderr;
    let complaints = '';
    const complaint = new Promise((resolve) => {
      process.stderr.write = (bytes) => {
        write.call(process.stderr, bytes);
        complaints += bytes;
        if (complaints.endsWith('stays as it was\\n')) resolve();
      };
    });
    await writeFile(file, 'mistaken: true');
    await complaint;
    await mock.stop();`;
  try {
    const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', script, program, file], { timeout: 120_000 });
    assert.match(stderr, /watched\.yaml.*\/mistaken: unknown member.*stays as it was/s);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('scenarios of files are named, and what was not played is told at the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-'));
  const file = join(folder, 's.yaml');
  await writeFile(file, 'name: s\nsteps:\n  - respond: {text: a}\n');
  try {
    const mock = await startMock({ program, check, scenarioFiles: [file] });
    assert.equal(mock.scenarioUrls.s, `${mock.url}/s`);
    assert.equal((await fetch(mock.journalUrl)).status, 200);
    assert.deepEqual(await mock.stop(), [{ scenario: 's', step: 1, played: 0, repeat: 1 }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('mistakes are told in the words of the mock', async () => {
  await assert.rejects(startMock({ program, scenarioFiles: ['/nowhere.yaml'] }), /nowhere\.yaml: .*cannot be read/);
  await assert.rejects(startMock({ program: '/nowhere/mock' }), /cannot be started/);
  await withMock({}, async (mock) => {
    await assert.rejects(mock.play('s', [{ respond: { txt: 'a' } }]), /\/steps\/0\/respond\/txt: unknown member/);
    await assert.rejects(mock.play('s', [{ respond: { chunks: [{ type: 'a\nb' }] } }]), /\/steps\/0\/respond\/chunks\/0\/type: .*line breaks/);
  });
});
