import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { corpus, json, matching } from './own.mjs';

const { differences } = matching;
const isMistake = (expectation) => differences(expectation, null)[0]?.kind === 'malformed';
const cases = json.parse(readFileSync(corpus, 'utf8')).matching;

test('every case of the matching language comes out as it says', () => {
  assert.ok(cases['valid-pass'].length > 50 && cases['valid-fail'].length > 50 && cases.invalid.length > 30);
  for (const { id, expectation, answer } of cases['valid-pass']) assert.deepEqual(differences(expectation, answer), [], id);
  for (const { id, expectation, answer, pointer } of cases['valid-fail']) assert.equal(differences(expectation, answer)[0]?.pointer, pointer, id);
  for (const { id, expectation } of cases.invalid) assert.ok(isMistake(expectation), id);
});

test('an expectation that is a mistake matches nothing', () => {
  const [found] = differences({ $typ: 'string' }, 'a');
  assert.equal(found.kind, 'malformed');
});

test('numbers are read as they are written, and written so', () => {
  const text = '{"a":9007199254740993,"b":1.0,"c":1e3,"d":0.5,"e":-18446744073709551616,"f":"1.0, 2.0"}';
  const value = json.parse(text);
  assert.equal(value.a, 9007199254740993n);
  assert.equal(value.c.value, 1000);
  assert.equal(value.f, '1.0, 2.0');
  assert.equal(json.written(value), '{"a":9007199254740993,"b":1.0,"c":1000.0,"d":0.5,"e":-18446744073709552000.0,"f":"1.0, 2.0"}');
  assert.deepEqual(differences({ $type: 'integer' }, value.b).length, 1);
  assert.deepEqual(differences(1, value.b), []);
  assert.equal(differences(9007199254740992n, 9007199254740993n).length, 1);
});

test('what is no JSON is none', () => {
  for (const text of ['', '{', '[1,]', '01', '1e400', '"\\ud800"', '{"a":1}x', "{'a':1}", '1.', '- 1', 'NaN'])
    assert.equal(json.parsed(text), undefined, text);
});

test('a member named __proto__ is a member', () => {
  const [found] = differences(json.parse('{"__proto__":{"a":1}}'), json.parse('{}'));
  assert.equal(found.pointer, '/__proto__');
  assert.deepEqual(differences(json.parse('{"__proto__":1.5}'), json.parse('{"__proto__":1.5}')), []);
});

test('a pattern means what it means to the harness', () => {
  const fits = (pattern, text) => differences({ $match: pattern }, text).length === 0;
  assert.ok(fits('a.c', 'a\u{1f600}c') && fits('a.c', 'a\rc') && !fits('a.c', 'a\nc'));
  assert.ok(fits('\\w+', 'abc_1') && !fits('\\w+', 'é') && !fits('\\d', '٣'));
  assert.ok(!fits('\\s', '\v') && !fits('\\s', '\u00a0') && fits('[\\s]', '\t') && fits('[^\\s]', '\v'));
  assert.ok(fits('[a\\-z]+', 'a-z') && !fits('[a\\-z]', 'b') && fits('[a-]+', '-a') && fits('}]', '}]'));
  assert.ok(fits('(ab){2}', 'abab') && !fits('(ab){2}', 'ab'));
  for (const pattern of ['a|b', '^a', 'a$', 'a+?', 'a**', '(?:a)', '\\b', '[]a]', '[a', '*a', 'a{2,3}', '(a', 'a\\'])
    assert.ok(isMistake({ $match: pattern }), pattern);
});
