import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { startMock } from '../../../mock-provider/clients/node/index.mjs';
import { all, check, failure } from './support/mock.mjs';
import { chat, chatTool, message, text, weatherCall } from './support/samples.mjs';

// Official clients against a mock that records what another one answers, against the recording, and against a file that changes.
const program = process.env.MOCK_PROVIDER;
const key = 'sk-secret-0123456789';
const openai = (url) => new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 });
const anthropic = (url) => new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0 });

let folder;
before(async () => (folder = await mkdtemp(join(tmpdir(), 'recording-'))));
after(() => rm(folder, { recursive: true }));

/** Mocks with these options, which end when the body does. */
async function withMocks(options, body) {
  const mocks = [];
  try {
    for (const own of options) {
      const given = typeof own === 'function' ? own(mocks) : own;
      mocks.push(await startMock({ program, check, ...given }));
    }
    await body(...mocks);
  } finally {
    for (const mock of mocks) await mock.stop();
  }
}

const recorder = (file) => ([provider]) => ({ options: ['--record', provider.url, '--record-to', file] });

/** What four kinds of requests give: a call, a stream, an event stream of Anthropic's, an error. */
async function conversation(url) {
  const called = await openai(url).chat.completions.create({ ...chat, tools: [chatTool] });
  const streamed = await all(await openai(url).chat.completions.create({ ...chat, stream: true }));
  const final = await anthropic(url).messages.stream(message).finalMessage();
  const { status, code, message: reason, headers } = await failure(openai(url).responses.create({ model: 'gpt-4o', input: 'hi' }));
  return JSON.parse(JSON.stringify({ called, streamed, final, error: [status, code, reason, headers.get('retry-after')] }));
}

test('what is recorded is answered again, to other keys and in another order', async () => {
  const file = join(folder, 'conversation.json');
  let recorded;
  await withMocks([{}, recorder(file)], async (provider, recording) => {
    await provider.play('default', [
      { respond: { toolCalls: [weatherCall] } }, { respond: { text } }, { respond: { text } }, { respond: { error: { status: 429, retryAfterMs: 1000 } } },
    ]);
    recorded = await conversation(recording.url);
    assert.deepEqual(recorded.called.choices[0].message.tool_calls[0].function.name, 'get_weather');
    assert.equal(recorded.error[0], 429);
    // The provider has had the key, and the recording has it nowhere.
    for (const { headers } of await provider.requests()) assert.ok(headers.some(([, value]) => value.endsWith(key.slice(-4))));
    assert.ok(!(await readFile(file, 'utf8')).includes(key));
  });
  await withMocks([{ scenarioFiles: [file] }], async (replaying) => {
    assert.deepEqual(await conversation(replaying.url), recorded);
  });
});

test('any server is recorded, whatever its paths, and clients need not say the version', async () => {
  const file = join(folder, 'any.json');
  const versioned = ([provider]) => ({ options: ['--record', `${provider.url}/v1`, '--record-to', join(folder, 'versioned.json')] });
  const asked = async (url, path) => (await fetch(`${url}${path}`, { method: 'POST', body: '{"model": "m"}', headers: { 'content-type': 'application/json' } })).text();
  await withMocks([{}, recorder(file), versioned], async (provider, recording, short) => {
    await provider.play('default', [
      { match: { path: '/api/chat' }, respond: { raw: { text: 'of Ollama' } } }, { match: { path: '/rerank' }, respond: { raw: { text: 'ranked' } } },
      { respond: { text } },
    ]);
    assert.deepEqual([await asked(recording.url, '/api/chat'), await asked(recording.url, '/rerank')], ['of Ollama', 'ranked']);
    const client = new OpenAI({ apiKey: key, baseURL: short.url, maxRetries: 0 });
    assert.equal((await client.chat.completions.create(chat)).choices[0].message.content, text);
  });
  await withMocks([{ scenarioFiles: [file] }], async (replaying) => {
    assert.deepEqual([await asked(replaying.url, '/rerank'), await asked(replaying.url, '/api/chat')], ['ranked', 'of Ollama']);
  });
});

test('each event is passed on when it comes', async () => {
  await withMocks([{}, recorder(join(folder, 'paced.json'))], async (provider, recording) => {
    const scenario = await provider.play('default', [{ respond: { text: 'one two three', hold: 2 } }]);
    const events = (await openai(recording.url).chat.completions.create({ ...chat, stream: true }))[Symbol.asyncIterator]();
    const next = async () => (await events.next()).value.choices[0].delta.content;
    assert.deepEqual([await next(), await next()], ['', 'one']);
    await scenario.letOut(3);
    assert.equal(await next(), ' two');
    await scenario.letOut(100);
    assert.equal(await next(), ' three');
  });
});

test('a stream that breaks off does so for the client', async () => {
  await withMocks([{}, recorder(join(folder, 'broken.json'))], async (provider, recording) => {
    await provider.play('default', [{ respond: { text: 'one two three', fault: { kind: 'cut', afterFrames: 3 } } }]);
    const stream = await openai(recording.url).chat.completions.create({ ...chat, stream: true });
    await assert.rejects(all(stream));
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'broken.json'), 'utf8')), { steps: [] });
  });
});

test('a file is played anew when it changes, and not with a mistake', async () => {
  const file = join(folder, 'watched.yaml');
  const put = async (answer) => {
    await writeFile(`${file}.new`, `name: watched\nsteps:\n  - respond: ${answer}\n    repeat: always\n`);
    await rename(`${file}.new`, file);
  };
  await put('{text: before}');
  await withMocks([{ scenarioFiles: [file], options: ['--watch'] }], async (mock) => {
    const answer = async () => (await openai(`${mock.url}/watched`).chat.completions.create(chat)).choices[0].message.content;
    const becomes = async (wanted) => {
      for (let tries = 0; tries < 1200 && (await answer()) !== wanted; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(await answer(), wanted);
    };
    assert.equal(await answer(), 'before');
    await put('{text: after}');
    await becomes('after');
    await put('{txt: mistaken}');
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(await answer(), 'after');
    await put('{text: mended}');
    await becomes('mended');
  });
});
