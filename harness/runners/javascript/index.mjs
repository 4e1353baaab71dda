// The vectors of the Prompty runtime specification, played by the functions of a runtime in this process.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parseCorpus } from './json.mjs';
import { play, transformNames } from './playing.mjs';
import { isMasked, MockProvider } from './provider.mjs';
import { failureText, JsonLines } from './reporting.mjs';

const levels = { must: ['MUST', 'MUST NOT'], should: ['SHOULD', 'SHOULD NOT'], all: ['MAY'] };
const profiles = ['as-written', 'lenient', 'live'];
const groups = ['documents', 'ours', 'extensions'];
const known = `operations errors name version providers apiTypes connectionKinds features profile edition level include filter clause
  transforms mock timeout jsonl rerun corpus numbers`.split(/\s+/);

/** A mistake in the options or in the corpus, in a sentence. */
export class RunnerError extends Error {}

function demandKnown(what, names, all) {
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new RunnerError(`there is no ${what} '${unknown}'; known are ${all.join(', ')}`);
}

const corpora = new Map();

/** The corpus at a path, whose digest is the one that stands beside it. Throws RunnerError when it is not. */
function readCorpus(path = fileURLToPath(new URL('./corpus.json', import.meta.url))) {
  const digestPath = path.replace(/\.json$/, '.sha256');
  for (const file of [path, digestPath]) {
    if (!existsSync(file)) throw new RunnerError(`there is no ${file}: scripts/runners makes it, and puts it into the package`);
  }
  const bytes = readFileSync(path);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const wanted = readFileSync(digestPath, 'utf8').trim();
  if (digest !== wanted) throw new RunnerError(`${path} is not what it was packed as: its SHA-256 is ${digest}, ${digestPath} says ${wanted}`);
  if (!corpora.has(digest)) corpora.set(digest, parseCorpus(bytes.toString()));
  return corpora.get(digest);
}

const listOf = (value) => (value === undefined ? [] : [value].flat());

function globOf(glob) {
  const signs = glob.replace(/[.+^${}()|\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.').replaceAll('[!', '[^');
  return new RegExp(`^${signs}$`, 's');
}

function checkedOptions(options, corpus) {
  const { definitions, operations } = corpus.schemas.protocol;
  const named = (list) => definitions.Capabilities.properties[list].items.enum;
  const operationNames = Object.keys(operations).filter((name) => name !== 'initialize');
  const all = {
    profile: 'lenient',
    edition: corpus.editions.at(-1),
    level: 'must',
    timeout: 10_000,
    errors: {},
    name: 'runtime',
    version: '',
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    kinds: definitions.ErrorData.properties.kind.enum,
    declared: {
      features: options.features ?? ['jinja2'],
      providers: options.providers ?? ['openai'],
      apiTypes: options.apiTypes ?? ['chat'],
      connectionKinds: options.connectionKinds ?? named('connectionKinds'),
    },
    include: listOf(options.include),
    transforms: options.transforms === true ? transformNames : listOf(options.transforms || undefined),
    fixtures: corpus.fixtures,
  };
  demandKnown('option', Object.keys(options), known);
  demandKnown('operation', Object.keys(all.operations ?? {}), operationNames);
  if (Object.keys(all.operations ?? {}).length === 0) throw new RunnerError('no operation is given: operations = {split: (params) => …}');
  for (const [name, call] of Object.entries(all.operations))
    if (typeof call !== 'function') throw new RunnerError(`the operation ${name} is no function`);
  for (const list of ['features', 'apiTypes', 'connectionKinds']) demandKnown(list.replace(/s$/, ''), all.declared[list], named(list));
  const entries = all.errors instanceof Map ? [...all.errors.values()] : Object.values(all.errors);
  demandKnown('kind of error', entries.filter((entry) => typeof entry !== 'function'), all.kinds);
  demandKnown('profile', [all.profile], profiles);
  demandKnown('edition', [all.edition], corpus.editions);
  demandKnown('level', [all.level], Object.keys(levels));
  demandKnown('group of clauses', all.include, groups);
  demandKnown('transform', all.transforms, transformNames);
  return all;
}

function selectedVectors(corpus, options, clauses) {
  const isThere = ({ since, until, group }) =>
    since <= options.edition && (until === '' || options.edition <= until) && (group !== 'extensions' || options.include.includes(group));
  const globs = listOf(options.filter).map(globOf);
  const cited = listOf(options.clause);
  demandKnown('clause', cited, [...clauses.keys()]);
  const selected = corpus.vectors.filter(({ id, clauses: ids }) => {
    const isChosen = (globs.length === 0 || globs.some((glob) => glob.test(id))) && (cited.length === 0 || cited.some((one) => ids.includes(one)));
    return isChosen && ids.every((one) => isThere(clauses.get(one)));
  });
  if (selected.length === 0) throw new RunnerError('the options filter, clause and include leave no vector');
  return selected;
}

/** Why a vector is not played, or ''. */
function unsupportedReason(vector, { declared, operations, mock }) {
  for (const [list, one] of [['features', 'feature'], ['providers', 'provider'], ['apiTypes', 'apiType'], ['connectionKinds', 'connectionKind']]) {
    const missing = vector.needs[list].find((name) => !declared[list].includes(name));
    if (missing) return `the ${one} ${missing} is not declared`;
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
  const contested = vector.clauses.flatMap((id) => clauses.get(id).contested);
  const knowsAll = ({ readings }) => names.every((name) => readings.some((one) => one.name === name));
  const decision = contested.map((id) => corpus.decisions.find((one) => one.id === id)).find(knowsAll);
  return names.filter((name) => !accepted.includes(name)).map((name) => ({ name, decision: decision?.id }));
};

/** The vectors that the options select, each with a function that plays it; index.d.ts has the shapes. */
export function openSuite(given) {
  const corpus = readCorpus(given.corpus);
  const clauses = new Map(corpus.clauses.map((clause) => [clause.id, clause]));
  const options = checkedOptions(given, corpus);
  const selected = selectedVectors(corpus, options, clauses);
  const mock = options.mock ? new MockProvider(options.mock === true ? undefined : options.mock) : undefined;
  const run = { ...options, mock, departuresOf: departuresOf(corpus, clauses, options.profile) };
  const decidingLevels = Object.keys(levels).slice(0, Object.keys(levels).indexOf(options.level) + 1).flatMap((name) => levels[name]);
  const decidingGroups = ['documents', ...(options.include.length > 0 ? ['ours', ...options.include] : [])];
  const deciding = { level: options.level, groups: [...new Set(decidingGroups)], requiredClasses: [] };
  const report = options.jsonl && new JsonLines(options.jsonl, {
    type: 'run', reportVersion: 2, suiteVersion: corpus.suiteVersion, corpusDigest: corpus.editionDigests[options.edition],
    edition: options.edition, profile: options.profile,
    subject: { name: options.name, version: options.version, language: 'JavaScript', protocolVersion: corpus.schemas.protocol.definitions.Capabilities.properties.protocolVersion.enum[0] },
    commandLine: process.argv.slice(1).join(' '), deciding, subjectOption: options.name, moreOptions: '', rerun: options.rerun, selected: selected.length,
  });
  const vectors = [];
  const unsupported = [];
  const leaveOut = (vector, reason) => {
    report?.unsupported(vector, reason);
    return { status: 'unsupported', isRed: false, text: reason, attempts: [] };
  };
  for (const vector of selected) {
    const { id, why, clauses: ids, level, group, gating } = vector;
    const described = { id, why, clauses: ids.map((one) => clauses.get(one)), level, group, gating };
    const reason = unsupportedReason(vector, options);
    if (reason) {
      leaveOut(vector, reason);
      unsupported.push({ ...described, reason });
      continue;
    }
    const playVector = async () => {
      try {
        if (vector.source.provider || vector.source.mcp) await mock.start();
      } catch (error) {
        return leaveOut(vector, `the mock provider does not start: ${error.message}`);
      }
      const attempts = await play(vector, run);
      for (const attempt of attempts) report?.attempt(vector, attempt, options.rerun && `${options.rerun} '${id}'`);
      const failed = attempts.find(({ status }) => status !== 'pass');
      if (!failed) return { status: 'pass', isRed: false, text: '', attempts };
      const isRed = gating && decidingLevels.includes(level) && decidingGroups.includes(group);
      return { status: failed.status, isRed, text: failureText(vector, failed, described.clauses), attempts };
    };
    vectors.push({ ...described, play: playVector });
  }
  const close = async () => {
    report?.close();
    await mock?.stop();
  };
  return { vectors, unsupported, close };
}

/** How many vectors are not played for the same reason, the most first. */
export function countedReasons(unsupported) {
  const counts = new Map();
  for (const { reason } of unsupported) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([reason, count]) => ({ reason, count }));
}

/** Thrown by a test that failed; its text is all there is to say, and a trace would only lead to this runner. */
export class VectorFailure extends Error {
  constructor(text, { cause } = {}) {
    super(text, cause && { cause });
    this.name = 'VectorFailure';
    this.stack = `VectorFailure: ${text}`;
  }
}
