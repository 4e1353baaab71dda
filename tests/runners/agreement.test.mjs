// The runner says of every vector that it plays what the harness says: status, sentence, first difference and reading.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { startAdapter } from './bridge.mjs';
import { corpus, json, linesOf, openSuite, programs, runners, temporaryFolder } from './own.mjs';

const folder = temporaryFolder();
const verdicts = join(runners, 'verdicts');

/** What counts of a line of a report. */
function verdictOf({ type, status, detail, reading, differences }) {
  // An operation that is declared and unknown is something that only an adapter can have: the bridge raises something.
  if (type === 'unsupported' || detail?.includes('-32601')) return { status: status ?? type };
  const { pointer, kind, message, inside } = differences?.[0] ?? {};
  return { status, detail, reading, count: differences?.length ?? 0, pointer, kind, message, inside };
}

const verdictsIn = (file) => new Map(linesOf(file).filter(({ id }) => id).map((line) => [line.id, verdictOf(line)]));

/** What the runner says of an adapter about these vectors, by vector. */
async function runnerVerdicts({ command, mock, profile }, ids) {
  const { options, end } = await startAdapter(command, json);
  const { name, version, operations, providers, apiTypes, connectionKinds, features, numbers } = options;
  const declared = { name, version, operations, providers, apiTypes, connectionKinds, features, numbers };
  const jsonl = join(folder, 'runner.jsonl');
  const program = mock && join(programs, 'prompty-mock-provider');
  const suite = openSuite({ corpus, jsonl, mock: program, profile, include: 'extensions', ...declared });
  for (const vector of suite.vectors) if (ids.has(vector.id)) await vector.play();
  await suite.close();
  await end();
  return verdictsIn(jsonl);
}

for (const subject of JSON.parse(readFileSync(join(verdicts, 'subjects.json'), 'utf8'))) {
  test(`of ${subject.name}`, async () => {
    const harness = verdictsIn(join(verdicts, `${subject.name}.jsonl`));
    assert.ok(harness.size * subject.share > 3900, `${harness.size} vectors were judged`);
    const runner = await runnerVerdicts(subject, new Set(harness.keys()));
    let failed = 0;
    for (const [id, verdict] of harness) {
      assert.deepEqual(runner.get(id), verdict, id);
      if (!['pass', 'unsupported'].includes(verdict.status)) ++failed;
    }
    assert.ok(failed >= subject.fails, `${failed} failed`);
  });
}
