import assert from 'node:assert/strict';
import { imageData, place } from '../rows/shared.mjs';

// What each client is asked to do, and what shows that it did: the columns of the table of clients. A row is one client at one
// interface: `say`, `use`, `structure` and `embed` do what their names say; `model` is asked, `limits` names what it cannot do and
// why, of a column or of "COLUMN, streamed".

const text = 'It is 72°F in Zürich, and 🌤 all day.';
const content = 'What is the weather in Zürich?';
const thought = 'They ask of the weather.';
const call = (city) => ({ name: 'get_weather', arguments: { city } });

async function says(row, at, stream, asked = {}) {
  const said = await row.say(at, { content, stream, ...asked });
  assert.equal(said.text, text);
  return said;
}

async function usesTools(row, at, stream, cities) {
  const asked = [];
  const run = ({ city }) => {
    asked.push(city);
    return `72°F in ${city}`;
  };
  assert.equal(await row.use(at, { content, stream, run }), text);
  assert.deepEqual(asked.sort(), cities);
}

/** The columns: what the mock answers, what is done, and how many requests that takes. */
export const columns = {
  text: { answers: [{ text }], act: says },
  tools: {
    answers: [{ toolCalls: [call('Zürich')] }, { text }],
    act: (row, at, stream) => usesTools(row, at, stream, ['Zürich']),
  },
  'parallel tools': {
    answers: [{ toolCalls: [call('Paris'), call('Zürich')] }, { text }],
    act: (row, at, stream) => usesTools(row, at, stream, ['Paris', 'Zürich']),
  },
  structured: {
    answers: [{ json: { city: 'Zürich' } }],
    async act(row, at, stream) {
      assert.deepEqual({ ...(await row.structure(at, { content: `${content} As JSON.`, stream })) }, { city: 'Zürich' });
    },
    sent: (body) => JSON.stringify(JSON.parse(body)).includes(JSON.stringify(place.required)),
  },
  image: {
    answers: [{ text }],
    act: (row, at, stream) => says(row, at, stream, { pictured: true }),
    sent: (body) => body.includes(imageData),
  },
  reasoning: {
    answers: [{ reasoning: thought, text }],
    async act(row, at, stream) {
      assert.equal((await says(row, at, stream)).reasoning, thought);
    },
  },
  '429, retry': {
    // LangChain goes by the header alone that has seconds.
    answers: [{ error: { status: 429, retryAfterMs: 1 }, headers: { 'retry-after': '0' } }, { text }],
    act: says,
  },
  embeddings: {
    answers: [{ embedding: [[1, 0], [0, 1]] }],
    modes: ['whole'],
    async act(row, at) {
      assert.deepEqual((await row.embed(at, ['a', 'b'])).map((vector) => [...vector]), [[1, 0], [0, 1]]);
    },
  },
  unscripted: {
    answers: [{ usual: true }],
    async act(row, at, stream) {
      assert.match((await row.say(at, { content, stream })).text, /received \d messages?; the last says: "What is the weather in Zürich\?"/);
    },
  },
};

/** The types of streams: of events, and ollama's of lines. */
const streams = /^(text\/event-stream|application\/x-ndjson)/;

const functionOf = { tools: 'use', 'parallel tools': 'use', structured: 'structure', embeddings: 'embed' };

/** All cells of a row: which column, whether streamed, and why the client cannot do it. */
export function cellsOf(row) {
  return Object.entries(columns).flatMap(([column, { modes = ['whole', 'streamed'] }]) =>
    modes.map((mode) => {
      const name = mode === 'whole' ? column : `${column}, ${mode}`;
      const limit = row.limits?.[name] ?? row.limits?.[column];
      if (!limit) assert.ok(row[functionOf[column] ?? 'say'], `it has nothing for ${name}`);
      return { name, column, limit, stream: mode === 'streamed' };
    }),
  );
}

/** Does what the cell says. Throws when it does not come out, or when a limit no longer is one. */
export async function play(row, cell, mock) {
  const { answers, act, sent } = columns[cell.column];
  await mock.play(...answers);
  const root = `${mock.url}/${mock.name}`;
  await act(row, { root, openai: `${root}/v1`, key: 'sk-test-0123456789', model: row.model ?? 'gpt-4o' }, cell.stream);
  const requests = await mock.requests();
  assert.equal(requests.length, answers.length);
  if (sent) assert.ok(sent(requests[0].body), requests[0].body);
  if (cell.stream) assert.ok(requests.every(({ answer, status }) => status !== 200 || streams.test(answer.contentType)));
}
