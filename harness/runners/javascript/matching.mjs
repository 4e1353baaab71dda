// The matching language of vectors/README.md. Every difference is found, as in the harness, since of several readings the nearest is
// that with the fewest.

import { isObject, isStructured, parsed, same, token, typeOf } from './json.mjs';

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
  if (compiled.has(pattern)) return compiled.get(pattern);
  try {
    compiled.set(pattern, typeof pattern === 'string' ? translated(pattern) : undefined);
  } catch {
    compiled.set(pattern, undefined);
  }
  return compiled.get(pattern);
}

/** Whether a matcher takes such an operand. */
const takes = {
  $type: (operand) => types.includes(operand),
  $match: (operand) => expressionOf(operand) !== undefined,
  $oneOf: (operand) => Array.isArray(operand) && operand.length > 0,
  $subset: (operand) => isObject(operand) && !dollarKey(operand),
  $unordered: Array.isArray,
  $trimEnd: (operand) => typeof operand === 'string',
  $nonEmpty: (operand) => operand === true,
  $literal: () => true,
  $json: () => true,
};

/** The first mistake in an expectation, `{pointer, message}`, or undefined. `isMember`: it stands as the value of a member. */
export function problemOf(expectation, pointer = '', isMember = false) {
  if (!isStructured(expectation)) return undefined;
  const key = dollarKey(expectation);
  if (key === undefined) {
    for (const [name, value] of Object.entries(expectation)) {
      const problem = problemOf(value, `${pointer}/${token(name)}`, isObject(expectation));
      if (problem) return problem;
    }
    return undefined;
  }
  const operand = expectation[key];
  const isAlone = Object.keys(expectation).length === 1;
  if (isMember && isAlone && key === '$optional') return problemOf(operand, pointer);
  if (isMember && isAlone && key === '$absent' && operand === true) return undefined;
  if (key === '$absent' || key === '$optional') return { pointer, message: `${key} stands only as the value of a member` };
  if (!Object.hasOwn(takes, key)) return { pointer, message: `unknown matcher "${key}"; data with such a key stands in $literal` };
  if (!isAlone) return { pointer, message: 'a matcher is an object with exactly one member' };
  if (!takes[key](operand)) return { pointer: `${pointer}/${key}`, message: `${key} takes no such operand` };
  return ['$oneOf', '$subset', '$unordered', '$json'].includes(key) ? problemOf(operand, `${pointer}/${key}`) : undefined;
}

const leavesOf = (value) => isStructured(value) ? Object.values(value).reduce((sum, part) => sum + leavesOf(part), 0) || 1 : 1;
const trimmedEnd = (text) => text.replace(/[ \t\n\r\f\v]+$/, '');
const matches = (expectation, answer) => new Comparison('decide').compare(expectation, answer, '').count === 0;
const countOf = (expectation, answer, around) => new Comparison('count', around).compare(expectation, answer, '').count;

/** `tell` keeps every difference, `count` counts them, `decide` stops at the first; `around`: how many lists of other lengths. */
class Comparison {
  count = 0;
  found = [];

  constructor(purpose, around = 0) {
    this.purpose = purpose;
    this.around = around;
  }

  add(kind, pointer, message, expected, got) {
    ++this.count;
    if (this.purpose === 'tell') this.found.push({ pointer, kind, message, expected, got });
  }

  otherType(wanted, pointer, expected, answer) {
    this.add('other type', pointer, `expected ${wanted}, got ${typeName(answer)}`, expected, answer);
  }

  compare(expected, answer, pointer) {
    if (this.purpose === 'decide' && this.count > 0) return this;
    const key = dollarKey(expected);
    const type = typeOf(expected);
    if (key) this.matcher(key, expected, answer, pointer);
    else if (!isStructured(expected)) {
      if (!same(expected, answer)) this.add(type === typeOf(answer) ? 'other value' : 'other type', pointer, 'the values differ', expected, answer);
    } else if (type !== typeOf(answer)) this.otherType(`an ${type}`, pointer, expected, answer);
    else if (type === 'array') this.array(expected, answer, pointer);
    else this.members(expected, answer, pointer, false);
    return this;
  }

  members(expected, answer, pointer, isOpen) {
    for (const [key, wanted] of Object.entries(expected)) {
      const at = `${pointer}/${token(key)}`;
      const isThere = Object.hasOwn(answer, key);
      if (isMatcher(wanted, '$absent')) {
        if (isThere) this.add('extra', at, `member "${key}" must be absent`, wanted, answer[key]);
      } else if (isThere) this.compare(isMatcher(wanted, '$optional') ? wanted.$optional : wanted, answer[key], at);
      else if (!isMatcher(wanted, '$optional')) this.add('missing', at, `member "${key}" is missing`, wanted, null);
    }
    const extra = isOpen ? [] : Object.keys(answer).filter((key) => !Object.hasOwn(expected, key));
    for (const key of extra) this.add('extra', `${pointer}/${token(key)}`, `member "${key}" is not expected`, { $absent: true }, answer[key]);
  }

  array(expected, answer, pointer) {
    if (expected.length === answer.length) return expected.forEach((one, place) => this.compare(one, answer[place], `${pointer}/${place}`));
    const sizes = `expected ${expected.length} elements, got ${answer.length}`;
    if (this.purpose === 'decide') return this.add('other value', pointer, sizes, expected, answer);
    let begin = 0;
    let end = 0;
    const shorter = Math.min(expected.length, answer.length);
    while (begin < shorter && matches(expected[begin], answer[begin])) ++begin;
    while (end < shorter - begin && matches(expected.at(-1 - end), answer.at(-1 - end))) ++end;
    let [wanted, place] = [begin, begin];
    const steps = stepsThrough(expected.slice(begin, expected.length - end), answer.slice(begin, answer.length - end), this.around++);
    for (const step of steps) {
      const at = `${pointer}/${place}`;
      if (step === 'pair') this.compare(expected[wanted++], answer[place++], at);
      else if (step === 'missing') this.add(step, at, `element ${wanted} is missing, ${sizes}`, expected[wanted++], null);
      else this.add(step, at, `element ${place} is not expected, ${sizes}`, null, answer[place++]);
    }
    --this.around;
  }

  unordered(expected, answer, pointer) {
    const sizes = `expected ${expected.length} elements in any order, got ${answer.length}`;
    if (expected.length !== answer.length && this.purpose === 'decide') return this.add('other value', pointer, sizes, expected, answer);
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
      let nearest;
      let least = leavesOf(expected[one]) + 1;
      for (const place of rest) {
        const count = countOf(expected[one], answer[place], this.around + 1);
        if (count < least) [least, nearest] = [count, place];
      }
      rest.delete(nearest);
      if (nearest === undefined) this.add('missing', `${pointer}/${one}`, `element ${one} is missing, ${sizes}`, expected[one], null);
      else this.compare(expected[one], answer[nearest], `${pointer}/${nearest}`);
    }
    for (const place of rest) this.add('extra', `${pointer}/${place}`, `element ${place} is not expected, ${sizes}`, null, answer[place]);
  }

  oneOf(expected, answer, pointer) {
    const alternatives = expected.$oneOf;
    if (alternatives.some((one) => matches(one, answer))) return;
    const nearest = this.purpose === 'decide' ? undefined : nearestOf(alternatives, answer, this.around + 1);
    if (!nearest) return this.add('other value', pointer, `matches none of the ${alternatives.length} alternatives`, expected, answer);
    const before = this.found.length;
    this.compare(nearest, answer, pointer);
    for (const difference of this.found.slice(before)) difference.message += `, in the nearest of ${alternatives.length} alternatives`;
  }

  jsonText(expected, answer, pointer) {
    const inner = parsed(answer);
    if (inner === undefined) return this.add('other value', pointer, 'the string does not hold JSON', expected, answer);
    const text = new Comparison(this.purpose, this.around).compare(expected.$json, inner, '');
    this.count += text.count;
    for (const { kind, message: said, pointer: inside } of text.found) {
      const message = `inside the JSON text${inside && ` at ${inside}`}: ${said}`;
      this.found.push({ pointer, kind, message, expected, got: answer, ...(inside && { inside }) });
    }
  }

  matcher(key, expected, answer, pointer) {
    const operand = expected[key];
    const otherType = (wanted) => this.otherType(wanted, pointer, expected, answer);
    const otherValue = (message) => this.add('other value', pointer, message, expected, answer);
    if (key === '$type') return (operand === 'integer' ? isInteger(answer) : typeOf(answer) === operand) || otherType(`type ${operand}`);
    if (key === '$oneOf') return this.oneOf(expected, answer, pointer);
    if (key === '$unordered') return Array.isArray(answer) ? this.unordered(operand, answer, pointer) : this.otherType('an array', pointer, operand, answer);
    if (key === '$literal') return same(operand, answer) || otherValue('the values differ');
    if (key === '$subset') return isObject(answer) ? this.members(operand, answer, pointer, true) : otherType('an object');
    if (key === '$nonEmpty') {
      const isFull = typeof answer === 'string' ? answer !== '' : isStructured(answer) && Object.keys(answer).length > 0;
      return isFull || otherValue('expected a non-empty string, array or object');
    }
    if (typeof answer !== 'string') return otherType(key === '$json' ? 'a string holding JSON' : 'a string');
    if (key === '$json') return this.jsonText(expected, answer, pointer);
    if (key === '$match') return expressionOf(operand).test(answer) || otherValue('the string does not match the pattern');
    return trimmedEnd(operand) === trimmedEnd(answer) || otherValue('the strings differ before their trailing white space');
  }
}

/** Of alternatives that none meets the only one that departs least, of those that look into the answer. */
function nearestOf(alternatives, answer, around) {
  let nearest;
  let least = leavesOf(answer);
  for (const one of alternatives) {
    const key = dollarKey(one);
    const type = { $subset: 'object', $unordered: 'array' }[key] ?? (key ? undefined : typeOf(one));
    if (!isStructured(answer) || type !== typeOf(answer)) continue;
    const count = countOf(one, answer, around);
    if (count > least) continue;
    nearest = count < least ? one : undefined;
    least = count;
  }
  return nearest;
}

/** The steps with which two lists differ least: an element of either (`missing`, `extra`), which costs its leaves and one more, or a `pair`. */
function stepsThrough(expected, got, around) {
  const pairs = Math.min(expected.length, got.length);
  // Long lists, and those inside of many others, would take too long.
  if (around >= 6 || expected.length * got.length > 2500)
    return Array.from({ length: Math.max(expected.length, got.length) }, (_, at) => (at < pairs ? 'pair' : got.length > at ? 'extra' : 'missing'));
  const width = got.length + 1;
  const cost = [0];
  const step = ['pair'];
  for (let at = 1; at < (expected.length + 1) * width; ++at) {
    const [row, column] = [Math.floor(at / width), at % width];
    const offers = [];
    if (row > 0 && column > 0) offers.push([cost[at - width - 1] + countOf(expected[row - 1], got[column - 1], around + 1), 'pair']);
    if (row > 0) offers.push([cost[at - width] + leavesOf(expected[row - 1]) + 1, 'missing']);
    if (column > 0) offers.push([cost[at - 1] + leavesOf(got[column - 1]) + 1, 'extra']);
    [cost[at], step[at]] = offers.reduce((best, offer) => (offer[0] < best[0] ? offer : best));
  }
  const steps = [];
  for (let at = cost.length - 1; at > 0; ) {
    steps.unshift(step[at]);
    at -= { pair: width + 1, missing: width, extra: 1 }[step[at]];
  }
  return steps;
}

const checked = new WeakSet();

/** Every difference of an answer from an expectation, in the order of the expectation; none when it matches. */
export function differences(expectation, answer) {
  const problem = checked.has(expectation) ? undefined : problemOf(expectation);
  if (problem) {
    const message = `the expectation is malformed at ${problem.pointer}: ${problem.message}`;
    return [{ pointer: '', kind: 'malformed', message, expected: expectation, got: answer }];
  }
  if (isStructured(expectation)) checked.add(expectation);
  return new Comparison('tell').compare(expectation, answer, '').found;
}
