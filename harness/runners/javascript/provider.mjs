// Plays the answers of a vector's provider on prompty-mock-provider, and tells which requests it saw.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { copied, isObject, parsed, written } from './json.mjs';

const patience = 3000;

function onlyTextOf(content) {
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const { type, text, annotations = [], ...rest } = content[0] ?? {};
  const isText = ['input_text', 'output_text'].includes(type) && typeof text === 'string';
  return isText && annotations.length === 0 && Object.keys(rest).length === 0 ? text : undefined;
}

/** A body without what official SDKs set whatever their caller says. */
function withoutWhatSdksSet(path, body) {
  if (!isObject(body)) return body;
  const { encoding_format: encoding, ...plain } = body;
  if (path.endsWith('/embeddings') && encoding === 'base64') return plain;
  if (path.endsWith('/chat/completions')) for (const tool of body.tools ?? []) if (tool.function?.strict === false) delete tool.function.strict;
  if (path.endsWith('/responses') && Array.isArray(body.input)) {
    for (const item of body.input.filter(({ type }) => type === 'message')) {
      delete item.type;
      item.content = onlyTextOf(item.content) ?? item.content;
    }
  }
  return body;
}

function asRequest({ method, path, query, headers, body }) {
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const relative = path.replace(/^\/v1(?=\/)(?!\/messages$)/, '');
  return { method, path: relative + (query ? `?${query}` : ''), headers: lower, body: withoutWhatSdksSet(path, parsed(body) ?? body) };
}

/** Lets a held stream go on when so many items were seen, or fails the vector when patience ends. */
function heldStream({ chunk, items: wanted }, letOut) {
  let seen = 0;
  let problem;
  const lose = () => {
    const many = `${wanted} ${wanted === 1 ? 'item' : 'items'}, of which ${seen} had been handed on by then`;
    problem = `the provider held chunk ${chunk} and all behind it back for ${patience} ms; the chunks before it make ${many}`;
    letOut();
  };
  const timer = setTimeout(lose, patience);
  const see = (count) => {
    seen = count;
    if (seen >= wanted) letOut(clearTimeout(timer));
  };
  if (wanted === 0) see(0);
  return { see, judged: (judgement) => (clearTimeout(timer), problem ? { status: 'fail', detail: problem, differences: [] } : judgement) };
}

/** The program with the keys that it was sent in its journal: its address, and a function that ends it. */
async function started(program) {
  const words = ['--json', '--exit-with-parent', '--show-secrets', '--port', '0'];
  const mock = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(mock, 'exit');
  const [line] = await Promise.race([once(createInterface(mock.stdout), 'line'), ended]);
  if (typeof line !== 'string') throw new Error(`${program} ended at once: is it of the same version as this package?`);
  return { url: JSON.parse(line).url, stop: () => mock.kill() && ended };
}

/** The program at a path: `start`, which rejects when it cannot be started, `stop`, and `scenario`, which plays one. */
export function mockProvider(program) {
  let mock;
  let count = 0;
  const start = () => (mock ??= started(program));
  const ask = async (method, path, value) => {
    const body = value && { headers: { 'content-type': 'application/json' }, body: written(value) };
    const response = await fetch(`${(await start()).url}/_mock/${path}`, { method, ...body });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error.message);
    return answer;
  };
  const scenario = async (scripted, hold) => {
    const name = `s${count++}`;
    await ask('PUT', `scenarios/${name}`, scripted);
    const { url } = await start();
    const addressed = (text) => text.replaceAll('${MOCK}', `${url}/${name}`);
    return {
      addressed,
      /** A value with that address in its texts. */
      withAddress: (value) => copied(value, (one) => (typeof one === 'string' ? addressed(one) : one)),
      hold: () => hold && heldStream(hold, () => ask('POST', `scenarios/${name}/frames?count=1000000`)),
      /** What was requested, in order, and why a step of the scenario could not answer, if one could not. */
      seen: async () => {
        const entries = await ask('GET', `requests?scenario=${name}`);
        const finding = entries.flatMap(({ findings }) => findings).find(({ rule }) => rule === 'scenario.step.fits');
        return { requests: entries.map(asRequest), unfit: finding?.message };
      },
      remove: () => Promise.all([ask('DELETE', `scenarios/${name}`), ask('DELETE', `requests?scenario=${name}`)]),
    };
  };
  return { start, scenario, stop: () => mock?.then(({ stop }) => stop(), () => {}) };
}
