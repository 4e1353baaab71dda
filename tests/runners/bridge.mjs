// An adapter process as the functions of a runtime: what the harness asks of an adapter, a runner asks of these.

import { spawn } from 'node:child_process';

/** An error that the runtime behind an adapter raised, as the protocol tells it. */
class Raised extends Error {
  constructor({ kind, message, partial, spans }) {
    super(message);
    Object.assign(this, { kind, partial, spans });
  }
}

/**
 * Starts an adapter by a command for the shell. `parse` and `written` are those of the runner, which keep every number as it is
 * written. Returns the options of a runner that its answer to initialize makes, and a function that ends it.
 */
export async function startAdapter(command, { parse, written }) {
  const adapter = spawn('sh', ['-c', `exec ${command}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let last = 0;
  const take = (line) => {
    const message = parse(line);
    if (message.method === 'item') return waiting.get(message.params.id)?.item(message.params.item);
    waiting.get(message.id)?.answer(message);
    waiting.delete(message.id);
  };
  // node:readline would also end a line at the separators U+2028 and U+2029, which JSON may hold.
  let pending = '';
  adapter.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop();
    lines.forEach(take);
  });
  let isOver = false;
  adapter.once('close', (code, signal) => {
    isOver = true;
    for (const { answer } of waiting.values()) answer({ error: { code: 0, message: `the adapter has ended (${code ?? signal})` } });
  });
  const ask = (method, params, item = () => {}) =>
    new Promise((resolve, reject) => {
      if (isOver) return void reject(new Error('the adapter has ended'));
      const id = ++last;
      const answer = ({ result, error }) => {
        if (error === undefined) resolve(result);
        else reject(error.code === -32000 ? new Raised(error.data) : new Error(`${error.code}: ${error.message}`));
      };
      waiting.set(id, { answer, item });
      adapter.stdin.write(`${written({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const { implementation, operations, providers, apiTypes, connectionKinds, features } = await ask('initialize', {
    protocolVersion: 6,
    suite: { name: 'prompty-conformance', version: '0.1.0' },
    scratch: '/tmp',
    editions: ['2026-04'],
  });
  const functions = operations.map((name) => [name, (params, { item }) => ask(name, params, item)]);
  return {
    options: { ...implementation, operations: Object.fromEntries(functions), providers, apiTypes, connectionKinds, features, numbers: 'exact' },
    end: () => {
      adapter.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: ++last, method: 'shutdown' })}\n`);
      return new Promise((resolve) => adapter.once('close', resolve));
    },
  };
}
