import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mockForTests } from './support/mock.mjs';
import { problemOfStream } from './support/readers.mjs';
import { scriptedAnswers } from './support/scripted_answers.mjs';
import { problemsOfAnswer } from './support/shapes.mjs';

// Runtimes behind official SDKs are judged with these answers, so they are such as the SDKs are made for.

const vectors = scriptedAnswers();
const mock = mockForTests();

/** SDKs receive vectors as float32; other numbers would reach a runtime rounded. */
function problemsOfNumbers({ data = [] }) {
  const numbers = data.flatMap(({ embedding = [] }) => embedding);
  return numbers.filter((number) => Math.fround(number) !== number).map((number) => `${number} is rounded to ${Math.fround(number)}`);
}

/** The SDK for Python raises an error of its own. */
function problemsOfEmptiness({ data }) {
  return Array.isArray(data) && data.length === 0 ? ['there is no vector in it'] : [];
}

/** SDKs compute the text of a Responses answer from its messages: another one would not reach a runtime. */
function problemsOfText({ output_text: text, output }) {
  if (typeof text !== 'string' || !Array.isArray(output)) return [];
  const parts = output.flatMap((item) => (item?.type === 'message' && Array.isArray(item.content) ? item.content : []));
  const computed = parts.filter((part) => part?.type === 'output_text').map((part) => part.text).join('');
  return computed === text ? [] : [`/output_text is ${JSON.stringify(text)}, SDKs compute ${JSON.stringify(computed)}`];
}

/** Against the declared types, and a stream whose end is no error against the SDK's own reader of streams. */
async function problemsOf({ shape, body, chunks, isCut }, expectsError) {
  if (shape === 'embedding') return [...problemsOfAnswer(shape, body), ...problemsOfNumbers(body), ...problemsOfEmptiness(body)];
  if (shape === 'responses') return [...problemsOfAnswer(shape, body), ...problemsOfText(body)];
  if (chunks === undefined) return problemsOfAnswer(shape, body);
  const problems = chunks.flatMap((chunk, index) => problemsOfAnswer(shape, chunk).map((problem) => `event ${index}: ${problem}`));
  const ofReader = isCut || expectsError ? undefined : await problemOfStream(shape, chunks);
  return ofReader === undefined ? problems : [...problems, ofReader];
}

async function problemsOfVector({ answers, expectsError }) {
  const problems = [];
  for (const answer of answers) problems.push(...(await problemsOf(answer, expectsError)));
  return problems;
}

test('there are answers of every provider to look at', () => {
  const shapes = new Set(vectors.flatMap(({ answers }) => answers.map(({ shape }) => shape)));
  const all = ['chat', 'chatChunk', 'embedding', 'image', 'responses', 'responsesEvent', 'anthropic', 'anthropicEvent'];
  assert.deepEqual(all.filter((shape) => !shapes.has(shape)), []);
  assert.ok(vectors.length > 400, `${vectors.length} vectors`);
});

test('an answer is such as its provider sends, unless the vector says that it is malformed', async () => {
  const found = [];
  for (const vector of vectors.filter(({ isMalformed }) => !isMalformed)) {
    const problems = await problemsOfVector(vector);
    if (problems.length > 0) found.push(`${vector.id}:\n  ${problems.join('\n  ')}`);
  }
  assert.deepEqual(found, [], 'mend the answer, or give the vector "malformed": true if that is its point');
});

test('an answer that is called malformed is so', async () => {
  const marked = vectors.filter(({ isMalformed }) => isMalformed);
  assert.ok(marked.length > 0);
  const sound = [];
  for (const vector of marked) {
    if ((await problemsOfVector(vector)).length === 0) sound.push(vector.id);
  }
  assert.deepEqual(sound, [], 'no SDK refuses anything in these: take "malformed" away');
});

const messages = [{ role: 'user', content: 'Hello' }];
const requests = {
  chat: ['chat/completions', { model: 'm', messages }],
  responses: ['responses', { model: 'm', input: 'Hello' }],
  anthropic: ['messages', { model: 'm', messages, max_tokens: 9 }],
  embedding: ['embeddings', { model: 'm', input: 'Hello' }],
  image: ['images/generations', { model: 'm', prompt: 'A cat' }],
};
const headers = { 'content-type': 'application/json', authorization: 'Bearer k', 'anthropic-version': '2023-06-01' };

async function textOf([path, body]) {
  const answer = await fetch(`${mock.url}/${mock.name}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.text();
}

function eventsIn(text) {
  return text.split('\n').filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice('data: '.length)));
}

const shortForms = [{ text: 'Here.' }, { text: 'Look.', toolCalls: [{ name: 'look', arguments: { at: 1 } }] }, { refusal: 'No.' },
  { reasoning: 'Hm.', text: 'Yes.' }];

test('what the mock makes of a short form is such an answer, too', async () => {
  for (const form of shortForms) {
    for (const shape of ['chat', 'responses', 'anthropic']) {
      await mock.play(form, form);
      const [path, body] = requests[shape];
      assert.deepEqual(problemsOfAnswer(shape, JSON.parse(await textOf([path, body]))), []);
      const events = eventsIn(await textOf([path, { ...body, stream: true }]));
      assert.ok(events.length > 2);
      const streamed = shape === 'chat' ? 'chatChunk' : `${shape}Event`;
      assert.deepEqual(events.flatMap((event) => problemsOfAnswer(streamed, event)), []);
    }
  }
  for (const shape of ['embedding', 'image']) {
    await mock.play(shape === 'embedding' ? { embedding: 'derived' } : { image: { url: 'https://images.example/cat.png' } });
    assert.deepEqual(problemsOfAnswer(shape, JSON.parse(await textOf(requests[shape]))), []);
  }
});

test('a text that is not in the output of a response is noticed', () => {
  const message = { type: 'message', content: [{ type: 'output_text', text: 'He' }, { type: 'refusal', refusal: 'x' }, { type: 'output_text', text: 'y' }] };
  assert.deepEqual(problemsOfText({ output_text: 'Hey', output: [{ type: 'reasoning' }, message] }), []);
  assert.deepEqual(problemsOfText({ output: [message] }), []);
  assert.deepEqual(problemsOfText({ output_text: 'Hey', output: [] }), ['/output_text is "Hey", SDKs compute ""']);
});

test('a wrong answer is told from a right one', () => {
  const message = { role: 'assistant', content: 'Hello', refusal: null };
  const right = {
    id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
  };
  assert.deepEqual(problemsOfAnswer('chat', right), []);
  assert.deepEqual(problemsOfAnswer('chat', { ...right, id: 7 }), ['/id is 7, not string']);
  assert.deepEqual(problemsOfAnswer('chat', { ...right, choices: [{ index: 0, message }] }).map((problem) => problem.split(':')[0]),
    ['/choices/0/finish_reason is missing']);
  assert.deepEqual(problemsOfAnswer('embedding', { object: 'list', model: 'm', usage: { prompt_tokens: 1, total_tokens: 1 }, data: {} }),
    ['/data is no list']);
  assert.deepEqual(problemsOfAnswer('anthropicEvent', { type: 'ping' }), []);
  assert.notDeepEqual(problemsOfAnswer('anthropicEvent', { type: 'content_block_start', index: 0 }), []);
});
