import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// The answers of providers that stand in vectors.

const vectors = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../..', 'vectors');
// Of these vectors none is sent, or the answer is that of a web API.
const othersTopics = /^(matching|dispatch)(\/|$)/;

function filesBelow(folder) {
  return fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.json') && !/^(schema|fixtures)\//.test(file))
    .map((file) => path.join(folder, file));
}

/** Which answers the agent's provider gives: the name of a shape. */
function shapeFor(agent, isStream) {
  const { provider, apiType = 'chat' } = agent?.model ?? {};
  const name = provider === 'anthropic' ? 'anthropic' : apiType;
  if (!isStream) return name;
  return name === 'chat' ? 'chatChunk' : `${name}Event`;
}

/** What steps of the vector have processed without asking anybody; one with a processor of its own takes any JSON. */
function processed({ operation, given = {} }) {
  if (given.register) return [];
  if (operation === 'process') return [{ agent: given.agent, body: given.response }];
  return operation === 'process_stream' ? [{ agent: given.agent, chunks: given.chunks }] : [];
}

/** What the mock provider answers. */
function played(provider, agent) {
  return provider.map(({ respond }) => respond).filter(({ status = 200, body, chunks }) => status === 200 && (body !== undefined || chunks))
    .map(({ body, chunks, fault }) => ({ agent, body, chunks, isCut: fault !== undefined }));
}

function answersOf(vector) {
  const steps = vector.steps ?? [vector];
  const answers = [...steps.flatMap(processed), ...played(vector.provider ?? [], steps[0].given?.agent ?? { model: { provider: vector.requires?.providers?.[0] } })];
  return answers.map((answer) => ({ ...answer, shape: shapeFor(answer.agent, answer.chunks !== undefined) }));
}

/** Whether each reading of the vector has the answer end in an error. */
function expectsError(vector) {
  return (vector.steps ?? [vector]).some(({ expect }) =>
    expect.error !== undefined || (expect.readings && Object.values(expect.readings).every((reading) => reading.error !== undefined)));
}

/** Every vector with answers: its id, whether it is marked as malformed and expects an error, and the answers. */
export function scriptedAnswers() {
  return filesBelow(vectors).flatMap((file) => {
    const { topic, vectors: all = [] } = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (othersTopics.test(topic)) return [];
    return all.map((vector) => ({
      id: `${topic}/${vector.id}`, isMalformed: vector.malformed === true, expectsError: expectsError(vector), answers: answersOf(vector),
    }));
  }).filter(({ answers }) => answers.length > 0);
}
