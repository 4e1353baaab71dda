// Plays the answers of a vector's provider on prompty-mock-provider, and tells which requests it saw.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { copied, parse, written } from './json.mjs';

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
    const answer = parse(await response.text());
    if (!response.ok) throw new Error(answer.error.message);
    return answer;
  };
  const scenario = async (scripted) => {
    const name = `s${count++}`;
    await ask('PUT', `scenarios/${name}`, scripted);
    const { url } = await start();
    const addressed = (text) => text.replaceAll('${MOCK}', `${url}/${name}`);
    return {
      addressed,
      /** A value with that address in its texts. */
      withAddress: (value) => copied(value, (one) => (typeof one === 'string' ? addressed(one) : one)),
      /** Says that so many items were delivered, which lets out the rest of a stream that is held. */
      see: (items) => scripted.letsOut && ask('POST', `scenarios/${name}/items?count=${items}`).catch(() => {}),
      /** What was requested, in the form of expectations, why an answer came too late, and why a step could not answer. */
      seen: async () => {
        const entries = await ask('GET', `requests?format=plain&scenario=${name}`);
        const finding = entries.flatMap(({ findings }) => findings).find(({ rule }) => rule === 'scenario.step.fits');
        const { late } = scripted.letsOut ? await ask('GET', `scenarios/${name}`) : {};
        return { requests: entries.map(({ findings, ...request }) => request), late, unfit: finding?.message };
      },
      remove: () => Promise.all([ask('DELETE', `scenarios/${name}`), ask('DELETE', `requests?scenario=${name}`)]),
    };
  };
  return { start, scenario, stop: () => mock?.then(({ stop }) => stop(), () => {}) };
}
