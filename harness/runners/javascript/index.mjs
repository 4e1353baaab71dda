// The vectors of the Prompty runtime specification, played by the functions of a runtime in this process.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parseCorpus } from './json.mjs';
import { checkedOptions, demandKnown, listOf, RunnerError } from './options.mjs';
import { play } from './playing.mjs';
import { mockProvider } from './provider.mjs';
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

/** The vectors of the edition, as they are judged by it, that the options select. */
function selectedVectors(corpus, options) {
  const { edition, include } = options;
  const globs = listOf(options.filter).map(globOf);
  const cited = listOf(options.clause);
  demandKnown('clause', cited, corpus.clauses.map(({ id }) => id));
  const isChosen = ({ id, clauses }) =>
    (globs.length === 0 || globs.some((glob) => glob.test(id))) && (cited.length === 0 || cited.some((one) => clauses.includes(one)));
  const inEdition = (vector) => ({ ...vector, ...vector.editions[edition] });
  const chosen = corpus.vectors.filter((vector) => vector.editions[edition] && isChosen(vector)).map(inEdition);
  const selected = chosen.filter(({ extension }) => !extension || include.includes('extensions'));
  const extended = chosen.length > 0 ? `; ${chosen.length} are of extensions, which include: 'extensions' adds` : '';
  if (selected.length === 0) throw new RunnerError(`the options filter and clause leave no vector${extended}`);
  return selected;
}

/** Why a vector is not played, or ''. */
function unsupportedReason({ needs, operations: asked, scenario }, { declared, operations, mock }) {
  for (const [list, names] of Object.entries(declared)) {
    const missing = needs[list].find((name) => !names.includes(name));
    if (missing) return `the ${list.replace(/s$/, '')} ${missing} is not declared`;
  }
  const missing = asked.find((name) => !operations[name]);
  if (missing) return `the operation ${missing} is not given`;
  return scenario && !mock ? 'it needs the mock provider, and mock is not set' : '';
}

const groupsOf = ({ include }) => ['documents', ...(include.length > 0 ? ['ours'] : []), ...include.filter((group) => group === 'extensions')];

/** Whether a failure of the vector makes its test red. */
const decides = (corpus, options, { gating, level, group }) =>
  gating && corpus.options.level[options.level].includes(level) && groupsOf(options).includes(group);

/** The line of a report about the run. */
function runLine(corpus, options, selected) {
  const { name, version, edition, profile, level, protocolVersion, rerun } = options;
  const suite = { suiteVersion: corpus.suiteVersion, corpusDigest: corpus.editionDigests[edition], edition, profile };
  const subject = { name, version, language: 'JavaScript', protocolVersion };
  const deciding = { level, groups: groupsOf(options), requiredClasses: [] };
  const commandLine = process.argv.slice(1).join(' ');
  return { type: 'run', reportVersion: 2, ...suite, subject, commandLine, deciding, subjectOption: name, moreOptions: '', rerun, selected };
}

/** The vectors that the options select, each with a function that plays it; index.d.ts has the shapes. */
export function openSuite(given) {
  const corpus = readCorpus(given.corpus);
  const options = checkedOptions(given, corpus);
  const selected = selectedVectors(corpus, options);
  const report = options.jsonl && jsonLines(options.jsonl, runLine(corpus, options, selected.length));
  const mock = options.mock ? mockProvider(options.mock === true ? 'prompty-mock-provider' : options.mock) : undefined;
  const clauses = new Map(corpus.clauses.map((clause) => [clause.id, clause]));
  const citedBy = (vector) => vector.clauses.map((id) => clauses.get(id));
  const playVector = async (vector) => {
    const problem = vector.scenario && (await mock.start().then(() => '', (error) => `the mock provider does not start: ${error.message}`));
    if (problem) {
      report?.unsupported(vector, problem);
      return { status: 'unsupported', isRed: false, text: problem, attempts: [] };
    }
    const attempts = await play(vector, { ...options, fixtures: corpus.fixtures, unsetMembers: corpus.unsetMembers, mock });
    for (const attempt of attempts) report?.attempt(vector, attempt, options.rerun && `${options.rerun} ${vector.id}`);
    const failed = attempts.find(({ status }) => status !== 'pass');
    const text = failed ? failureText(vector, failed, citedBy(vector)) : '';
    return { status: failed?.status ?? 'pass', isRed: failed !== undefined && decides(corpus, options, vector), text, attempts };
  };
  const suite = { vectors: [], unsupported: [] };
  for (const vector of selected) {
    const reason = unsupportedReason(vector, options);
    const described = { ...vector, clauses: citedBy(vector) };
    if (reason) {
      report?.unsupported(vector, reason);
      suite.unsupported.push({ ...described, reason });
    } else suite.vectors.push({ ...described, play: () => playVector(vector) });
  }
  const close = async () => {
    report?.close();
    await mock?.stop();
  };
  return { ...suite, close };
}
