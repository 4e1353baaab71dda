// Plays a vector: lays out its files, calls the functions of the runtime and has judged what they answer.

import { isUtf8 } from 'node:buffer';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInThisContext, Script } from 'node:vm';

import { asJson, copied, exactly, isObject, NoJson, plainCopy, put } from './json.mjs';
import { judge, withoutUnset } from './judging.mjs';

const stepsOf = ({ steps, operation, given, expect }) => steps ?? [{ operation, given, expect }];

// --- Files, and rewritings of what is given.

const bytesOf = (content) => (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64'));
const bytesIn = (files, fixtures) =>
  new Map(Object.entries(files ?? {}).map(([path, content]) => [path, bytesOf(fixtures[content.fixture] ?? content)]));

function layOut(folder, files) {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

function reversed(value) {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const copy = {};
  for (const key of Object.keys(value).reverse()) put(copy, key, reversed(value[key]));
  return copy;
}

/** Rewrites the bytes of a text; those of what is none stay. */
const inBytes = (rewrite) => (bytes) => (isUtf8(bytes) && !bytes.includes(0) ? Buffer.from(rewrite(bytes.toString())) : bytes);

/** Rewrites prompt text in what is given. */
const inGiven = (rewrite, names = ['text', 'rendered']) => (given) => {
  const changed = { ...given };
  for (const name of names) if (typeof given[name] === 'string') changed[name] = rewrite(given[name]);
  if (isObject(given.agent) && names.includes('rendered')) changed.agent = inGiven(rewrite, ['instructions'])(given.agent);
  return changed;
};

const escaped = (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const withCrlf = (text) => text.replace(/(?<!\r)\n/g, '\r\n');
const withMark = (text) => (text.startsWith('\ufeff') ? text : `\ufeff${text}`);
const withoutEnd = (text) => text.replace(/\r?\n$/, '');

/** Of each transform which files it rewrites, and how; and what becomes of `given`. */
const rewritings = {
  crlf: { files: /(?:)/, bytes: inBytes(withCrlf), given: inGiven(withCrlf) },
  bom: { files: /\.prompty$/, bytes: inBytes(withMark), given: inGiven(withMark, ['text']) },
  'no-final-newline': { files: /\.prompty$/, bytes: inBytes(withoutEnd), given: inGiven(withoutEnd) },
  'key-order': { files: /(?!)/, given: reversed },
  'unicode-escape': { files: /\.json$/, bytes: inBytes(escaped) },
};

/** A play under a transform; undefined where it changes nothing, such as escapes in what are values. */
function rewritten({ source, files, scenario }, { files: names, bytes, given }) {
  const touched = [...files.keys()].filter((path) => names.test(path));
  if (touched.length === 0 && !given) return undefined;
  const steps = stepsOf(source).map((step) => (given ? { ...step, given: given(step.given) } : step));
  const changed = new Map([...files, ...touched.map((path) => [path, bytes(files.get(path))])]);
  return { source: { ...source, steps }, files: changed, scenario: given === reversed ? reversed(scenario) : scenario };
}

// --- One call.

class Late extends Error {}

const slot = Symbol.for('prompty-conformance-runner.call');
const script = new Script(`globalThis[Symbol.for('prompty-conformance-runner.call')]()`);

/** What a function returns, in time: it is ended when it blocks for longer, and no longer waited for. A debugger may take its time. */
async function inTime(call, limit) {
  const timeout = debuggerUrl() ? 0 : limit;
  if (!timeout) return call();
  runInThisContext('globalThis')[slot] = call;
  let returned;
  try {
    returned = script.runInThisContext({ timeout, displayErrors: false });
  } catch (error) {
    throw error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new Late() : error;
  }
  let timer;
  const late = new Promise((resolve, reject) => (timer = setTimeout(() => reject(new Late()), timeout)));
  return Promise.race([returned, late]).finally(() => clearTimeout(timer));
}

/** What a generator returns, its items delivered, and listed where it lists none; what else was returned as it is. */
function delivered(returned, item, items) {
  if (typeof returned?.next !== 'function') return returned;
  const whole = (value) => (isObject(value) && value.outcome !== undefined ? { items, ...value } : value);
  const onward = (step) => (step.done ? whole(step.value) : (item(step.value), returned.next().then(onward)));
  if (Symbol.asyncIterator in returned) return returned.next().then(onward);
  let step;
  for (step = returned.next(); !step.done; step = returned.next()) item(step.value);
  return whole(step.value);
}

/** What `errors` says of an error: by its class, or the nearest class above, or the name of one. */
function meaningOf(errors, error) {
  for (let kin = error; kin !== null && typeof kin === 'object'; kin = Object.getPrototypeOf(kin)) {
    const type = Object.hasOwn(kin, 'constructor') ? kin.constructor : undefined;
    const meaning = errors.get(type) ?? errors.get(type?.name);
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}

/** The reply for what was raised. Throws NoJson when that cannot be told. */
function raised(operation, error, items, { errors, kinds, timeout }) {
  const failed = (detail, more) => ({ status: 'fail', detail: `${operation} ${detail}`, items, ...more });
  if (error instanceof Late) return failed(`gave no answer within ${timeout} ms`, { status: 'timeout' });
  if (error instanceof NoJson) return failed(`returned what is no JSON: ${error.message}`);
  const meaning = meaningOf(errors, error);
  const own = { kind: error?.kind, message: error?.message ?? String(error), partial: error?.partial, spans: error?.spans };
  const told = { ...own, ...(typeof meaning === 'function' ? meaning(error) : meaning && { kind: meaning }) };
  const name = error?.name ?? error?.constructor?.name ?? typeof error;
  if (!kinds.includes(told.kind)) return failed(`raised ${name}, which errors maps to no kind: ${told.message}`, { cause: error });
  const { partial, ...value } = asJson({ ...told, message: String(told.message) });
  const shown = partial === undefined ? {} : { partial: Array.isArray(partial) ? { items: partial } : partial };
  return { status: 'error', value: { ...value, ...shown }, items, cause: error };
}

function called(operation, params, folder, onItem, run) {
  const items = [];
  const item = (value) => {
    items.push(asJson(value));
    onItem?.(items.length);
  };
  const call = () => {
    const returned = run.operations[operation](params, { folder, item });
    return typeof returned?.then === 'function' ? returned.then((value) => delivered(value, item, items)) : delivered(returned, item, items);
  };
  // What is told of an error may be no JSON either.
  return inTime(call, run.timeout)
    .then((value) => ({ status: 'result', value: asJson(value), items }))
    .catch((error) => raised(operation, error, items, run))
    .catch((mistake) => raised(operation, mistake, items, run));
}

// --- One vector.

/** The params of a step as the function gets them, a copy: with those of the export, such as the folder of the files, and the profile. */
function paramsOf({ given }, added, folder, { profile, numbers }) {
  const params = numbers === 'exact' ? copied(given, (scalar) => scalar) : plainCopy(given);
  for (const [name, value] of Object.entries(added)) params[name] = typeof value === 'string' ? value.replace('${FOLDER}', () => folder) : { ...value };
  if (profile === 'live') params.options = { ...params.options, profile: 'live' };
  return params;
}

function answerOf({ status, value, detail, items }) {
  const shown = ['result', 'error'].includes(status) ? { [status]: value } : { status: status === 'fail' ? 'protocol fault' : status, detail };
  return items.length > 0 ? { ...shown, items } : shown;
}

async function playStep(vector, place, source, folder, run, scenario) {
  const step = stepsOf(source)[place];
  const { operation } = step;
  const { params: added, namesStatus } = vector.steps[place];
  const addressed = scenario?.withAddress ?? ((value) => value);
  layOut(folder, Object.entries(addressed(step.files ?? {})));
  const params = addressed(paramsOf(step, added, folder, run));
  const sent = copied(params, (scalar) => scalar);
  const reply = await called(operation, params, folder, scenario?.see, run);
  const { requests, late, unfit } = (await scenario?.seen()) ?? {};
  const judging = { expect: step.expect, accepted: vector.accepted[place], namesStatus };
  let judged = judge(judging, run.profile, withoutUnset(run.unsetMembers[operation], reply), requests);
  const problem = late ?? (judged.status === 'pass' ? unfit : undefined);
  if (problem) judged = { status: 'fail', detail: problem, differences: [] };
  return { ...judged, operation, sent, answered: answerOf(reply), cause: reply.cause };
}

/** Whether nothing else is wrong than that calls did not meet, for which a machine has to let them (replay.hpp). */
const missedAMeeting = ({ requires }, { differences = [] }) =>
  requires?.features?.includes('parallel-tools') && differences.length > 0 && differences.every(({ pointer }) => pointer.startsWith('/overlaps'));

/** The attempt of the step that decides: the first that fails, or the last. */
async function playSteps(vector, source, folder, run, scenario) {
  const { times = 1 } = source;
  let attempt;
  for (let time = 1; time <= times; ++time)
    for (const place of stepsOf(source).keys()) {
      attempt = await playStep(vector, place, source, folder, run, scenario);
      if (attempt.status !== 'pass') return times > 1 ? { ...attempt, detail: `time ${time} of ${times}: ${attempt.detail}` } : attempt;
    }
  return attempt;
}

async function playOnce(vector, { source, files, scenario: scripted }, run) {
  const isOwn = files.size > 0 || source.cwd !== undefined;
  const folder = isOwn ? mkdtempSync(join(tmpdir(), 'prompty-')) : tmpdir();
  const scenario = scripted && (await run.mock.scenario(scripted));
  try {
    layOut(folder, scenario ? [...files].map(([path, bytes]) => [path, inBytes(scenario.addressed)(bytes)]) : files);
    mkdirSync(join(folder, source.cwd ?? '.'), { recursive: true });
    let attempt = await playSteps(vector, source, folder, run, scenario);
    for (let left = 2; left > 0 && missedAMeeting(source, attempt); --left) attempt = await playSteps(vector, source, folder, run, scenario);
    return attempt;
  } finally {
    await scenario?.remove();
    if (isOwn) rmSync(folder, { recursive: true, force: true });
  }
}

/** Plays a vector and, when it passes, each of its transforms that the run asks for: a list of attempts. */
export async function play(vector, run) {
  const source = exactly(vector.source);
  const plain = { source, files: bytesIn(source.files, run.fixtures), scenario: vector.scenario && exactly(vector.scenario) };
  const attempts = [{ way: 'direct', ...(await playOnce(vector, plain, run)) }];
  for (const transform of source.transforms ?? []) {
    if (attempts[0].status !== 'pass' || !run.transforms.includes(transform)) continue;
    const changed = rewritten(plain, rewritings[transform]);
    if (changed) attempts.push({ way: 'transform', transform, of: 'direct', ...(await playOnce(vector, changed, run)) });
  }
  return attempts;
}
