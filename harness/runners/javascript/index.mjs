// The vectors of the Prompty runtime specification, played by the functions of a runtime in this process.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parseCorpus } from './json.mjs';
import { checkedOptions, demandKnown, listOf, RunnerError } from './options.mjs';
import { play } from './playing.mjs';
import { isMasked, MockProvider } from './provider.mjs';
import { failureText, jsonLines } from './reporting.mjs';

export { RunnerError };

const corpora = new Map();

/** The corpus at a path, whose digest is the one that stands beside it. Throws RunnerError when it is not. */
function readCorpus(path = fileURLToPath(new URL('./corpus.json', import.meta.url))) {
  const digestPath = path.replace(/\.json$/, '.sha256');
  for (const file of [path, digestPath])
    if (!existsSync(file)) throw new RunnerError(`there is no ${file}: scripts/runners makes it, and puts it into the package`);
  const bytes = readFileSync(path);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const wanted = readFileSync(digestPath, 'utf8').trim();
  if (digest !== wanted) throw new RunnerError(`${path} is not what it was packed as: its SHA-256 is ${digest}, ${digestPath} says ${wanted}`);
  if (!corpora.has(digest)) corpora.set(digest, parseCorpus(bytes.toString()));
  return corpora.get(digest);
}

function globOf(glob) {
  const signs = glob.replace(/[.+^${}()|\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.').replaceAll('[!', '[^');
  return new RegExp(`^${signs}$`, 's');
}

function selectedVectors(corpus, options, clauses) {
  const { edition, include } = options;
  const isThere = ({ since, until, group }) =>
    since <= edition && (until === '' || edition <= until) && (group !== 'extensions' || include.includes(group));
  const globs = listOf(options.filter).map(globOf);
  const cited = listOf(options.clause);
  demandKnown('clause', cited, [...clauses.keys()]);
  const isChosen = ({ id, clauses: ids }) =>
    (globs.length === 0 || globs.some((glob) => glob.test(id))) && (cited.length === 0 || cited.some((one) => ids.includes(one)));
  const selected = corpus.vectors.filter((vector) => isChosen(vector) && vector.clauses.every((id) => isThere(clauses.get(id))));
  if (selected.length === 0) throw new RunnerError('the options filter, clause and include leave no vector');
  return selected;
}

/** Why a vector is not played, or ''. */
function unsupportedReason(vector, { declared, operations, mock }) {
  for (const [list, names] of Object.entries(declared)) {
    const missing = vector.needs[list].find((name) => !names.includes(name));
    if (missing) return `the ${list.replace(/s$/, '')} ${missing} is not declared`;
  }
  const missing = vector.operations.find((name) => !operations[name]);
  if (missing) return `the operation ${missing} is not given`;
  if (!vector.source.provider && !vector.source.mcp) return '';
  if (!mock) return 'it needs the mock provider, and mock is not set';
  return isMasked(vector.source) ? 'it is about a header that the mock provider shows to none but the harness' : '';
}

/** The readings of an answer that only the profile live accepts, each with the decision. */
const departuresOf = (corpus, clauses, profile) => (vector, expect, accepted) => {
  if (profile !== 'lenient' || !expect.readings) return [];
  const names = Object.keys(expect.readings);
  const knowsAll = ({ readings }) => names.every((name) => readings.some((one) => one.name === name));
  const contested = vector.clauses.flatMap((id) => clauses.get(id).contested);
  const decision = contested.map((id) => corpus.decisions.find((one) => one.id === id)).find(knowsAll);
  return names.filter((name) => !accepted.includes(name)).map((name) => ({ name, decision: decision?.id }));
};

const levels = ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT', 'MAY'];

/** What decides, as the line `run` of a report has it, and whether a vector does. */
function decidingBy({ level, include }) {
  const groups = ['documents', ...(include.length > 0 ? ['ours'] : []), ...include.filter((group) => group === 'extensions')];
  const deciding = levels.slice(0, { must: 2, should: 4, all: 5 }[level]);
  const decides = (vector) => vector.gating && deciding.includes(vector.level) && groups.includes(vector.group);
  return { line: { level, groups, requiredClasses: [] }, decides };
}

function runLine(corpus, { name, version, edition, profile, protocolVersion, rerun }, deciding, selected) {
  const suite = { suiteVersion: corpus.suiteVersion, corpusDigest: corpus.editionDigests[edition], edition, profile };
  const subject = { name, version, language: 'JavaScript', protocolVersion };
  const commandLine = process.argv.slice(1).join(' ');
  return { type: 'run', reportVersion: 2, ...suite, subject, commandLine, deciding, subjectOption: name, moreOptions: '', rerun, selected };
}

/** The vectors that the options select, each with a function that plays it; index.d.ts has the shapes. */
export function openSuite(given) {
  const corpus = readCorpus(given.corpus);
  const clauses = new Map(corpus.clauses.map((clause) => [clause.id, clause]));
  const options = checkedOptions(given, corpus);
  const selected = selectedVectors(corpus, options, clauses);
  const byId = new Map(selected.map((vector) => [vector.id, vector]));
  const { line: deciding, decides } = decidingBy(options);
  const report = options.jsonl && jsonLines(options.jsonl, runLine(corpus, options, deciding, selected.length));
  const mock = options.mock ? new MockProvider(options.mock === true ? undefined : options.mock) : undefined;
  const run = { ...options, fixtures: corpus.fixtures, mock, departuresOf: departuresOf(corpus, clauses, options.profile) };
  const playVector = async (vector) => {
    if (vector.source.provider || vector.source.mcp) {
      const problem = await mock.start().then(() => '', (error) => `the mock provider does not start: ${error.message}`);
      if (problem) {
        report?.unsupported(vector, problem);
        return { status: 'unsupported', isRed: false, text: problem, attempts: [] };
      }
    }
    const attempts = await play(vector, run);
    for (const attempt of attempts) report?.attempt(vector, attempt, options.rerun && `${options.rerun} ${vector.id}`);
    const failed = attempts.find(({ status }) => status !== 'pass');
    if (!failed) return { status: 'pass', isRed: false, text: '', attempts };
    const cited = vector.clauses.map((id) => clauses.get(id));
    return { status: failed.status, isRed: decides(vector), text: failureText(vector, failed, cited), attempts };
  };
  const described = selected.map((vector) => ({ ...vector, clauses: vector.clauses.map((id) => clauses.get(id)), reason: unsupportedReason(vector, options) }));
  const unsupported = described.filter(({ reason }) => reason);
  for (const { id, reason } of unsupported) report?.unsupported(byId.get(id), reason);
  const vectors = described.filter(({ reason }) => !reason).map((vector) => ({ ...vector, play: () => playVector(byId.get(vector.id)) }));
  const close = async () => {
    report?.close();
    await mock?.stop();
  };
  return { vectors, unsupported, close };
}
