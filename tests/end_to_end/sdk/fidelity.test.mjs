import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { all, failure, mockForTests } from './support/mock.mjs';

// What official clients get without any scenario.
const mock = mockForTests();
beforeEach(() => mock.withoutScenario());

const messages = [{ role: 'user', content: 'hi' }];
const chat = { model: 'gpt-4o', messages };

test('an answer ends where max_completion_tokens is reached', async () => {
  const answer = await mock.openai().chat.completions.create({ ...chat, max_completion_tokens: 2 });
  assert.equal(answer.choices[0].message.content, 'The mock');
  assert.equal(answer.choices[0].finish_reason, 'length');
  const stream = mock.openai().chat.completions.stream({ ...chat, max_completion_tokens: 2 });
  let text = '';
  for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? '';
  assert.equal(text, 'The mock');
});

test('an answer ends before a stop sequence', async () => {
  const answer = await mock.openai().chat.completions.create({ ...chat, stop: ' provider' });
  assert.equal(answer.choices[0].message.content, 'The mock');
  const request = { model: 'm', max_tokens: 99, messages, stop_sequences: [' provider'] };
  const message = await mock.anthropic().messages.create(request);
  assert.deepEqual([message.stop_reason, message.stop_sequence], ['stop_sequence', ' provider']);
  const streamed = await mock.anthropic().messages.stream(request).finalMessage();
  assert.deepEqual([streamed.stop_reason, streamed.stop_sequence], ['stop_sequence', ' provider']);
});

test('tokens have probabilities', async () => {
  const request = { ...chat, logprobs: true, top_logprobs: 2, max_completion_tokens: 2 };
  const answer = await mock.openai().chat.completions.create(request);
  assert.deepEqual(answer.choices[0].logprobs.content.map((token) => token.token), ['The', ' mock']);
  const final = await mock.openai().chat.completions.stream(request).finalChatCompletion();
  assert.deepEqual(final.choices[0].logprobs.content.map((token) => token.token), ['The', ' mock']);
});

test('responses are kept, gone on from, listed and deleted', async () => {
  const client = mock.openai();
  const first = await client.responses.create({ model: 'gpt-4o', input: 'hi' });
  const again = await client.responses.retrieve(first.id);
  assert.equal(again.output_text, first.output_text);
  const items = await all(client.responses.inputItems.list(first.id));
  assert.deepEqual(items.map((item) => item.content[0].text), ['hi']);
  const next = await client.responses.create({ model: 'gpt-4o', input: 'on', previous_response_id: first.id });
  assert.equal(next.previous_response_id, first.id);
  await client.responses.delete(first.id);
  assert.equal((await failure(client.responses.retrieve(first.id))).status, 404);
  const lost = client.responses.create({ model: 'gpt-4o', input: 'on', previous_response_id: first.id });
  assert.equal((await failure(lost)).code, 'previous_response_not_found');
});

test('headers tell of rate limits', async () => {
  const { response } = await mock.openai().chat.completions.create(chat).withResponse();
  assert.equal(response.headers.get('x-ratelimit-remaining-requests'), '9999');
});

test('tokens are counted', async () => {
  const counted = await mock.anthropic().messages.countTokens({ model: 'm', messages });
  assert.equal(counted.input_tokens, 8);
  assert.equal((await mock.openai().responses.inputTokens.count({ model: 'gpt-4o', input: 'abcdef' })).input_tokens, 2);
});

test('nothing is flagged', async () => {
  const moderation = await mock.openai().moderations.create({ input: ['a', 'b'] });
  assert.deepEqual(moderation.results.map((result) => result.flagged), [false, false]);
});

test('files come in forms', async () => {
  const file = new File(['12345'], 'a.mp3', { type: 'audio/mpeg' });
  const client = mock.openai();
  const heard = await client.audio.transcriptions.create({ file, model: 'whisper-1' });
  assert.equal(heard.text, 'The mock provider received 5 bytes of audio.');
  const stream = await client.audio.transcriptions.create({ file, model: 'gpt-4o-transcribe', stream: true });
  assert.equal((await all(stream)).at(-1).text, heard.text);
  const image = new File(['12345'], 'a.png', { type: 'image/png' });
  const edited = await client.images.edit({ image: [image, image], prompt: 'p', model: 'gpt-image-1', n: 2 });
  assert.equal(edited.data.length, 2);
});

test('vectors have the size of the model', async () => {
  const client = mock.openai();
  const size = async (model) => (await client.embeddings.create({ model, input: 'a' })).data[0].embedding.length;
  assert.deepEqual([await size('text-embedding-3-small'), await size('text-embedding-3-large')], [1536, 3072]);
});
