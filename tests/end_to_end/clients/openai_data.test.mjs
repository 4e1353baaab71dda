import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, mockForTests } from './support/mock.mjs';

const mock = mockForTests();
const asked = { model: 'text-embedding-3-small', input: ['a cat', 'a dog', 'a cat'] };
const painted = { model: 'gpt-image-1', prompt: 'A cat' };

test('vectors are the same as numbers and as base64', async () => {
  await mock.play({ embedding: 'derived' }, { embedding: 'derived' });
  const client = mock.openai();
  const numbers = await client.embeddings.create({ ...asked, encoding_format: 'float', dimensions: 8 });
  // The client asks for base64 unless told otherwise, and decodes it.
  const decoded = await client.embeddings.create({ ...asked, dimensions: 8 });
  assert.equal((await mock.requests())[1].json.encoding_format, 'base64');
  for (const [index, entry] of numbers.data.entries()) {
    assert.equal(entry.embedding.length, 8);
    assert.deepEqual(Array.from(decoded.data[index].embedding), entry.embedding.map(Math.fround));
    const length = Math.hypot(...entry.embedding);
    assert.ok(Math.abs(length - 1) < 1e-6, `length ${length}`);
  }
  assert.deepEqual(numbers.data[0].embedding, numbers.data[2].embedding);
  assert.notDeepEqual(numbers.data[0].embedding, numbers.data[1].embedding);
});

test('given vectors come as they are', async () => {
  await mock.play({ embedding: [[1, 0], [0, 0.5]], usage: { promptTokens: 4 } });
  const { data, usage } = await mock.openai().embeddings.create(asked);
  assert.deepEqual(data.map((entry) => Array.from(entry.embedding)), [[1, 0], [0, 0.5], [1, 0]]);
  assert.equal(usage.total_tokens, 4);
});

test('numbers of a whole body reach a client that asks for base64', async () => {
  const body = {
    object: 'list', model: 'm', usage: { prompt_tokens: 4, total_tokens: 4 },
    data: [{ object: 'embedding', index: 0, embedding: [0.25, -1.5, 3] }, { object: 'embedding', index: 1, embedding: [] }],
  };
  await mock.play({ body }, { body });
  const { data } = await mock.openai().embeddings.create(asked);
  assert.deepEqual(data.map((entry) => Array.from(entry.embedding)), [[0.25, -1.5, 3], []]);
  const plain = await mock.openai().embeddings.create({ ...asked, encoding_format: 'float' });
  assert.deepEqual(plain.data, body.data);
});

test('images come as bytes, and as addresses when asked', async () => {
  await mock.withoutScenario();
  const client = mock.openai();
  const bytes = await client.images.generate({ ...painted, n: 2 });
  assert.equal(bytes.data.length, 2);
  const png = Buffer.from(bytes.data[0].b64_json, 'base64');
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
  const addresses = await client.images.generate({ model: 'dall-e-3', prompt: 'A cat', response_format: 'url' });
  assert.match(addresses.data[0].url, /^https:\/\//);
});

test('a given image comes as it is', async () => {
  await mock.play({ image: { url: 'https://images.example/cat.png', revisedPrompt: 'A grey cat' } });
  const { data } = await mock.openai().images.generate(painted);
  assert.deepEqual(data, [{ url: 'https://images.example/cat.png', revised_prompt: 'A grey cat' }]);
});

test('an image is streamed with its partial images', async () => {
  await mock.play({ image: { b64Json: 'QUJD' } });
  const events = await all(await mock.openai().images.generate({ ...painted, stream: true, partial_images: 2 }));
  assert.deepEqual(events.map((event) => event.type), [
    'image_generation.partial_image',
    'image_generation.partial_image',
    'image_generation.completed',
  ]);
  assert.deepEqual(events.map((event) => event.b64_json), ['QUJD', 'QUJD', 'QUJD']);
  assert.equal(events[1].partial_image_index, 1);
});
