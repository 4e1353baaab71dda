// The runner says of every vector that it plays what the harness says: status, sentence, first difference and reading.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { startAdapter } from './bridge.mjs';
import { corpus, directVerdicts, json, linesOf, openSuite, programs, root, temporaryFolder } from './own.mjs';

const folder = temporaryFolder();
const quoted = (words) => words.map((word) => `'${word}'`).join(' ');
const readCorpus = () => JSON.parse(readFileSync(corpus, 'utf8'));

/** What counts of a line of a report. */
function verdictOf({ type, status, detail, reading, differences }) {
  if (type === 'unsupported') return { status: type };
  const { pointer, kind, message, inside } = differences?.[0] ?? {};
  return { status, detail, reading, count: differences?.length ?? 0, pointer, kind, message, inside };
}

const verdictsOf = (lines) => new Map(lines.filter(({ id }) => id).map((line) => [line.id, verdictOf(line)]));

/** What the harness says of a subject of direct_verdicts, by vector. */
function harnessVerdicts(subject) {
  const file = join(folder, 'harness.jsonl');
  execFileSync(directVerdicts, [file, ...subject]);
  return verdictsOf(linesOf(file));
}

/** What the runner says of an adapter, by vector. */
async function runnerVerdicts(command, mock) {
  const { options, end } = await startAdapter(command, json);
  const { name, version, operations, providers, apiTypes, connectionKinds, features, numbers } = options;
  const declared = { name, version, operations, providers, apiTypes, connectionKinds, features, numbers };
  const jsonl = join(folder, 'runner.jsonl');
  const suite = openSuite({ corpus, jsonl, mock, include: 'extensions', ...declared });
  for (const vector of suite.vectors) await vector.play();
  await suite.close();
  await end();
  return verdictsOf(linesOf(jsonl));
}

/** Compares all that both have played; returns how many failed. */
function compare(harness, runner, least) {
  let compared = 0;
  let failed = 0;
  for (const [id, verdict] of runner) {
    // A provider that is not there, and headers that it masks.
    if (verdict.status === 'unsupported' || !harness.has(id)) continue;
    assert.deepEqual(verdict, harness.get(id), id);
    ++compared;
    if (verdict.status !== 'pass') ++failed;
  }
  assert.ok(compared >= least, `${compared} vectors were compared`);
  return failed;
}

const mock = join(programs, 'prompty-mock-provider');
const direct = 3900;
const atLength = process.env.AT_LENGTH === '1';

test('of the reference, over HTTP as well', async () => {
  const command = join(programs, 'prompty-reference-adapter');
  const harness = harnessVerdicts(['process', command]);
  assert.equal(compare(harness, await runnerVerdicts(command, mock), 4700), 0);
});

test('of the runtime in Python', async () => {
  const command = `python3 '${root}/harness/adapters/python/adapter.py'`;
  const harness = harnessVerdicts(['process', command]);
  assert.equal(compare(harness, await runnerVerdicts(command), 3000), 0);
  const runner = await runnerVerdicts(command, mock);
  const unsupported = (verdicts) => [...verdicts].filter(([, { status }]) => status === 'unsupported').map(([id]) => id);
  assert.deepEqual(unsupported(runner), unsupported(harness));
});

test('of subjects without any logic', async () => {
  const names = ['echo', 'neighbour', 'accept-all', 'reject-all', 'empty-object', 'fixed', 'null'];
  for (const name of atLength ? names : names.slice(0, 2)) {
    const harness = harnessVerdicts(['trivial', name]);
    const failed = compare(harness, await runnerVerdicts(quoted([directVerdicts, 'serve', 'trivial', name])), direct);
    assert.ok(failed > 1000, `${name}: ${failed} failed`);
  }
});

test('of forty mutants', async () => {
  const mutants = readCorpus().clauses.flatMap(({ mutants: names }) => names);
  const chosen = Array.from({ length: 40 }, (_, place) => mutants[Math.floor((place * mutants.length) / 40)]);
  let noticed = 0;
  for (let begin = 0; begin < (atLength ? chosen.length : 10); begin += 10) {
    const subject = ['mutants', ...chosen.slice(begin, begin + 10)];
    const harness = harnessVerdicts(subject);
    noticed += compare(harness, await runnerVerdicts(quoted([directVerdicts, 'serve', ...subject])), direct);
  }
  assert.ok(noticed > (atLength ? 40 : 10), `${noticed} failed`);
});
