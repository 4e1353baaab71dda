// Holds a reply against what a step of a vector expects. A reply is {status: 'result' | 'error', value, items}, or one that did not
// come to an end of its own: {status: 'timeout' | 'fail', detail}.

import { isObject, put, same } from './json.mjs';
import { differences } from './matching.mjs';

/** A pass when nothing differs; pointers begin with that of the member where it was found. */
function failed(detail, found, member = '') {
  if (found.length === 0) return { status: 'pass', detail: '', differences: [] };
  return { status: 'fail', detail, differences: found.map((one) => ({ ...one, pointer: member + one.pointer })) };
}
const otherEnding = (message, expected, got) => [{ pointer: '', kind: 'other ending', message, expected, got }];

function both(first, second) {
  if (second.status === 'pass') return first;
  return first.status === 'pass' ? second : { ...first, differences: [...first.differences, ...second.differences] };
}

// --- Without what says that nothing is set.

/** A copy of an object, or of each in a list, without what goes without saying; `shape` is of the corpus (export.schema.json). */
function cleaned(value, { unset, members = {} }) {
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? cleaned(one, { unset, members }) : one));
  if (!isObject(value)) return value;
  const kept = {};
  for (const [key, member] of Object.entries(value)) {
    const saysNothing = unset && (member === null || (Object.hasOwn(unset, key) && same(member, unset[key])));
    if (!saysNothing) put(kept, key, Object.hasOwn(members, key) ? cleaned(member, members[key]) : member);
  }
  return kept;
}

/** A reply without members that runtimes may show or leave out, also in what an error tells of what was done before. */
export function withoutUnset(shape, reply) {
  if (!shape) return reply;
  if (reply.status === 'result') return { ...reply, value: cleaned(reply.value, shape) };
  return reply.value?.partial === undefined ? reply : { ...reply, value: { ...reply.value, partial: cleaned(reply.value.partial, shape) } };
}

// --- Events of a turn.

/** An event whose result is one text, which is the same as that text. */
const text = { $subset: { kind: 'text', value: { $type: 'string' } } };
const oneText = { $subset: { type: 'tool_result', data: { $subset: { result: { $subset: { parts: [text] } } } } } };
const shortened = (event) => (differences(oneText, event)[0] ? event : { ...event, data: { ...event.data, result: event.data.result.parts[0].value } });

/**
 * Those of type `status` go without saying, a `messages_updated` that repeats the one before it is one with it, and a
 * result of one text is that text.
 */
function reported(namesStatus, reply) {
  const answer = reply.status === 'error' ? reply.value.partial : reply.value;
  if (!Array.isArray(answer?.events)) return reply;
  const kept = answer.events.filter((event) => namesStatus || event?.type !== 'status');
  const events = kept.filter((event, place) => event?.type !== 'messages_updated' || place === 0 || !same(event, kept[place - 1]));
  const told = { ...answer, events: events.map(shortened) };
  return { ...reply, value: reply.status === 'error' ? { ...reply.value, partial: told } : told };
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
  return differences(expected.map((span) => ({ $subset: span })), mentioned);
}

// --- One outcome.

function judgeError(expected, raised) {
  const judgeMember = (member, detail) =>
    failed(detail, expected[member] === undefined ? [] : differences(expected[member], raised[member]), `/${member}`);
  let judged = both(judgeMember('kind', 'another kind of error was raised'), judgeMember('message', 'the error has another message'));
  if (expected.messageContains !== undefined && !raised.message.includes(expected.messageContains)) {
    const lacking = { pointer: '/message', kind: 'other value', message: 'the text is not in the message' };
    judged = both(judged, failed('the error message lacks a text', [{ ...lacking, expected: expected.messageContains, got: raised.message }]));
  }
  if (expected.partial === undefined || raised.partial !== undefined)
    return both(judged, judgeMember('partial', 'the error carries another partial result'));
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
  const isTwice = items.length > 0 && listed !== undefined;
  const said = failed('the items of the answer are not those that were delivered', isTwice ? differences({ $literal: items }, listed) : [], '/items');
  if (expected === undefined || said.status !== 'pass') return said;
  return failed('other items were delivered', differences(expected, items.length > 0 ? items : (listed ?? items)), '/items');
}

function judgeOutcome(expected, reply) {
  if (!['result', 'error'].includes(reply.status)) return { status: reply.status, detail: reply.detail, differences: [] };
  const isTraced = expected.spans !== undefined && isObject(reply.value) && Object.hasOwn(reply.value, 'spans');
  const { spans, ...value } = isTraced ? reply.value : {};
  const shown = isTraced ? { ...reply, value } : reply;
  const judged = both(judgeEnding(expected, shown), judgeItems(expected.items, shown));
  if (isTraced) return both(judged, failed('other spans were recorded', spanDifferences(expected.spans, spans), '/spans'));
  const lacking = { status: 'fail', detail: 'the answer shows no spans although they were requested', differences: [] };
  return expected.spans === undefined ? judged : both(judged, lacking);
}

// --- An answer, with all its readings.

const distance = ({ differences: found }) => (found.length === 0 || found.some((one) => one.kind === 'other ending') ? Infinity : found.length);

/** A judgement with what is to be said of the requests that the mock provider saw. */
function withRequests(judged, expected, seen) {
  const hasAnswer = judged.status === 'pass' || judged.differences.length > 0;
  const found = expected && seen && hasAnswer ? differences(expected.map((request) => ({ $subset: request })), seen) : [];
  return both(judged, failed('the requests that the mock provider saw differ', found, '/requests'));
}

/**
 * How a reply comes out: `{status, detail, differences, reading}`, by the first reading it meets of those that the step accepts in the
 * profile, or by the nearest; with the requests that were seen, if a provider was there, which alone may tell readings apart.
 */
export function judge({ expect, accepted: { departures = [], ...accepted }, namesStatus }, profile, given, seen) {
  const reply = reported(namesStatus, given);
  const outcomes = expect.readings ?? { '': expect };
  const whole = (judged, name) => withRequests(judged, outcomes[name].requests ?? expect.requests, seen);
  const readings = accepted[profile] ?? [''];
  const judged = readings.map((name) => ({ name, ...judgeOutcome(outcomes[name], reply) }));
  const passing = judged.filter(({ status }) => status === 'pass').map(({ name, ...one }) => whole({ ...one, reading: name || undefined }, name));
  if (passing.length > 0) return passing.find(({ status }) => status === 'pass') ?? passing[0];
  const { name, ...nearest } = judged.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  if (readings.length > 1) nearest.detail += ` (in none of the ${readings.length} accepted readings; nearest is ${name})`;
  const departure = departures.find((one) => judgeOutcome(outcomes[one.name], reply).status === 'pass');
  if (departure && profile === 'lenient') nearest.detail += `; the profile live accepts it (${departure.decision}, ${departure.name})`;
  return whole(nearest, name);
}
