// Holds a reply against what a step of a vector expects. A reply is {status: 'result' | 'error', value, items}, or one that did not
// come to an end of its own: {status: 'timeout' | 'fail', detail}.

import { isObject, put, same } from './json.mjs';
import { differences } from './matching.mjs';

const passed = { status: 'pass', detail: '', differences: [] };
const failed = (detail, found) => (found.length === 0 ? passed : { status: 'fail', detail, differences: found });
const below = (member, found) => found.map((one) => ({ ...one, pointer: member + one.pointer }));
const otherEnding = (message, expected, got) => [{ pointer: '', kind: 'other ending', message, expected, got }];

function both(first, second) {
  if (second.status === 'pass') return first;
  return first.status === 'pass' ? second : { ...first, differences: [...first.differences, ...second.differences] };
}

// --- Without what says that nothing is set: null in an agent, in messages and in their parts, false where that goes without saying.

/** Leaves out members that are null or a value that says the same, and cleans those that have a cleaner. */
const cleaner = (unset = {}, cleaners = {}) => (object) => {
  const kept = {};
  for (const [key, value] of Object.entries(object)) {
    if (value === null || (Object.hasOwn(unset, key) && same(value, unset[key]))) continue;
    const clean = (one) => (isObject(one) && Object.hasOwn(cleaners, key) ? cleaners[key](one) : one);
    put(kept, key, Array.isArray(value) ? value.map(clean) : clean(value));
  }
  return kept;
};

const plainly = cleaner();
const property = cleaner({ required: false });
const tool = cleaner({ strict: false }, { parameters: property, connection: plainly });
const model = cleaner({}, { connection: plainly, options: plainly });
const template = cleaner({}, { format: plainly, parser: plainly });
const agent = cleaner({}, { model, inputs: property, outputs: property, tools: tool, template });
const message = cleaner({ metadata: {} }, { content: plainly });
const messages = (list) => (Array.isArray(list) ? list.map((one) => (isObject(one) ? message(one) : one)) : list);

/** What an operation returned, without members that adapters may show or leave out. */
export function withoutUnset(operation, result) {
  if (operation === 'load' && isObject(result)) return agent(result);
  if (operation === 'turn' && isObject(result)) return { ...result, ...(result.messages && { messages: messages(result.messages) }) };
  return ['parse', 'prepare'].includes(operation) ? messages(result) : result;
}

// --- Events of a turn.

const namesStatus = (value) => value === 'status' || (typeof value === 'object' && value !== null && Object.values(value).some(namesStatus));

/** Those of type `status` go without saying, and a `messages_updated` that repeats the one before it is one with it. */
function reported(expect, reply) {
  const answer = reply.status === 'error' ? reply.value.partial : reply.value;
  if (!Array.isArray(answer?.events)) return reply;
  const outcomes = expect.readings ? Object.values(expect.readings) : [expect];
  const namesIt = outcomes.some(({ value, error }) => namesStatus(value) || namesStatus(error?.partial));
  const kept = answer.events.filter((event) => namesIt || event?.type !== 'status');
  const events = kept.filter((event, place) => event?.type !== 'messages_updated' || place === 0 || !same(event, kept[place - 1]));
  return { ...reply, value: reply.status === 'error' ? { ...reply.value, partial: { ...answer, events } } : { ...answer, events } };
}

// --- Spans.

function joined(spans) {
  const whole = [];
  for (const span of spans) {
    const isPart = isObject(span) && Object.hasOwn(span, 'name') && Object.hasOwn(span, 'parent') && same(span.parent, span.name);
    const outer = isPart ? whole.findLast((earlier) => isObject(earlier) && Object.hasOwn(earlier, 'name') && same(earlier.name, span.name)) : undefined;
    if (!outer) whole.push(isObject(span) ? { ...span } : span);
    else if (isObject(span.attributes) && isObject(outer.attributes ?? {})) outer.attributes = { ...span.attributes, ...outer.attributes };
  }
  return whole;
}

function spanDifferences(expected, spans) {
  const isMentioned = (span) => !isObject(span) || !Object.hasOwn(span, 'name') || expected.some(({ name }) => same(name, span.name));
  const mentioned = Array.isArray(spans) ? joined(spans).filter(isMentioned) : spans;
  return below('/spans', differences(expected.map((span) => ({ $subset: span })), mentioned));
}

// --- One outcome.

function judgeError(expected, raised) {
  const kind = [{ pointer: '/kind', kind: 'other value', message: 'the values differ', expected: expected.kind, got: raised.kind }];
  let judged = failed('another kind of error was raised', expected.kind === undefined || expected.kind === raised.kind ? [] : kind);
  if (expected.message !== undefined)
    judged = both(judged, failed('the error has another message', below('/message', differences(expected.message, raised.message))));
  if (expected.messageContains !== undefined && !raised.message.includes(expected.messageContains)) {
    const lacking = { pointer: '/message', kind: 'other value', message: 'the text is not in the message' };
    judged = both(judged, failed('the error message lacks a text', [{ ...lacking, expected: expected.messageContains, got: raised.message }]));
  }
  if (expected.partial === undefined) return judged;
  if (raised.partial !== undefined)
    return both(judged, failed('the error carries another partial result', below('/partial', differences(expected.partial, raised.partial))));
  const none = { pointer: '/partial', kind: 'missing', message: 'member "partial" is missing', expected: expected.partial, got: raised };
  return both(judged, failed('the error carries no partial result', [none]));
}

function judgeEnding({ value, error }, reply) {
  if (reply.status === 'result') {
    if (error === undefined) return failed('the answer differs', differences(value, reply.value));
    const { partial, ...shown } = error;
    return failed('a value was returned, an error was expected', otherEnding('a value instead of an error', shown, reply.value));
  }
  if (error !== undefined) return judgeError(error, reply.value);
  return failed('an error was raised, a value was expected', otherEnding('an error instead of a value', value, reply.value));
}

function judgeItems(expected, { status, value, items }) {
  const holder = status === 'error' ? value.partial : value;
  const listed = isObject(holder) ? holder.items : undefined;
  if (items.length > 0 && listed !== undefined) {
    const said = failed('the items of the answer are not those that were delivered', below('/items', differences({ $literal: items }, listed)));
    if (said.status !== 'pass') return said;
  }
  if (expected === undefined) return passed;
  return failed('other items were delivered', below('/items', differences(expected, items.length === 0 && listed !== undefined ? listed : items)));
}

function judgeOutcome(expected, reply) {
  if (!['result', 'error'].includes(reply.status)) return { status: reply.status, detail: reply.detail, differences: [] };
  let shown = reply;
  if (expected.spans !== undefined && isObject(reply.value) && Object.hasOwn(reply.value, 'spans')) {
    const { spans, ...value } = reply.value;
    shown = { ...reply, value };
  }
  const judged = both(judgeEnding(expected, shown), judgeItems(expected.items, shown));
  if (expected.spans === undefined) return judged;
  if (shown !== reply) return both(judged, failed('other spans were recorded', spanDifferences(expected.spans, reply.value.spans)));
  return both(judged, { status: 'fail', detail: 'the answer shows no spans although they were requested', differences: [] });
}

// --- An answer, with all its readings.

const distance = ({ differences: found }) => (found.length === 0 || found.some((one) => one.kind === 'other ending') ? Infinity : found.length);

/** How a reply comes out: `{status, detail, differences, reading}`; `nearest` is the accepted reading that it fails least. */
export function judge(expect, accepted, given, departures) {
  const reply = reported(expect, given);
  if (!expect.readings) return judgeOutcome(expect, reply);
  let nearest;
  for (const reading of accepted) {
    const judged = judgeOutcome(expect.readings[reading], reply);
    if (judged.status === 'pass') return { ...judged, reading };
    const among = accepted.length > 1 ? ` (in none of the ${accepted.length} accepted readings; nearest is ${reading})` : '';
    if (!nearest || distance(judged) < distance(nearest)) nearest = { ...judged, nearest: reading, detail: judged.detail + among };
  }
  const departure = departures.find(({ name }) => judgeOutcome(expect.readings[name], reply).status === 'pass');
  if (departure) nearest.detail += `; the profile live accepts it (${departure.decision}, ${departure.name})`;
  return nearest;
}

/** The requests of a reading that passed or is nearest, or of the answer. */
export function requestsOf(expect, { reading, nearest }) {
  if (!expect.readings) return expect.requests;
  return (expect.readings[reading ?? nearest] ?? Object.values(expect.readings)[0]).requests ?? expect.requests;
}

/** A judgement with what the mock provider saw: `requests`, each `{method, path, headers, body}`, and why it could not answer one. */
export function withRequests(judged, expected, { requests, unfit }) {
  const hasAnswer = judged.status === 'pass' || judged.differences.length > 0;
  const found = expected && hasAnswer ? differences(expected.map((request) => ({ $subset: request })), requests) : [];
  const seen = failed('the requests that the mock provider saw differ', below('/requests', found));
  if (judged.status !== 'pass') return both(judged, seen);
  if (seen.status !== 'pass') return seen;
  return unfit ? { status: 'fail', detail: unfit, differences: [] } : judged;
}
