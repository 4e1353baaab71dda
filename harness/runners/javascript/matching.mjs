// The matching language of vectors/README.md. Every difference is found, as in the harness, since of several readings the nearest is
// that with the fewest.

import { isObject, isStructured, parsed, same, token, typeOf, unlessThrown } from './json.mjs';

const types = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'];
const typeName = (value) => typeOf(value).replace(/^(?!null)/, (none, at, type) => (/^[ao]/.test(type) ? 'an ' : 'a '));
const isInteger = (value) => typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

const dollarKey = (value) => (isObject(value) ? Object.keys(value).find((key) => key.startsWith('$')) : undefined);
const isMatcher = (value, key) => isObject(value) && Object.hasOwn(value, key) && Object.keys(value).length === 1;

// A pattern is written so that each sign means to JavaScript what it means everywhere.
const piece = /\\(?<sign>[dDwWsSnrt!-/:-@[-`{-~])|\[(?<not>\^?)(?<class>(?:\\[dDwWsSnrt!-/:-@[-`{-~]|[^\]\\[])+)\]|(?<group>\((?!\?)|\))|(?<many>[*+?]|\{(?:[0-9]{1,3}|1000)\})|(?<any>\.)|(?<letter>[^\\[|^${*+?])/suy;
const ofEscape = { d: '0-9', w: 'A-Za-z0-9_', s: '\\t\\n\\f\\r ' };
const literally = (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`;

function escaped(sign) {
  const letters = ofEscape[sign.toLowerCase()];
  if (letters) return `[${sign === sign.toLowerCase() ? '' : '^'}${letters}]`;
  return 'nrt'.includes(sign) ? `\\${sign}` : literally(sign);
}

const inClass = (text) =>
  text.replace(/\\(.)|(?<=.)(-)(?=.)|(.)/gsu, (all, sign, range, letter) => (sign ? escaped(sign) : (range ?? literally(letter))));

function translated(pattern) {
  if (typeof pattern !== 'string') throw new TypeError('a pattern is a string');
  let expression = '';
  let before = '(';
  for (piece.lastIndex = 0; piece.lastIndex < pattern.length; ) {
    const at = piece.lastIndex;
    const found = piece.exec(pattern);
    if (!found || (found.groups.many && /[*+?}(]/.test(before))) throw new SyntaxError(`'${pattern.slice(at)}' is not in the pattern language`);
    const { sign, not, class: letters, group, many, any, letter } = found.groups;
    before = many ?? group ?? ' ';
    if (sign) expression += escaped(sign);
    else if (letters) expression += `[${not}${inClass(letters)}]`;
    else expression += letter ? literally(letter) : any ? '[^\\n]' : group === '(' ? '(?:' : (group ?? many);
  }
  return new RegExp(`^(?:${expression})$`, 'v');
}

const compiled = new Map();

/** The expression for a pattern; undefined for what is none. */
function expressionOf(pattern) {
  if (!compiled.has(pattern)) compiled.set(pattern, unlessThrown(() => translated(pattern)));
  return compiled.get(pattern);
}

/** Whether a matcher takes such an operand, at such a place. */
const takes = {
  $type: (operand) => types.includes(operand),
  $match: (operand) => expressionOf(operand) !== undefined,
  $oneOf: (operand) => Array.isArray(operand) && operand.length > 0,
  $subset: (operand) => isObject(operand) && !dollarKey(operand),
  $unordered: Array.isArray,
  $trimEnd: (operand) => typeof operand === 'string',
  $nonEmpty: (operand) => operand === true,
  $absent: (operand, isMember) => isMember && operand === true,
  $optional: (operand, isMember) => isMember,
  $literal: () => true,
  $json: () => true,
};

/** Whether an expectation is none of the mistakes that never match. `isMember`: it stands as the value of a member. */
function isWellFormed(expectation, isMember = false) {
  if (!isStructured(expectation)) return true;
  const key = dollarKey(expectation);
  if (key === undefined) return Object.values(expectation).every((value) => isWellFormed(value, isObject(expectation)));
  const operand = expectation[key];
  const isFit = Object.keys(expectation).length === 1 && takes[key]?.(operand, isMember);
  return isFit && (!['$optional', '$oneOf', '$subset', '$unordered', '$json'].includes(key) || isWellFormed(operand));
}

const leavesOf = (value) => isStructured(value) ? Object.values(value).reduce((sum, part) => sum + leavesOf(part), 0) || 1 : 1;
const trimmedEnd = (text) => text.replace(/[ \t\n\r\f\v]+$/, '');

// What compares yields one difference after the other, so that who only wants to know whether there is one stops at the first. `uneven`
// says how many lists of other lengths than expected are being compared; `deciding`, that nobody counts.
const deciding = Infinity;
const matches = (expectation, answer) => compared(expectation, answer, '', deciding).next().done;
const countOf = (expectation, answer, uneven) => [...compared(expectation, answer, '', uneven + 1)].length;

const difference = (kind, pointer, message, expected, got) => ({ pointer, kind, message, expected, got });
const otherType = (wanted, pointer, expected, got) => difference('other type', pointer, `expected ${wanted}, got ${typeName(got)}`, expected, got);

function* compared(expected, answer, pointer, uneven) {
  const key = dollarKey(expected);
  const type = typeOf(expected);
  const isAlike = type === typeOf(answer);
  if (key) yield* matched(key, expected, answer, pointer, uneven);
  else if (!isStructured(expected)) {
    if (!same(expected, answer)) yield difference(isAlike ? 'other value' : 'other type', pointer, 'the values differ', expected, answer);
  } else if (!isAlike) yield otherType(`an ${type}`, pointer, expected, answer);
  else if (type === 'array') yield* list(expected, answer, pointer, uneven);
  else {
    yield* members(expected, answer, pointer, uneven);
    for (const extra of Object.keys(answer).filter((name) => !Object.hasOwn(expected, name)))
      yield difference('extra', `${pointer}/${token(extra)}`, `member "${extra}" is not expected`, { $absent: true }, answer[extra]);
  }
}

function* members(expected, answer, pointer, uneven) {
  for (const [key, wanted] of Object.entries(expected)) {
    const at = `${pointer}/${token(key)}`;
    const isThere = Object.hasOwn(answer, key);
    if (isMatcher(wanted, '$absent')) {
      if (isThere) yield difference('extra', at, `member "${key}" must be absent`, wanted, answer[key]);
    } else if (isThere) yield* compared(isMatcher(wanted, '$optional') ? wanted.$optional : wanted, answer[key], at, uneven);
    else if (!isMatcher(wanted, '$optional')) yield difference('missing', at, `member "${key}" is missing`, wanted, null);
  }
}

function* list(expected, answer, pointer, uneven) {
  const sizes = `expected ${expected.length} elements, got ${answer.length}`;
  const isEven = expected.length === answer.length;
  let [wanted, place] = [0, 0];
  for (const step of isEven ? expected.map(() => 'pair') : stepsThrough(expected, answer, uneven)) {
    const at = `${pointer}/${place}`;
    if (step === 'pair') yield* compared(expected[wanted++], answer[place++], at, isEven ? uneven : uneven + 1);
    else if (step === 'missing') yield difference(step, at, `element ${wanted} is missing, ${sizes}`, expected[wanted++], null);
    else yield difference(step, at, `element ${place} is not expected, ${sizes}`, null, answer[place++]);
  }
}

/** The steps with which two lists differ least: an element of either (`missing`, `extra`), which costs its leaves and one more, or a `pair`. */
function stepsThrough(expected, got, uneven) {
  if (uneven === deciding) return [expected.length > got.length ? 'missing' : 'extra'];
  const shorter = Math.min(expected.length, got.length);
  let [begin, end] = [0, 0];
  while (begin < shorter && matches(expected[begin], got[begin])) ++begin;
  while (end < shorter - begin && matches(expected.at(-1 - end), got.at(-1 - end))) ++end;
  const [rows, width] = [expected.length - end - begin + 1, got.length - end - begin + 1];
  const between = (steps) => [...Array(begin).fill('pair'), ...steps, ...Array(end).fill('pair')];
  // Long lists, and those inside of many others, would take too long.
  if (uneven >= 6 || (rows - 1) * (width - 1) > 2500)
    return between(Array.from({ length: Math.max(rows, width) - 1 }, (_, at) => (at >= rows - 1 ? 'extra' : at >= width - 1 ? 'missing' : 'pair')));
  const cost = [0];
  const step = ['pair'];
  for (let at = 1; at < rows * width; ++at) {
    const [row, column] = [Math.floor(at / width), at % width];
    const [wanted, given] = [expected[begin + row - 1], got[begin + column - 1]];
    const offers = [];
    if (row > 0 && column > 0) offers.push([cost[at - width - 1] + countOf(wanted, given, uneven), 'pair']);
    if (row > 0) offers.push([cost[at - width] + leavesOf(wanted) + 1, 'missing']);
    if (column > 0) offers.push([cost[at - 1] + leavesOf(given) + 1, 'extra']);
    [cost[at], step[at]] = offers.reduce((best, offer) => (offer[0] < best[0] ? offer : best));
  }
  const steps = [];
  for (let at = cost.length - 1; at > 0; at -= { pair: width + 1, missing: width, extra: 1 }[steps[0]]) steps.unshift(step[at]);
  return between(steps);
}

function* unordered(expected, answer, pointer, uneven) {
  const sizes = `expected ${expected.length} elements in any order, got ${answer.length}`;
  const candidates = expected.map((one) => [...answer.keys()].filter((place) => matches(one, answer[place])));
  const owner = new Map();
  // Moves earlier ones to other partners where that helps.
  const assign = (one, visited) =>
    candidates[one].some((place) => {
      if (visited.has(place)) return false;
      visited.add(place);
      const isFree = !owner.has(place) || assign(owner.get(place), visited);
      if (isFree) owner.set(place, one);
      return isFree;
    });
  const unmet = [...expected.keys()].filter((one) => !assign(one, new Set()));
  const rest = new Set([...answer.keys()].filter((place) => !owner.has(place)));
  for (const one of unmet) {
    let [nearest, least] = [undefined, leavesOf(expected[one]) + 1];
    for (const place of rest) {
      const count = countOf(expected[one], answer[place], uneven);
      if (count < least) [nearest, least] = [place, count];
    }
    rest.delete(nearest);
    if (nearest === undefined) yield difference('missing', `${pointer}/${one}`, `element ${one} is missing, ${sizes}`, expected[one], null);
    else yield* compared(expected[one], answer[nearest], `${pointer}/${nearest}`, uneven);
  }
  for (const place of rest) yield difference('extra', `${pointer}/${place}`, `element ${place} is not expected, ${sizes}`, null, answer[place]);
}

/** Of alternatives that none meets the only one that departs least, of those that look into the answer. */
function nearestOf(alternatives, answer, uneven) {
  let [nearest, least] = [undefined, leavesOf(answer)];
  for (const one of isStructured(answer) ? alternatives : []) {
    const key = dollarKey(one);
    const type = { $subset: 'object', $unordered: 'array' }[key] ?? (key ? undefined : typeOf(one));
    const count = type === typeOf(answer) ? countOf(one, answer, uneven) : Infinity;
    if (count <= least) [nearest, least] = [count < least ? one : undefined, count];
  }
  return nearest;
}

function* oneOf(alternatives, answer, pointer, uneven) {
  if (alternatives.some((one) => matches(one, answer))) return;
  const nearest = uneven === deciding ? undefined : nearestOf(alternatives, answer, uneven);
  if (!nearest) yield difference('other value', pointer, `matches none of the ${alternatives.length} alternatives`, { $oneOf: alternatives }, answer);
  else
    for (const one of compared(nearest, answer, pointer, uneven))
      yield { ...one, message: `${one.message}, in the nearest of ${alternatives.length} alternatives` };
}

function* jsonText(operand, answer, pointer, uneven) {
  const expected = { $json: operand };
  const inner = parsed(answer);
  if (inner === undefined) yield difference('other value', pointer, 'the string does not hold JSON', expected, answer);
  else
    for (const { kind, message, pointer: inside } of compared(operand, inner, '', uneven)) {
      const said = `inside the JSON text${inside && ` at ${inside}`}: ${message}`;
      yield { ...difference(kind, pointer, said, expected, answer), ...(inside && { inside }) };
    }
}

// What a matcher asks of the type of a value, of the value, and of what is in it.
const ofTypes = {
  $match: ['string', 'a string'],
  $trimEnd: ['string', 'a string'],
  $json: ['string', 'a string holding JSON'],
  $subset: ['object', 'an object'],
  $unordered: ['array', 'an array'],
};
const isFull = (value) => (typeof value === 'string' || isStructured(value)) && Object.keys(value).length > 0;
const ofValues = {
  $match: [(operand, answer) => expressionOf(operand).test(answer), 'the string does not match the pattern'],
  $trimEnd: [(operand, answer) => trimmedEnd(operand) === trimmedEnd(answer), 'the strings differ before their trailing white space'],
  $nonEmpty: [(operand, answer) => isFull(answer), 'expected a non-empty string, array or object'],
  $literal: [same, 'the values differ'],
};
const ofParts = { $subset: members, $json: jsonText, $oneOf: oneOf, $unordered: unordered };

function* matched(key, expected, answer, pointer, uneven) {
  const operand = expected[key];
  const [type, typeTold] = ofTypes[key] ?? [];
  if (key === '$type') {
    const isOfType = operand === 'integer' ? isInteger(answer) : typeOf(answer) === operand;
    if (!isOfType) yield otherType(`type ${operand}`, pointer, expected, answer);
  } else if (type && type !== typeOf(answer)) yield otherType(typeTold, pointer, key === '$unordered' ? operand : expected, answer);
  else if (ofParts[key]) yield* ofParts[key](operand, answer, pointer, uneven);
  else {
    const [fits, problem] = ofValues[key];
    if (!fits(operand, answer)) yield difference('other value', pointer, problem, expected, answer);
  }
}

const checked = new WeakSet();

/** Every difference of an answer from an expectation, in the order of the expectation; none when it matches. */
export function differences(expectation, answer) {
  if (!checked.has(expectation) && !isWellFormed(expectation))
    return [difference('malformed', '', 'the expectation is malformed', expectation, answer)];
  if (isStructured(expectation)) checked.add(expectation);
  return [...compared(expectation, answer, '', 0)];
}
