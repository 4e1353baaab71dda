import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { startMock } from '../../../mock-provider/clients/node/index.mjs';
import { all, check, failure, mockForTests } from './support/mock.mjs';

// What official clients get without any scenario: the points of a list, each of which is a test. The list was drawn up with
// these tests, from what the providers' documents say of their answers.
const mock = mockForTests();
beforeEach(() => mock.withoutScenario());

const wanted = 29;
const holding = [];

function point(name, holds) {
  test(name, async () => {
    await holds();
    holding.push(name);
  });
}

after(() => {
  console.log(`${holding.length} of ${wanted} points hold without a scenario`);
  assert.equal(holding.length, wanted);
});

const messages = [{ role: 'user', content: 'hi' }];
const chat = { model: 'gpt-4o', messages };
const message = { model: 'claude-haiku-4-5', max_tokens: 99, messages };
const response = { model: 'gpt-4o', input: 'hi' };

const completed = (request) => mock.openai().chat.completions.create({ ...chat, ...request });
const streamed = (request) => mock.openai().chat.completions.stream({ ...chat, ...request }).finalChatCompletion();
const ends = ({ choices: [{ message, finish_reason }] }) => [message.content, finish_reason];

/** A mock of its own, started with these options, and what is done with it. */
async function withMock(options, body) {
  const own = await startMock({ program: process.env.MOCK_PROVIDER, check, options });
  try {
    await body(own);
  } finally {
    await own.stop();
  }
}

describe('an answer ends', () => {
  point('where max_tokens of a chat is reached', async () => {
    assert.deepEqual(ends(await completed({ max_tokens: 2 })), ['The mock', 'length']);
  });

  point('where max_completion_tokens is reached, whole and as a stream', async () => {
    assert.deepEqual(ends(await completed({ max_completion_tokens: 2 })), ['The mock', 'length']);
    const events = await all(await completed({ max_completion_tokens: 2, stream: true }));
    assert.equal(events.map(({ choices }) => choices[0]?.delta?.content ?? '').join(''), 'The mock');
    assert.equal(events.at(-1).choices[0].finish_reason, 'length');
  });

  point('where max_output_tokens of a response is reached', async () => {
    // The answer repeats it, so that it is longer than the least that may be asked for.
    const request = { ...response, input: 'a'.repeat(100), max_output_tokens: 16 };
    const whole = await mock.openai().responses.create(request);
    const last = (await all(await mock.openai().responses.create({ ...request, stream: true }))).at(-1);
    assert.equal(last.type, 'response.incomplete');
    for (const { status, incomplete_details, output } of [whole, last.response]) {
      assert.deepEqual([status, incomplete_details], ['incomplete', { reason: 'max_output_tokens' }]);
      assert.equal(output[0].content[0].text.length, 64);
    }
    assert.deepEqual([whole.usage.output_tokens, last.response.usage.output_tokens], [16, 16]);
  });

  point('where max_tokens of a message is reached, whole and as a stream', async () => {
    const request = { ...message, max_tokens: 2 };
    const whole = await mock.anthropic().messages.create(request);
    const final = await mock.anthropic().messages.stream(request).finalMessage();
    for (const { content, stop_reason, usage } of [whole, final]) {
      assert.deepEqual([content[0].text, stop_reason, usage.output_tokens], ['The mock', 'max_tokens', 2]);
    }
  });

  point('before a stop sequence of a chat, whole and as a stream', async () => {
    const request = { stop: ['never', ' provider'] };
    for (const answer of [await completed(request), await streamed(request)]) assert.deepEqual(ends(answer), ['The mock', 'stop']);
  });

  point('before a stop sequence of a message, which it names', async () => {
    const request = { ...message, stop_sequences: [' provider'] };
    const whole = await mock.anthropic().messages.create(request);
    const final = await mock.anthropic().messages.stream(request).finalMessage();
    for (const { content, stop_reason, stop_sequence } of [whole, final]) {
      assert.deepEqual([content[0].text, stop_reason, stop_sequence], ['The mock', 'stop_sequence', ' provider']);
    }
  });
});

describe('tokens', () => {
  point('have probabilities in a chat, whole and as a stream', async () => {
    const request = { logprobs: true, top_logprobs: 2, max_completion_tokens: 2 };
    for (const { choices } of [await completed(request), await streamed(request)]) {
      assert.deepEqual(choices[0].logprobs.content.map(({ token, top_logprobs }) => [token, top_logprobs.length]), [['The', 2], [' mock', 2]]);
    }
  });

  point('have probabilities in a response, whole and as a stream', async () => {
    const request = { ...response, include: ['message.output_text.logprobs'], top_logprobs: 1, max_output_tokens: 16 };
    const whole = await mock.openai().responses.create(request);
    const events = await all(await mock.openai().responses.create({ ...request, stream: true }));
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta');
    const [part] = whole.output[0].content;
    assert.equal(part.logprobs.map(({ token }) => token).join(''), whole.output_text);
    assert.ok(part.logprobs.every(({ top_logprobs }) => top_logprobs.length === 1));
    assert.deepEqual(deltas.flatMap(({ logprobs }) => logprobs.map(({ token }) => token)), part.logprobs.map(({ token }) => token));
    const plain = await mock.openai().responses.create(response);
    assert.deepEqual(plain.output[0].content[0].logprobs, []);
  });

  point('of a message are counted before it is sent', async () => {
    assert.equal((await mock.anthropic().messages.countTokens({ model: 'm', messages })).input_tokens, 8);
    const asked = { model: 'm', messages, system: 'Be brief.', tools: [{ name: 'f', input_schema: { type: 'object' } }] };
    const { input_tokens } = await mock.anthropic().messages.countTokens(asked);
    assert.equal((await mock.anthropic().messages.create({ ...asked, max_tokens: 99 })).usage.input_tokens, input_tokens);
  });

  point('of a response are counted before it is sent', async () => {
    assert.equal((await mock.openai().responses.inputTokens.count({ model: 'gpt-4o', input: 'abcdef' })).input_tokens, 2);
    const asked = { model: 'gpt-4o', input: 'abcdef', instructions: 'Be brief.' };
    const { input_tokens } = await mock.openai().responses.inputTokens.count(asked);
    assert.equal((await mock.openai().responses.create(asked)).usage.input_tokens, input_tokens);
  });
});

describe('a response', () => {
  point('can be retrieved', async () => {
    const first = await mock.openai().responses.create(response);
    assert.deepEqual((await mock.openai().responses.retrieve(first.id)).output, first.output);
    assert.equal((await failure(mock.openai().responses.retrieve('resp_unknown'))).status, 404);
  });

  point('that was streamed can be retrieved', async () => {
    const final = await mock.openai().responses.stream(response).finalResponse();
    assert.equal((await mock.openai().responses.retrieve(final.id)).output_text, final.output_text);
    const again = await all(await mock.openai().responses.retrieve(final.id, { stream: true, starting_after: 1 }));
    assert.deepEqual([again[0].sequence_number, again.at(-1).type], [2, 'response.completed']);
  });

  point('that is not to be stored cannot be retrieved', async () => {
    const first = await mock.openai().responses.create({ ...response, store: false });
    assert.equal((await failure(mock.openai().responses.retrieve(first.id))).status, 404);
  });

  point('has the items of its input, in pages', async () => {
    const input = ['one', 'two', 'three'].map((content) => ({ role: 'user', content }));
    const first = await mock.openai().responses.create({ ...response, input });
    const items = await all(mock.openai().responses.inputItems.list(first.id, { limit: 2, order: 'asc' }));
    assert.deepEqual(items.map(({ content }) => content[0].text), ['one', 'two', 'three']);
    await fetch(`${mock.url}/_mock/requests`, { method: 'DELETE' });
    assert.deepEqual(await all(mock.openai().responses.inputItems.list(first.id, { order: 'asc' })), items);
  });

  point('can be gone on from, when there is one', async () => {
    const first = await mock.openai().responses.create(response);
    const next = await mock.openai().responses.create({ ...response, previous_response_id: first.id });
    assert.equal(next.previous_response_id, first.id);
    const lost = mock.openai().responses.create({ ...response, previous_response_id: 'resp_unknown' });
    assert.equal((await failure(lost)).code, 'previous_response_not_found');
  });

  point('can be deleted', async () => {
    const first = await mock.openai().responses.create(response);
    // The same request has the same answer, which is one response.
    assert.equal((await mock.openai().responses.create(response)).id, first.id);
    await mock.openai().responses.delete(first.id);
    assert.equal((await failure(mock.openai().responses.retrieve(first.id))).status, 404);
  });
});

describe('a tool', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
  const named = { name: 'get_weather', description: 'Says the weather.', parameters, strict: true };
  const other = { type: 'function', function: { name: 'other', parameters: { type: 'object', properties: {} } } };

  point('that is forced is called with arguments that fit, in each interface', async () => {
    const tools = [other, { type: 'function', function: named }];
    const choice = { type: 'function', function: { name: 'get_weather' } };
    const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [choice] } };
    for (const tool_choice of [choice, allowed]) {
      for (const answer of [await completed({ tools, tool_choice }), await streamed({ tools, tool_choice })]) {
        const [call] = answer.choices[0].message.tool_calls;
        assert.deepEqual([call.function.name, typeof JSON.parse(call.function.arguments).city], ['get_weather', 'string']);
      }
    }
    const flat = { ...response, tools: [{ type: 'function', ...named }] };
    const called = await mock.openai().responses.create({ ...flat, tool_choice: { type: 'function', name: 'get_weather' } });
    assert.equal(typeof JSON.parse(called.output[0].arguments).city, 'string');
    const used = await mock.anthropic().messages.create({
      ...message, tools: [{ name: 'get_weather', input_schema: parameters }], tool_choice: { type: 'any' },
    });
    assert.deepEqual([used.stop_reason, typeof used.content[0].input.city], ['tool_use', 'string']);
  });

  point('of type custom that is forced is called, whole and as a stream', async () => {
    const tools = [other, { type: 'custom', custom: { name: 'run_code' } }];
    const tool_choice = { type: 'custom', custom: { name: 'run_code' } };
    const { choices: [{ message: { tool_calls: [call] }, finish_reason }] } = await completed({ tools, tool_choice });
    assert.deepEqual([call.type, call.custom.name, typeof call.custom.input, finish_reason], ['custom', 'run_code', 'string', 'tool_calls']);
    const chunks = await all(await completed({ tools, tool_choice, stream: true }));
    const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta?.tool_calls ?? []);
    assert.deepEqual([deltas[0].type, deltas[0].custom.name, deltas.map(({ custom }) => custom.input).join('')], ['custom', 'run_code', call.custom.input]);

    const flat = { ...response, tools: [{ type: 'custom', name: 'run_code' }], tool_choice: { type: 'custom', name: 'run_code' } };
    const called = await mock.openai().responses.create(flat);
    const final = await mock.openai().responses.stream(flat).finalResponse();
    for (const { output: [item] } of [called, final]) {
      assert.deepEqual([item.type, item.name, typeof item.input], ['custom_tool_call', 'run_code', 'string']);
      assert.match(item.call_id, /^call_/);
    }
  });
});

describe('headers', () => {
  point("tell of OpenAI's rate limits", async () => {
    const { response } = await mock.openai().chat.completions.create(chat).withResponse();
    const names = ['limit-requests', 'limit-tokens', 'remaining-requests', 'remaining-tokens', 'reset-requests', 'reset-tokens'];
    for (const name of names) assert.ok(response.headers.get(`x-ratelimit-${name}`), name);
  });

  point("tell of Anthropic's rate limits", async () => {
    const { response } = await mock.anthropic().messages.create(message).withResponse();
    for (const name of ['requests', 'tokens', 'input-tokens', 'output-tokens']) {
      for (const what of ['limit', 'remaining']) assert.ok(response.headers.get(`anthropic-ratelimit-${name}-${what}`), `${name} ${what}`);
      assert.ok(Date.parse(response.headers.get(`anthropic-ratelimit-${name}-reset`)), name);
    }
  });
});

describe('a vector', () => {
  const vector = async (request) => (await mock.openai().embeddings.create({ input: 'a', ...request })).data[0].embedding;

  point('has the size of the model, or the one that is asked for', async () => {
    const sizes = { 'text-embedding-3-small': 1536, 'text-embedding-3-large': 3072, 'text-embedding-ada-002': 1536 };
    for (const [model, size] of Object.entries(sizes)) assert.equal((await vector({ model })).length, size);
    assert.equal((await vector({ model: 'text-embedding-3-small', dimensions: 256 })).length, 256);
  });
});

describe('a form', () => {
  const audio = () => new File(['12345'], 'a.mp3', { type: 'audio/mpeg' });
  const picture = () => new File(['12345'], 'a.png', { type: 'image/png' });

  point('with audio is transcribed, whole and as a stream', async () => {
    const client = mock.openai();
    const heard = await client.audio.transcriptions.create({ file: audio(), model: 'whisper-1' });
    assert.equal(heard.text, 'The mock provider received 5 bytes of audio.');
    const stream = await client.audio.transcriptions.create({ file: audio(), model: 'gpt-4o-transcribe', stream: true });
    assert.equal((await all(stream)).at(-1).text, heard.text);
  });

  point('with audio is translated', async () => {
    const { text } = await mock.openai().audio.translations.create({ file: audio(), model: 'whisper-1' });
    assert.equal(text, 'The mock provider received 5 bytes of audio.');
  });

  point('with images has them edited, or varied', async () => {
    const edited = await mock.openai().images.edit({ image: [picture(), picture()], prompt: 'p', model: 'gpt-image-1', n: 2 });
    assert.equal(edited.data.length, 2);
    assert.equal((await mock.openai().images.createVariation({ image: picture(), n: 1 })).data.length, 1);
    const stream = await mock.openai().images.edit({ image: picture(), prompt: 'p', model: 'gpt-image-1', stream: true, partial_images: 1 });
    assert.deepEqual((await all(stream)).map(({ type }) => type), ['image_edit.partial_image', 'image_edit.completed']);
  });

  point("with a file is kept, listed, handed out and deleted, with OpenAI's client", async () => {
    const { files } = mock.openai();
    const sent = await files.create({ file: new File(['{"a": 1}\n'], 'a.jsonl'), purpose: 'batch' });
    await files.create({ file: new File(['b'], 'b.txt'), purpose: 'user_data' });
    await files.create({ file: new File(['c'], 'c.txt'), purpose: 'user_data' });
    assert.deepEqual([sent.object, sent.bytes, sent.filename, sent.purpose, sent.status], ['file', 9, 'a.jsonl', 'batch', 'processed']);
    assert.deepEqual(await files.retrieve(sent.id), sent);
    assert.equal(await (await files.content(sent.id)).text(), '{"a": 1}\n');
    assert.deepEqual((await all(files.list({ limit: 1 }))).map(({ filename }) => filename), ['c.txt', 'b.txt', 'a.jsonl']);
    assert.deepEqual((await all(files.list({ purpose: 'batch' }))).map(({ id }) => id), [sent.id]);
    assert.deepEqual(await files.delete(sent.id), { id: sent.id, object: 'file', deleted: true });
    assert.equal((await failure(files.retrieve(sent.id))).status, 404);
  });

  point("with a file is kept, listed, handed out and deleted, with Anthropic's client", async () => {
    const { files } = mock.anthropic().beta;
    const sent = await files.upload({ file: new File(['a'], 'a.txt', { type: 'text/plain' }) });
    await files.upload({ file: new File(['b'], 'b.txt', { type: 'text/plain' }) });
    assert.deepEqual([sent.type, sent.size_bytes, sent.filename, sent.mime_type], ['file', 1, 'a.txt', 'text/plain']);
    assert.ok(Date.parse(sent.created_at));
    assert.deepEqual(await files.retrieveMetadata(sent.id), sent);
    assert.equal(await (await files.download(sent.id)).text(), 'a');
    assert.deepEqual((await all(files.list({ limit: 1 }))).map(({ filename }) => filename), ['b.txt', 'a.txt']);
    assert.deepEqual(await files.delete(sent.id), { id: sent.id, type: 'file_deleted' });
    const lost = await failure(files.retrieveMetadata(sent.id));
    assert.deepEqual([lost.status, lost.error.error.type], [404, 'not_found_error']);
  });
});

describe('beside that', () => {
  point('nothing is flagged', async () => {
    const moderation = await mock.openai().moderations.create({ input: ['a', 'b'] });
    assert.deepEqual(moderation.results.map(({ flagged }) => flagged), [false, false]);
  });

  point('a page that is named may read the answers, and others may not', () =>
    withMock(['--allow-origin', 'https://app.example'], async ({ url }) => {
      const asked = (origin) => fetch(`${url}/v1/chat/completions`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      });
      const answer = await asked('https://app.example');
      assert.deepEqual(
        ['origin', 'methods', 'headers'].map((name) => answer.headers.get(`access-control-allow-${name}`)),
        ['https://app.example', 'GET, POST, PUT, DELETE', 'authorization'],
      );
      assert.equal((await asked('https://other.example')).status, 403);
      assert.equal((await asked('http://localhost:3000')).headers.get('access-control-allow-origin'), null);
    }));

  point('only keys that are configured are let in', () =>
    withMock(['--api-key', 'sk-right', '--api-key', 'sk-ant-right'], async ({ url }) => {
      const openai = (apiKey) => new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 }).chat.completions.create(chat);
      const anthropic = (apiKey) => new Anthropic({ apiKey, baseURL: url, maxRetries: 0 }).messages.create(message);
      assert.equal((await openai('sk-right')).object, 'chat.completion');
      assert.equal((await anthropic('sk-ant-right')).type, 'message');
      assert.ok((await failure(openai('sk-wrong'))) instanceof OpenAI.AuthenticationError);
      assert.ok((await failure(anthropic('sk-wrong'))) instanceof Anthropic.AuthenticationError);
    }));
});
