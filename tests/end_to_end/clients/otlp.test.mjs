// What `prompty run` exports to a collector of OpenTelemetry, read by the official schema of its protocol.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { Collector, throughTheSchema, withoutEmptyLists } from './support/collector.mjs';
import { mockForTests } from './support/mock.mjs';

const mock = mockForTests();
const collector = new Collector();
const key = 'sk-not-to-be-told-9d1';
const question = 'Which river runs through Vienna?';
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'otlp-'));
  await collector.start();
});
beforeEach(() => {
  collector.exports = [];
});
after(async () => {
  await collector.stop();
  await rm(folder, { recursive: true });
});

/** Runs the command with a prompt file of that provider; what it exported, its exit code and what it printed. */
async function exported(provider, { flags = [], env = {} } = {}) {
  const file = join(folder, 'rivers.prompty');
  const model = JSON.stringify({ id: 'm-1', provider, options: { temperature: 0.5, maxOutputTokens: 40 } });
  await writeFile(file, `---\nmodel: ${model}\n---\nuser:\n${question}\n`);
  const endpoint = `${mock.url}/${mock.name}${provider === 'openai' ? '/v1' : ''}`;
  const words = ['run', file, '--endpoint', endpoint, '--api-key', key, ...flags];
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'atlas', ...env };
  const [code, out] = await new Promise((resolve) => {
    execFile(process.env.PROMPTY, words, { env: variables, timeout: 20_000 }, (error, stdout, stderr) => {
      resolve([error?.code ?? 0, stdout || stderr]);
    });
  });
  const request = collector.request();
  return { request, code, out, ...collector.exports[0], spans: request.resourceSpans[0].scopeSpans[0].spans };
}

function plain(value) {
  if ('intValue' in value) return Number(value.intValue);
  if ('arrayValue' in value) return value.arrayValue.values.map(plain);
  if ('kvlistValue' in value) return attributes(value.kvlistValue.values);
  return Object.values(value)[0];
}

function attributes(list) {
  return Object.fromEntries(list.map(({ key: name, value }) => [name, plain(value)]));
}

/** The spans as a tree of names, in order of start. */
function tree(spans, parent = undefined) {
  const children = spans.filter((span) => span.parentSpanId === parent);
  children.sort((left, right) => (BigInt(left.startTimeUnixNano) < BigInt(right.startTimeUnixNano) ? -1 : 1));
  return Object.fromEntries(children.map((span) => [span.name, tree(spans, span.spanId)]));
}

const named = (spans, name) => spans.find((span) => span.name === name);

test('every field that is exported is one of the schema', async () => {
  await mock.play({ text: 'The Danube.' });
  const { request, path, method, headers, code, out } = await exported('openai');
  assert.deepEqual(withoutEmptyLists(throughTheSchema(request)), withoutEmptyLists(request));
  assert.equal(code, 0);
  assert.equal(out, 'The Danube.\n');
  assert.equal(`${method} ${path}`, 'POST /v1/traces');
  assert.equal(headers['content-type'], 'application/json');
});

test('the schema notices a field that it does not know', () => {
  const request = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'a', length: 3 }] }] }] };
  assert.notDeepEqual(withoutEmptyLists(throughTheSchema(request)), request);
});

test('the stages of a run hang together', async () => {
  await mock.play({ text: 'The Danube.' });
  const { request, spans } = await exported('openai');
  assert.deepEqual(tree(spans), { rivers: { prepare: { render: {}, parse: {} }, run: { execute: {}, process: {} } } });
  assert.equal(new Set(spans.map((span) => span.traceId)).size, 1);
  assert.equal(new Set(spans.map((span) => span.spanId)).size, spans.length);
  for (const span of spans) {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId) ?? span;
    const times = [parent, span].map((one) => [BigInt(one.startTimeUnixNano), BigInt(one.endTimeUnixNano)]);
    assert.ok(times[0][0] <= times[1][0] && times[1][0] <= times[1][1] && times[1][1] <= times[0][1], span.name);
  }
  assert.equal(named(spans, 'execute').kind, 3, 'a span of the kind client');
  assert.equal(attributes(request.resourceSpans[0].resource.attributes)['service.name'], 'atlas');
});

for (const provider of ['openai', 'anthropic']) {
  for (const flags of [[], ['--stream']]) {
    test(`${provider} ${flags}: the request and its answer by the conventions for generative AI`, async () => {
      await mock.play({ text: 'The Danube.', usage: { promptTokens: 12, completionTokens: 5 } });
      const { spans, request, out } = await exported(provider, { flags });
      assert.deepEqual(withoutEmptyLists(throughTheSchema(request)), withoutEmptyLists(request));
      assert.equal(out, 'The Danube.\n');
      const told = attributes(named(spans, 'execute').attributes);
      assert.equal(told['gen_ai.operation.name'], 'chat');
      assert.equal(told['gen_ai.provider.name'], provider);
      assert.equal(told['gen_ai.request.model'], 'm-1');
      assert.equal(told['gen_ai.request.temperature'], 0.5);
      assert.equal(told['gen_ai.request.max_tokens'], 40);
      assert.deepEqual(told['gen_ai.response.finish_reasons'], [provider === 'openai' ? 'stop' : 'end_turn']);
      assert.match(told['gen_ai.response.id'], /^(chatcmpl-|msg_)/);
    });
  }

  test(`${provider}: the tokens are counted`, async () => {
    await mock.play({ text: 'The Danube.', usage: { promptTokens: 12, completionTokens: 5 } });
    const told = attributes(named((await exported(provider)).spans, 'execute').attributes);
    assert.equal(told['gen_ai.usage.input_tokens'], 12);
    assert.equal(told['gen_ai.usage.output_tokens'], 5);
  });
}

test('neither the key nor what was said is told', async () => {
  await mock.play({ text: 'The Danube.' });
  const { text } = await exported('openai');
  for (const secret of [key, question, 'Danube']) assert.ok(!text.includes(secret), `${secret} in ${text}`);
});

test('what was said is told on request, the key is not', async () => {
  await mock.play({ text: 'The Danube.' });
  const { text, request } = await exported('openai', {
    env: { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' },
  });
  for (const said of [question, 'Danube']) assert.ok(text.includes(said), `no ${said} in ${text}`);
  assert.ok(!text.includes(key), text);
  assert.deepEqual(withoutEmptyLists(throughTheSchema(request)), withoutEmptyLists(request));
  const spans = request.resourceSpans[0].scopeSpans[0].spans;
  const told = attributes(named(spans, 'execute').attributes);
  assert.deepEqual(JSON.parse(told['gen_ai.output.messages']), [
    { role: 'assistant', parts: [{ type: 'text', content: 'The Danube.' }], finish_reason: 'stop' },
  ]);
  assert.deepEqual(JSON.parse(told['gen_ai.input.messages']).at(-1).parts[0].type, 'text');
});

test('a failure is told with its kind, and without the key', async () => {
  await mock.play({ error: { status: 401, message: 'no such customer' } });
  const { spans, text, code, request } = await exported('openai');
  assert.notEqual(code, 0);
  for (const name of ['execute', 'run', 'rivers']) {
    const span = named(spans, name);
    assert.equal(span.status.code, 2, name);
    assert.match(span.status.message, /no such customer/);
    assert.equal(attributes(span.attributes)['error.type'], 'ExecuteError');
  }
  assert.deepEqual(named(spans, 'prepare').status, {});
  assert.ok(!text.includes(key), text);
  assert.deepEqual(withoutEmptyLists(throughTheSchema(request)), withoutEmptyLists(request));
});
