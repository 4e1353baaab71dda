// Plays a vector: lays out its files, calls the functions of the runtime and has judged what they answer.

import { isUtf8 } from 'node:buffer';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInThisContext, Script } from 'node:vm';

import { asJson, copied, exactly, isObject, NoJson, plainCopy, put } from './json.mjs';
import { judge, requestsOf, withoutUnset, withRequests } from './judging.mjs';

const stepsOf = ({ steps, operation, given, expect }) => steps ?? [{ operation, given, expect }];

// --- Files and their rewritings.

const bytesOf = (content) => (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64'));

function filesOf(source, fixtures) {
  const entries = Object.entries(source.files ?? {});
  return new Map(entries.map(([path, content]) => [path, bytesOf(content.fixture === undefined ? content : fixtures[content.fixture])]));
}

const reversed = (value) => {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const copy = {};
  for (const key of Object.keys(value).reverse()) put(copy, key, reversed(value[key]));
  return copy;
};

const escaped = (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const inBytes = (rewrite) => (bytes) => (isUtf8(bytes) && !bytes.includes(0) ? Buffer.from(rewrite(bytes.toString())) : bytes);

/** Rewrites prompt text in what is given. */
const inGiven = (rewrite, names = ['text', 'rendered']) => (given) => {
  const changed = { ...given };
  for (const name of names) if (typeof given[name] === 'string') changed[name] = rewrite(given[name]);
  if (isObject(given.agent) && names.includes('rendered')) changed.agent = inGiven(rewrite, ['instructions'])(given.agent);
  return changed;
};

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

export const transformNames = Object.keys(rewritings);

/** A vector and its files under a transform; undefined where it changes nothing, such as escapes in what are values. */
function rewritten(source, files, { files: names, bytes, given }) {
  const touched = [...files.keys()].filter((path) => names.test(path));
  if (touched.length === 0 && !given) return undefined;
  const steps = stepsOf(source).map((step) => (given ? { ...step, given: given(step.given) } : step));
  const provider = given === reversed ? source.provider?.map((step) => ({ ...step, respond: reversed(step.respond) })) : source.provider;
  return [{ ...source, steps, provider }, new Map([...files, ...touched.map((path) => [path, bytes(files.get(path))])])];
}

// --- One call.

const mainGlobal = runInThisContext('globalThis');
const slot = Symbol.for('prompty-conformance-runner.call');
const script = new Script(`globalThis[Symbol.for('prompty-conformance-runner.call')]()`);

class Late extends Error {}

/** The result of a function, which is ended when it blocks for longer than the limit, a debugger apart. */
function bounded(call, timeout) {
  if (!timeout || debuggerUrl()) return call();
  mainGlobal[slot] = call;
  try {
    return script.runInThisContext({ timeout, displayErrors: false });
  } catch (error) {
    throw error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new Late() : error;
  }
}

async function inTime(promise, timeout) {
  if (!timeout || debuggerUrl() || typeof promise?.then !== 'function') return promise;
  let timer;
  const late = new Promise((resolve, reject) => (timer = setTimeout(() => reject(new Late()), timeout)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** What a generator returns, its items delivered, and listed where it lists none; what else was returned as it is. */
function delivered(returned, item, items) {
  const isGenerator = typeof returned?.next === 'function' && (Symbol.asyncIterator in returned || Symbol.iterator in returned);
  if (!isGenerator) return returned;
  const whole = (value) => (isObject(value) && value.outcome !== undefined ? { items, ...value } : value);
  if (!(Symbol.asyncIterator in returned)) {
    for (;;) {
      const step = returned.next();
      if (step.done) return whole(step.value);
      item(step.value);
    }
  }
  const onward = (step) => (step.done ? whole(step.value) : (item(step.value), returned.next().then(onward)));
  return returned.next().then(onward);
}

const nameOf = (error) => error?.name ?? error?.constructor?.name ?? typeof error;

/** What `errors` says of an error: the entry of its class, or of the nearest class above. */
function entryOf(errors, error) {
  const byName = errors instanceof Map ? undefined : errors;
  for (let kin = error; kin !== null && typeof kin === 'object'; kin = Object.getPrototypeOf(kin)) {
    const type = Object.hasOwn(kin, 'constructor') ? kin.constructor : undefined;
    const entry = byName ? byName[type?.name ?? (kin === error ? error.name : undefined)] : errors.get(type);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

function raised(operation, error, items, { errors, kinds, timeout }) {
  if (error instanceof Late) return { status: 'timeout', detail: `${operation} gave no answer within ${timeout} ms`, items };
  if (error instanceof NoJson) return { status: 'fail', detail: `${operation} returned what is no JSON: ${error.message}`, items };
  const entry = entryOf(errors, error);
  const told = { kind: error?.kind, message: error?.message ?? String(error), partial: error?.partial, spans: error?.spans };
  Object.assign(told, typeof entry === 'function' ? entry(error) : entry && { kind: entry });
  const detail = `${operation} raised ${nameOf(error)}, which errors maps to no kind: ${told.message}`;
  if (!kinds.includes(told.kind)) return { status: 'fail', detail, items, cause: error };
  const value = asJson({ kind: told.kind, message: String(told.message), partial: told.partial, spans: told.spans });
  if (Array.isArray(value.partial)) value.partial = { items: value.partial };
  return { status: 'error', value, items, cause: error };
}

async function called(operation, params, folder, onItem, run) {
  const items = [];
  const item = (value) => {
    items.push(asJson(value));
    onItem?.(items.length);
  };
  try {
    const start = () => {
      const returned = run.operations[operation](params, { folder, item });
      return typeof returned?.then === 'function' ? returned.then((value) => delivered(value, item, items)) : delivered(returned, item, items);
    };
    return { status: 'result', value: asJson(await inTime(bounded(start, run.timeout), run.timeout)), items };
  } catch (error) {
    try {
      return raised(operation, error, items, run);
    } catch (mistake) {
      return { status: 'fail', detail: `${operation} raised what cannot be told: ${mistake.message}`, items };
    }
  }
}

// --- One vector.

/** The params of a step as the function gets them, a copy: absolute paths, the folder of the files, environment and profile. */
function paramsOf({ operation, given }, source, folder, { profile, numbers }) {
  const params = numbers === 'exact' ? copied(given, (scalar) => scalar) : plainCopy(given);
  const takesPath = ['load', 'invoke', 'turn'].includes(operation);
  if (takesPath && params.path !== undefined) params.path = `${folder}/${params.path}`;
  const hasFiles = Object.keys(source.files ?? {}).length > 0;
  if (hasFiles && params.path === undefined) params.baseDir = params.baseDir === undefined ? folder : `${folder}/${params.baseDir}`;
  if (takesPath && source.cwd !== undefined) params.cwd = `${folder}/${source.cwd}`;
  if (source.env && params.env === undefined) params.env = { ...source.env };
  if (profile === 'live') params.options = { ...params.options, profile: 'live' };
  return params;
}

function answerOf({ status, value, detail, items }) {
  const shown = ['result', 'error'].includes(status) ? { [status]: value } : { status: status === 'fail' ? 'protocol fault' : status, detail };
  return items.length > 0 ? { ...shown, items } : shown;
}

const layOut = (folder, files) => {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
};

async function playSteps(vector, source, files, folder, run, scenario) {
  const addressed = (value) => (scenario ? copied(value, (one) => (typeof one === 'string' ? scenario.addressed(one) : one)) : value);
  layOut(folder, scenario ? [...files].map(([path, bytes]) => [path, inBytes(scenario.addressed)(bytes)]) : files);
  if (source.cwd !== undefined) mkdirSync(join(folder, source.cwd), { recursive: true });
  const times = source.times ?? 1;
  for (let time = 1; time <= times; ++time) {
    for (const [place, step] of stepsOf(source).entries()) {
      layOut(folder, Object.entries(addressed(step.files ?? {})));
      const { operation, expect } = step;
      const sent = addressed(paramsOf(step, source, folder, run));
      const kept = copied(sent, (scalar) => scalar);
      const held = scenario?.hold();
      const given = await called(operation, sent, folder, held?.see, run);
      const clean = { ...given };
      if (given.status === 'result') clean.value = withoutUnset(operation, given.value);
      else if (given.value?.partial !== undefined) clean.value = { ...given.value, partial: withoutUnset(operation, given.value.partial) };
      const accepted = vector.accepted[place][run.profile] ?? [];
      let judged = judge(expect, accepted, clean, run.departuresOf(vector, expect, accepted));
      judged = held?.judged(judged) ?? judged;
      const seen = await scenario?.seen();
      const requests = requestsOf(expect, judged);
      if (scenario && requests) judged = withRequests(judged, requests, seen.requests);
      if (judged.status === 'pass' && seen?.unfit) judged = { status: 'fail', detail: seen.unfit, differences: [] };
      const played = { ...judged, operation, sent: kept, answered: answerOf(given), cause: given.cause };
      if (judged.status === 'pass' && !(time === times && place === stepsOf(source).length - 1)) continue;
      if (judged.status !== 'pass' && times > 1) played.detail = `time ${time} of ${times}: ${judged.detail}`;
      return played;
    }
  }
}

async function playOnce(vector, [source, files], run) {
  const folder = files.size > 0 || source.cwd !== undefined ? mkdtempSync(join(tmpdir(), 'prompty-')) : tmpdir();
  const scenario = source.provider || source.mcp ? await run.mock.scenario(source, stepsOf(source)) : undefined;
  try {
    return await playSteps(vector, source, files, folder, run, scenario);
  } finally {
    await scenario?.remove();
    if (folder !== tmpdir()) rmSync(folder, { recursive: true, force: true });
  }
}

/** Plays a vector and, when it passes, each of its transforms that the run asks for: a list of attempts. */
export async function play(vector, run) {
  const plain = exactly(vector.source);
  const files = filesOf(plain, run.fixtures);
  const attempts = [{ way: 'direct', ...(await playOnce(vector, [plain, files], run)) }];
  for (const transform of plain.transforms ?? []) {
    if (attempts[0].status !== 'pass' || !run.transforms.includes(transform)) continue;
    const changed = rewritten(plain, files, rewritings[transform]);
    if (changed) attempts.push({ way: 'transform', transform, of: 'direct', ...(await playOnce(vector, changed, run)) });
  }
  return attempts;
}
