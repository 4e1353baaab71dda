// What the tests of the runner share: the runner of this checkout on the corpus that scripts/runners made.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export const { ROOT: root, SDK: sdk, RUNNERS: runners, PROGRAMS: programs, DIRECT_VERDICTS: directVerdicts } = process.env;
export const runner = join(root, 'harness/runners/javascript');
export const corpus = join(runners, 'corpus.json');

export const { openSuite, RunnerError } = await import(join(runner, 'index.mjs'));
export const json = await import(join(runner, 'json.mjs'));
export const matching = await import(join(runner, 'matching.mjs'));

/** A folder that is removed when the tests of the file are over. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'prompty-runners-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The lines of a report, as values. */
export const linesOf = (path) => readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => json.parse(line));

/** Plays what the options select: each result by the id of its vector. */
export async function played(options) {
  const suite = openSuite({ corpus, ...options });
  const results = {};
  for (const vector of suite.vectors) results[vector.id] = await vector.play();
  await suite.close();
  return { results, unsupported: suite.unsupported };
}
