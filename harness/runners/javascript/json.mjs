// JSON as it is written: the matching language tells 1 from 1.0 and rounds no integer, which JSON.parse does not.

/** A whole number that is written with a fraction or an exponent, or is too large for an integer of 64 bits: `1.0`, `1e3`. */
export class Float {
  constructor(value) {
    this.value = value;
  }
}

export const isNumber = (value) => typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Float);
export const isStructured = (value) => Array.isArray(value) || isObject(value);
export const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value);

/** A key as a JSON pointer has it. */
export const token = (key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

/** Sets a member of the object itself, `__proto__` as well. */
export function put(object, key, value) {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

const plain = (number) => (number instanceof Float ? number.value : number);

/** Whether two JSON values are the same; numbers by value, exactly. */
export function same(one, other) {
  // Of a bigint and a number only this compares the values.
  if (isNumber(one) && isNumber(other)) return plain(one) == plain(other); // eslint-disable-line eqeqeq
  if (typeOf(one) !== typeOf(other)) return false;
  if (!isStructured(one)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
}

const mark = '\0number ';
const asMark = (number) => ` "\\u0000number ${number}"`;
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][-+.0-9eE]*/g;
const isRounded = /^-?[0-9]+(?:[.eE]|[0-9]{15})/;
const numeral = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;

function exact(text) {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new SyntaxError('a number is too large');
  if (/[.eE]/.test(text)) return Number.isInteger(value) ? new Float(value) : value;
  const integer = BigInt(text);
  return integer >= -(2n ** 63n) && integer < 2n ** 64n ? integer : new Float(value);
}

/** A copy of a JSON value with other scalars. */
export function copied(value, scalar) {
  if (Array.isArray(value)) return value.map((element) => copied(element, scalar));
  if (!isObject(value)) return scalar(value);
  const copy = {};
  for (const key of Object.keys(value)) put(copy, key, copied(value[key], scalar));
  return copy;
}

function revived(scalar) {
  if (typeof scalar !== 'string') return scalar;
  if (!scalar.isWellFormed()) throw new SyntaxError('half of a character');
  return scalar.startsWith(mark) ? exact(scalar.slice(mark.length)) : scalar;
}

/** The value of a JSON text; integers that a number would round are bigints. Throws SyntaxError for what is no JSON. */
export function parse(text) {
  const isNumeral = (part) => isRounded.test(part) && numeral.test(part);
  return copied(JSON.parse(text.replace(stringOrNumber, (part) => (isNumeral(part) ? asMark(part) : part))), revived);
}

/** A corpus as `export` writes it, each number at the end of a line. Parts of it get their numbers by `exactly`. */
export const parseCorpus = (text) => JSON.parse(text.replace(/ (-?[0-9]+(?:[.eE]|[0-9]{15})[-+.0-9eE]*)(?=,?$)/gm, (all, number) => asMark(number)));
export const exactly = (part) => copied(part, revived);

/** What a function makes; undefined when it throws. */
export function unlessThrown(make) {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** As `parse`; undefined for what is no JSON. */
export const parsed = (text) => unlessThrown(() => parse(text));

/** A copy as JavaScript has it, in which every number is one. */
export const plainCopy = (value) => copied(value, (scalar) => (isNumber(scalar) ? Number(plain(scalar)) : scalar));

/** JSON text of a value, each number as it is written. */
export function written(value, indent) {
  const asMarked = (key, one) => {
    if (typeof one === 'bigint') return mark + one;
    return one instanceof Float ? mark + (/[.e]/.test(one.value) ? one.value : `${one.value}.0`) : one;
  };
  return JSON.stringify(value, asMarked, indent).replace(/"\\u0000number ([^"]+)"/g, '$1');
}

/** Thrown for a value that is no JSON; the message says what it is instead, and where. */
export class NoJson extends Error {}

/** What a function returned as a JSON value, a copy, in which members without a value are left out. Throws NoJson. */
export function asJson(value, pointer = '', levels = 0) {
  const refuse = (what) => {
    throw new NoJson(`${what} at ${pointer === '' ? '"" (the whole answer)' : pointer}`);
  };
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint' || value instanceof Float) return value;
  if (typeof value === 'string') return value.isWellFormed() ? value : refuse('a string with half of a character');
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : refuse(String(value));
  if (typeof value !== 'object') return refuse(value === undefined ? 'undefined' : `a ${typeof value}`);
  if (levels === 512) refuse('a value nested too deeply, perhaps in itself,');
  if (typeof value.toJSON === 'function') return asJson(value.toJSON(), pointer, levels + 1);
  if (Array.isArray(value)) return Array.from(value, (element, place) => asJson(element, `${pointer}/${place}`, levels + 1));
  if (Object.prototype.toString.call(value) !== '[object Object]') refuse(`a ${value.constructor?.name ?? 'value of another kind'}`);
  const copy = {};
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) put(copy, key, asJson(value[key], `${pointer}/${token(key)}`, levels + 1));
  }
  return copy;
}
