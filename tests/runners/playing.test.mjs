// What a runner makes of runtimes that answer, err, hang or return nonsense.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { corpus, json, linesOf, openSuite, played, programs, RunnerError, temporaryFolder } from './own.mjs';

const { Float } = json;
const delimited = 'load/frontmatter/structure/plus-signs-delimit';
const unclosed = 'load/frontmatter/malformed/*-opener-without-closer';
const splitting = (split, more = {}) => ({ operations: { split }, filter: delimited, ...more });

async function resultOf(split, more) {
  const { results } = await played(splitting(split, more));
  return Object.values(results)[0];
}

const right = () => ({ frontmatter: 'name: pluses', body: 'Between two pluses' });

test('a right answer passes, now or later', async () => {
  assert.equal((await resultOf(right)).status, 'pass');
  assert.equal((await resultOf(async () => right())).status, 'pass');
});

test('a failure tells clause, reason, what was sent, expected and got, the first difference and how to go on', async () => {
  const { text, isRed } = await resultOf(() => ({ frontmatter: null, body: 'x' }));
  assert.ok(isRed);
  const lines = [
    /^fail load\/frontmatter\/structure\/plus-signs-delimit$/m,
    /^ {2}P2\.1-03 {5}MUST — Three plus signs/m,
    /^ {2}why {9}three plus signs mark the block just as dashes do$/m,
    /^ {2}sent {8}split \{"text":"\+\+\+\\nname: pluses/m,
    /^ {2}first at {4}\/frontmatter$/m,
    /^ {2}expected {4}"name: pluses"$/m,
    /^ {2}got {9}null$/m,
    /^ {14}and 1 more difference$/m,
    /^ {2}answered {4}\{"result":/m,
    /^ {2}explain {5}prompty-conformance explain P2\.1-03$/m,
  ];
  for (const line of lines) assert.match(text, line);
});

test('an exception fails its test alone', async () => {
  const { results } = await played({
    operations: {
      split: ({ text }) => {
        if (text.startsWith('+++')) return undefined.frontmatter;
        return { frontmatter: null, body: text };
      },
    },
    filter: 'load/frontmatter/*',
  });
  const statuses = Object.values(results).map(({ status }) => status);
  assert.ok(statuses.includes('pass') && statuses.includes('fail'));
  assert.match(results[delimited].attempts[0].detail, /^split raised TypeError, which errors maps to no kind: Cannot read/);
  assert.match(results[delimited].text, /raised at +TypeError: Cannot read.*\n +at Object\.split \(file:.*playing\.test\.mjs:\d+:\d+\)\n(?! +at)/);
});

test('a hang fails its test alone, whether it blocks or waits', async () => {
  const blocks = () => {
    for (;;);
  };
  const hangs = { blocks, waits: () => new Promise(() => {}), generator: function* () { for (;;); } };
  for (const [name, hang] of Object.entries(hangs)) {
    const { status, text } = await resultOf(hang, { timeout: 60 });
    assert.equal(status, 'timeout', name);
    assert.match(text, /split gave no answer within 60 ms/);
    assert.equal((await resultOf(right, { timeout: 60 })).status, 'pass');
  }
});

test('what is no JSON is a failure that names the place', async () => {
  const cyclic = {};
  cyclic.body = cyclic;
  const answers = [
    [undefined, /undefined at "" \(the whole answer\)/],
    [{ body: NaN }, /NaN at \/body/],
    [{ body: [1, undefined] }, /undefined at \/body\/1/],
    [{ 'a/b': () => 1 }, /a function at \/a~1b/],
    [{ body: new Map([['a', 1]]) }, /a Map at \/body/],
    [{ body: new Set() }, /a Set at \/body/],
    [{ body: 'half \ud800' }, /a string with half of a character at \/body/],
    [cyclic, /nested too deeply, perhaps in itself, at \/body\/body/],
    [Symbol('a'), /a symbol at/],
    [right, /a function at/],
  ];
  for (const [answer, message] of answers) {
    const { status, attempts } = await resultOf(() => answer);
    assert.equal(status, 'fail');
    assert.match(attempts[0].detail, /^split returned what is no JSON: /);
    assert.match(attempts[0].detail, message);
  }
});

test('members without a value, dates and objects of classes are what JSON makes of them', () => {
  class Message {
    role = 'user';
    name = undefined;
  }
  assert.deepEqual(json.asJson([new Message(), new Date(0), 2n ** 60n, new Float(1)]), [
    { role: 'user' }, '1970-01-01T00:00:00.000Z', 2n ** 60n, new Float(1),
  ]);
});

class Malformed extends Error {}
class Unclosed extends Malformed {}

test('errors are told by their classes, the nearest first', async () => {
  const raising = (error) => () => {
    throw error;
  };
  const kindBy = async (errors, error) => {
    const { results } = await played({ operations: { split: raising(error) }, filter: unclosed, errors });
    return Object.values(results)[0].attempts[0].answered.error?.kind;
  };
  assert.equal(await kindBy(new Map([[Malformed, 'ValueError'], [Error, 'RuntimeError']]), new Unclosed()), 'ValueError');
  assert.equal(await kindBy(new Map([[Malformed, 'RuntimeError'], [Unclosed, 'ValueError']]), new Unclosed()), 'ValueError');
  assert.equal(await kindBy({ Malformed: 'ValueError' }, new Unclosed()), 'ValueError');
  assert.equal(await kindBy(new Map([[Malformed, () => ({ kind: 'InvokerError' })]]), new Malformed()), 'InvokerError');
  assert.equal(await kindBy({}, Object.assign(new Error(), { kind: 'ValueError' })), 'ValueError');
  assert.equal(await kindBy({ Malformed: 'ValueError' }, new TypeError()), undefined);
  assert.equal(await kindBy({}, 'only a text'), undefined);
});

test('an error of no kind does not pass for the error that a vector expects', async () => {
  const raise = () => {
    throw new Error('not written yet');
  };
  const { results } = await played({ operations: { split: raise }, filter: unclosed });
  assert.equal(Object.keys(results).length, 2);
  for (const { status } of Object.values(results)) assert.equal(status, 'fail');
});

test('mistakes in the options are said before anything is played', () => {
  const mistakes = [
    [{ operations: {} }, /no operation is given/],
    [{ operations: { spilt: right } }, /there is no operation 'spilt'; known are split, load/],
    [{ operations: { split: 'right' } }, /the operation split is no function/],
    [splitting(right, { features: ['steam'] }), /there is no feature 'steam'/],
    [splitting(right, { connectionKinds: ['keys'] }), /there is no connectionKind 'keys'/],
    [splitting(right, { profile: 'strict' }), /there is no profile 'strict'; known are as-written, lenient, live/],
    [splitting(right, { edition: '1999-01' }), /there is no edition '1999-01'/],
    [splitting(right, { errors: { TypeError: 'Value' } }), /there is no kind of error 'Value'; known are ValueError/],
    [splitting(right, { transforms: ['crfl'] }), /there is no transform 'crfl'/],
    [splitting(right, { clause: 'P99.9-99' }), /there is no clause 'P99.9-99'/],
    [splitting(right, { filter: 'nowhere/*' }), /leave no vector/],
    [splitting(right, { timeOut: 1 }), /there is no option 'timeOut'/],
  ];
  for (const [options, message] of mistakes)
    assert.throws(() => openSuite({ corpus, ...options }), (error) => error instanceof RunnerError && message.test(error.message), String(message));
});

test('a corpus that is not the one that was packed is refused', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'corpus.json');
  assert.throws(() => openSuite(splitting(right, { corpus: path })), /there is no .*corpus\.json: scripts\/runners makes it/);
  writeFileSync(path, readFileSync(corpus, 'utf8').replace('Between two pluses', 'Between two minuses'));
  copyFileSync(corpus.replace('.json', '.sha256'), join(folder, 'corpus.sha256'));
  assert.throws(() => openSuite(splitting(right, { corpus: path })), /corpus\.json is not what it was packed as: its SHA-256 is [0-9a-f]{64}, /);
});

test('what is not given is counted by its reason', () => {
  const { vectors, unsupported } = openSuite({ corpus, operations: { split: right, render: right } });
  const reasons = new Set(unsupported.map(({ reason }) => reason));
  for (const reason of ['the operation load is not given', 'the feature mustache is not declared']) assert.ok(reasons.has(reason), reason);
  const { vectors: all, clauses, editions } = JSON.parse(readFileSync(corpus, 'utf8'));
  const others = clauses.filter(({ since, group }) => group === 'extensions' || since > editions[0]).map(({ id }) => id);
  const counted = all.filter((vector) => !vector.clauses.some((clause) => others.includes(clause))).length;
  assert.equal(vectors.length + unsupported.length, counted);
  assert.ok(vectors.length > 200);
});

test('files are laid out in a folder of their own, which is gone afterwards', async () => {
  const seen = [];
  const load = (params, { folder }) => {
    seen.push({ folder, text: readFileSync(params.path, 'utf8'), params });
    return null;
  };
  await played({ operations: { load }, features: ['jinja2', 'env'], filter: ['load/[a-e]*', 'load/references/*'] });
  assert.ok(seen.length > 50, String(seen.length));
  for (const { folder, params } of seen) {
    assert.ok(params.path.startsWith(`${folder}/`));
    assert.ok(!existsSync(folder));
  }
  assert.ok(seen.some(({ params }) => typeof params.env === 'object'));
});

test('a function may change its params', async () => {
  const split = (params) => {
    params.text = 'changed';
    return null;
  };
  assert.match((await resultOf(split)).text, /sent +split \{"text":"\+\+\+/);
});

test('items of a stream come from a generator, from item or in the result', async () => {
  const plainly = ({ chunks }) => chunks.flatMap(({ choices }) => choices?.[0]?.delta?.content || []);
  const whole = (texts) => ({ items: texts, outcome: { type: 'text', value: texts.join('') } });
  const ways = {
    result: (params) => whole(plainly(params)),
    item: (params, { item }) => {
      for (const text of plainly(params)) item(text);
      return whole(plainly(params));
    },
    async *generator(params) {
      for (const text of plainly(params)) yield text;
      return { outcome: whole(plainly(params)).outcome };
    },
    *plainGenerator(params) {
      yield* plainly(params);
      return { outcome: whole(plainly(params)).outcome };
    },
  };
  const passing = {};
  for (const [way, call] of Object.entries(ways)) {
    const { results } = await played({ operations: { process_stream: call }, features: ['jinja2', 'stream'], filter: ['process/*'] });
    passing[way] = Object.values(results).filter(({ status }) => status === 'pass').length;
  }
  const { result, ...others } = passing;
  assert.ok(result > 5, String(result));
  for (const [way, count] of Object.entries(others)) assert.equal(count, result, way);
});

test('a vector that passed is played again under the transforms that are asked for', async () => {
  const texts = [];
  const split = ({ text }) => {
    texts.push(text);
    return right();
  };
  const { attempts } = await resultOf(split, { transforms: true });
  assert.deepEqual(attempts.map(({ way, transform, of, status }) => [way, transform, of, status]), [
    ['direct', undefined, undefined, 'pass'], ['transform', 'crlf', 'direct', 'pass'],
  ]);
  assert.equal(texts[1], texts[0].replaceAll('\n', '\r\n'));
  const onlyLineFeeds = ({ text }) => (text.includes('\r') ? { frontmatter: null, body: text } : right());
  const result = await resultOf(onlyLineFeeds, { transforms: ['crlf'] });
  assert.ok(result.isRed && result.text.startsWith(`fail ${delimited} [transform crlf]`));
  assert.equal((await resultOf(onlyLineFeeds, { transforms: ['key-order'] })).status, 'pass');
});

test('each transform rewrites what it says', async () => {
  const orders = [];
  const process = (params) => {
    orders.push(Object.keys(params));
    return { type: 'text', value: params.response.choices?.[0]?.message?.content ?? null };
  };
  await played({ operations: { process }, filter: 'process/openai-chat/content/content-is-returned-unchanged', transforms: true });
  assert.deepEqual(orders[1], [...orders[0]].reverse());
  const texts = [];
  const load = ({ path }) => {
    texts.push(readFileSync(path, 'utf8'));
    return { name: 'n', displayName: 'd' };
  };
  await played({ operations: { load }, filter: 'load/properties/name-is-loaded', transforms: true });
  assert.ok(texts.length >= 1 && !texts[0].includes('\r'));
});

test('the JSON Lines are a report that the programs of the suite read', async () => {
  const folder = temporaryFolder();
  const jsonl = join(folder, 'run.jsonl');
  await played({ operations: { split: () => ({ frontmatter: null, body: '' }) }, name: 'mine', version: '1', jsonl, rerun: 'npm test -- -t' });
  const [run, ...lines] = linesOf(jsonl);
  assert.equal(run.rerun, 'npm test -- -t');
  assert.equal(lines.length, run.selected);
  const conformance = (...words) => spawnSync(join(programs, 'prompty-conformance'), words, { encoding: 'utf8', cwd: folder });
  const one = conformance('verdict', 'run.jsonl', delimited);
  assert.equal(one.status, 1, one.stderr);
  assert.match(one.stdout, /rerun +npm test -- -t load\/frontmatter\/structure\/plus-signs-delimit/);
  const merged = conformance('merge', 'run.jsonl', '--jsonl', 'whole.jsonl', '--html', 'page.html');
  assert.equal(merged.status, 1, merged.stderr);
  assert.match(merged.stdout, /Judging mine 1 \(JavaScript\)|mine 1/);
  assert.match(merged.stdout, /Fix first/);
  assert.ok(linesOf(join(folder, 'whole.jsonl')).some(({ type }) => type === 'fault'));
  assert.match(conformance('verdict', 'whole.jsonl').stdout, /^mine 1 in the profile lenient: not conformant/);
  assert.ok(readFileSync(join(folder, 'page.html'), 'utf8').length > 100_000);
  const [whole, ...attempts] = linesOf(join(folder, 'whole.jsonl'));
  assert.equal(whole.rerun, 'npm test -- -t');
  assert.equal(attempts.find(({ id, way }) => id === delimited && way).rerun, `npm test -- -t ${delimited}`);
});

test('a failure that does not decide is not red', async () => {
  const free = { operations: { split: () => null, parse: () => null, process: () => null }, filter: ['load/frontmatter/*', 'parse/*', 'process/openai-chat/*'] };
  const redOf = async (more) => {
    const { results } = await played({ ...free, ...more });
    const failed = Object.values(results).filter(({ status }) => status !== 'pass');
    return { failed: failed.length, red: failed.filter(({ isRed }) => isRed).length };
  };
  const usual = await redOf({});
  const ours = await redOf({ include: 'ours' });
  const all = await redOf({ include: 'ours', level: 'all' });
  assert.ok(usual.red < usual.failed && usual.red < ours.red && ours.red <= all.red && all.red <= all.failed);
  assert.equal(usual.failed, ours.failed);
});

test('vectors with a provider say why they are skipped, or are played with the mock provider', async () => {
  const run = () => ({ type: 'text', value: '' });
  const options = { operations: { run }, filter: 'run/*' };
  const without = openSuite({ corpus, ...options });
  assert.ok(without.unsupported.some(({ reason }) => reason === 'it needs the mock provider, and mock is not set'));
  const { results: absent } = await played({ ...options, mock: '/nowhere/prompty-mock-provider' });
  for (const { status, text, isRed } of Object.values(absent)) {
    assert.ok(status === 'unsupported' && !isRed, text);
    assert.match(text, /^the mock provider does not start: spawn \/nowhere/);
  }
  const { results } = await played({ ...options, mock: join(programs, 'prompty-mock-provider') });
  const failed = Object.values(results).filter(({ status }) => status === 'fail');
  assert.ok(failed.length > 3);
  assert.ok(failed.some(({ text }) => text.includes('the requests that the mock provider saw differ')), failed[0].text);
});
