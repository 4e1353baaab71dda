import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { all, failure, mockForTests } from './support/mock.mjs';

// What providers have beside the calls of models: batches, conversations, stores of vectors, speech, compaction.

const mock = mockForTests();
const asked = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] };
const lines = (...values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const read = async (client, id) => (await (await client.files.content(id)).text()).trim().split('\n').map((line) => JSON.parse(line));

/** A batch of these lines. */
async function batchOf(client, text, more = {}) {
  const file = await client.files.create({ file: await toFile(Buffer.from(text), 'batch.jsonl'), purpose: 'batch' });
  return client.batches.create({ input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h', ...more });
}

const line = (id, body = asked) => ({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body });

test('a batch is completed at once, each line answered by the scenario', async () => {
  await mock.play({ text: 'first' }, { error: { status: 429, message: 'slow' } }, { text: 'third' });
  const client = mock.openai();
  const batch = await batchOf(client, lines(line('a'), line('b'), line('c')), { metadata: { of: 'test' } });
  assert.equal(batch.status, 'completed');
  assert.deepEqual(batch.request_counts, { total: 3, completed: 2, failed: 1 });
  assert.equal(batch.model, 'gpt-4o');
  const done = await read(client, batch.output_file_id);
  assert.deepEqual(done.map(({ custom_id, response }) => [custom_id, response.body.choices[0].message.content]), [['a', 'first'], ['c', 'third']]);
  const [refused] = await read(client, batch.error_file_id);
  assert.equal(refused.response.status_code, 429);
  assert.equal(refused.response.body.error.message, 'slow');
  assert.deepEqual(await client.batches.retrieve(batch.id), batch);
  assert.deepEqual((await all(client.batches.list())).map(({ id }) => id), [batch.id]);
  assert.equal((await failure(client.batches.cancel(batch.id))).status, 409);
  // Its requests are in the journal as others are.
  assert.equal((await mock.requests()).filter(({ path }) => path === '/v1/chat/completions').length, 3);
});

test('a batch with a line that is wrong fails, and asks nothing', async () => {
  await mock.withoutScenario();
  const client = mock.openai();
  const text = `${lines(line('a'), line('a'), { ...line('b'), url: '/v1/embeddings' })}no JSON\n${lines(line('d', { ...asked, model: 'o3' }))}`;
  const batch = await batchOf(client, text);
  assert.equal(batch.status, 'failed');
  assert.deepEqual(batch.errors.data.map(({ code, line: number }) => [code, number]),
    [['duplicate_custom_id', 2], ['url_mismatch', 3], ['invalid_json_line', 4], ['model_mismatch', 5]]);
  assert.equal(batch.output_file_id, null);
  assert.equal((await batchOf(client, '')).errors.data[0].code, 'empty_file');
  const { status, param } = await failure(client.batches.create({ input_file_id: 'file-x', endpoint: '/v1/embeddings', completion_window: '24h' }));
  assert.deepEqual([status, param], [400, 'input_file_id']);
  assert.ok((await mock.requests()).every(({ path }) => path !== '/v1/chat/completions'));
});

test("Anthropic's batch has ended when it is answered", async () => {
  await mock.play({ text: 'first' }, { error: { status: 529 } });
  const client = mock.anthropic();
  const params = { model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
  const batch = await client.messages.batches.create({ requests: [{ custom_id: 'a', params }, { custom_id: 'b', params }] });
  assert.equal(batch.processing_status, 'ended');
  assert.deepEqual(batch.request_counts, { processing: 0, succeeded: 1, errored: 1, canceled: 0, expired: 0 });
  const results = await all(await client.messages.batches.results(batch.id));
  assert.deepEqual(results.map(({ custom_id, result }) => [custom_id, result.type]), [['a', 'succeeded'], ['b', 'errored']]);
  assert.equal(results[0].result.message.content[0].text, 'first');
  assert.equal(results[1].result.error.error.type, 'overloaded_error');
  assert.deepEqual(await client.messages.batches.retrieve(batch.id), batch);
  assert.equal((await (await fetch(batch.results_url, { headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' } })).text()).split('\n').length, 3);
  assert.deepEqual((await all(client.messages.batches.list())).map(({ id }) => id), [batch.id]);
  assert.equal((await client.messages.batches.delete(batch.id)).type, 'message_batch_deleted');
  assert.equal((await failure(client.messages.batches.retrieve(batch.id))).status, 404);
  const twice = failure(client.messages.batches.create({ requests: [{ custom_id: 'a', params }, { custom_id: 'a', params }] }));
  assert.match((await twice).message, /requests\.1\.custom_id: must be unique/);
});

test('a response goes on from its conversation, and what is said stays in it', async () => {
  await mock.playScenario({
    steps: [
      { match: { turn: 1, systemMessage: 'brief' }, respond: { text: 'Paris.' } },
      { match: { turn: 2, lastUserMessage: 'And' }, respond: { text: 'Rome.' }, repeat: 'always' },
      { respond: { text: 'never' } },
    ],
  });
  const client = mock.openai();
  const conversation = await client.conversations.create({ items: [{ role: 'system', content: 'Be brief.' }], metadata: { a: 'b' } });
  const first = await client.responses.create({ model: 'gpt-4o', input: 'Which city?', conversation: conversation.id });
  assert.equal(first.conversation.id, conversation.id);
  const stream = client.responses.stream({ model: 'gpt-4o', input: 'And in Italy?', conversation: { id: conversation.id } });
  assert.equal((await stream.finalResponse()).output_text, 'Rome.');
  const items = await all(client.conversations.items.list(conversation.id, { order: 'asc', limit: 2 }));
  assert.deepEqual(items.map(({ role, content }) => [role, content[0].text]),
    [['system', 'Be brief.'], ['user', 'Which city?'], ['assistant', 'Paris.'], ['user', 'And in Italy?'], ['assistant', 'Rome.']]);
  assert.equal(new Set(items.map(({ id }) => id)).size, 5);
  const place = { conversation_id: conversation.id };
  assert.deepEqual(await client.conversations.items.retrieve(items[1].id, place), items[1]);
  await client.conversations.items.delete(items[1].id, place);
  const { data: [added] } = await client.conversations.items.create(conversation.id, { items: [{ role: 'user', content: 'More.' }] });
  assert.equal(added.content[0].text, 'More.');
  assert.equal((await all(client.conversations.items.list(conversation.id))).length, 5);
  assert.deepEqual((await client.conversations.update(conversation.id, { metadata: { c: 'd' } })).metadata, { c: 'd' });
  assert.equal((await client.conversations.delete(conversation.id)).deleted, true);
  const gone = await failure(client.responses.create({ model: 'gpt-4o', input: 'Hi', conversation: conversation.id }));
  assert.equal(gone.status, 404);
  assert.match(gone.message, /Conversation with id 'conv_\w+' not found\./);
});

test('what was said is compacted to the messages of the user and one item', async () => {
  await mock.withoutScenario();
  const client = mock.openai();
  const first = await client.responses.create({ model: 'gpt-4o', input: 'Hi' });
  const compacted = await client.responses.compact({ model: 'gpt-4o', previous_response_id: first.id, input: [{ role: 'user', content: 'More.' }] });
  assert.equal(compacted.object, 'response.compaction');
  assert.deepEqual(compacted.output.map(({ type, content }) => [type, content?.[0].text]), [['message', 'Hi'], ['message', 'More.'], ['compaction', undefined]]);
  // It can be sent as the input of the next request.
  const next = await client.responses.create({ model: 'gpt-4o', input: [...compacted.output, { role: 'user', content: 'Go on.' }] });
  assert.match(next.output_text, /Go on\./);
  assert.equal((await failure(client.responses.compact({ model: 'gpt-4o', previous_response_id: 'resp_x' }))).status, 400);
});

test('a store of vectors has its files at once, and finds those that have the words', async () => {
  await mock.withoutScenario();
  const client = mock.openai();
  const upload = async (name, text) => client.files.create({ file: await toFile(Buffer.from(text), name), purpose: 'assistants' });
  const [cats, dogs] = [await upload('cats.txt', 'Cats sleep all day.'), await upload('dogs.txt', 'Dogs run all day.')];
  const store = await client.vectorStores.create({ name: 'animals', file_ids: [cats.id] });
  assert.equal(store.file_counts.completed, 1);
  const added = await client.vectorStores.files.createAndPoll(store.id, { file_id: dogs.id, attributes: { kind: 'dog' } });
  assert.equal(added.status, 'completed');
  const search = (more) => all(client.vectorStores.search(store.id, { query: 'Do cats sleep?', ...more }));
  const [best] = await search();
  assert.deepEqual([best.file_id, best.filename, best.content[0].text], [cats.id, 'cats.txt', 'Cats sleep all day.']);
  assert.deepEqual((await search({ query: 'all day', filters: { type: 'eq', key: 'kind', value: 'dog' } })).map(({ filename }) => filename), ['dogs.txt']);
  assert.deepEqual((await search({ query: 'all day', max_num_results: 1 })).length, 1);
  const place = { vector_store_id: store.id };
  assert.equal((await client.vectorStores.files.update(cats.id, { ...place, attributes: { kind: 'cat' } })).attributes.kind, 'cat');
  assert.deepEqual(await all(client.vectorStores.files.content(cats.id, place)), [{ type: 'text', text: 'Cats sleep all day.' }]);
  const batch = await client.vectorStores.fileBatches.createAndPoll(store.id, { file_ids: [cats.id, dogs.id] });
  assert.equal(batch.file_counts.completed, 2);
  assert.equal((await all(client.vectorStores.fileBatches.listFiles(batch.id, place))).length, 2);
  assert.equal((await client.vectorStores.files.delete(cats.id, place)).deleted, true);
  assert.equal((await all(client.vectorStores.files.list(store.id))).length, 1);
  assert.equal((await client.vectorStores.update(store.id, { name: 'others' })).name, 'others');
  assert.equal((await all(client.vectorStores.list())).length, 1);
  assert.equal((await client.vectorStores.delete(store.id)).deleted, true);
  assert.equal((await failure(client.vectorStores.retrieve(store.id))).status, 404);
  assert.equal((await failure(client.vectorStores.create({ file_ids: ['file-x'] }))).status, 404);
});

test('speech is a short file of each format', async () => {
  await mock.withoutScenario();
  const client = mock.openai();
  const said = { model: 'gpt-4o-mini-tts', voice: 'alloy', input: 'Hello.' };
  const begins = { mp3: '\u00ff\u00f3', opus: 'OggS', aac: '\u00ff\u00f1', flac: 'fLaC', wav: 'RIFF', pcm: '\0\0' };
  for (const [format, start] of Object.entries(begins)) {
    const answer = await client.audio.speech.create({ ...said, response_format: format });
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.subarray(0, start.length).toString('latin1'), start, format);
    assert.match(answer.headers.get('content-type'), /^audio\//);
  }
  assert.equal((await client.audio.speech.create(said)).headers.get('content-type'), 'audio/mpeg');
  const events = await (await client.audio.speech.create({ ...said, stream_format: 'sse' })).text();
  assert.match(events, /event: speech\.audio\.delta\ndata: .*"audio".*\n\nevent: speech\.audio\.done\n/);
  assert.equal((await failure(client.audio.speech.create({ ...said, voice: undefined }))).param, 'voice');
  assert.equal((await failure(client.audio.speech.create({ ...said, response_format: 'midi' }))).param, 'response_format');
});

test('what is not served is named in the 404, with the page that says what is', async () => {
  await mock.withoutScenario();
  const error = await failure(mock.openai().evals.retrieve('eval_1'));
  assert.ok(error instanceof OpenAI.NotFoundError);
  assert.match(error.message, /The mock does not serve evals: the page mock-provider\/README\.md/);
});
