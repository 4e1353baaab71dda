// The package file as somebody installs it: in an empty folder, in vitest and in node:test.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { linesOf, programs, root, runners, sdk, temporaryFolder } from './own.mjs';

const archive = join(runners, readdirSync(runners).find((name) => name.endsWith('.tgz')));

/** Does what `npm install FILE` does with a package that has no dependency; vitest is the one of the tests. */
function install(folder) {
  const modules = join(folder, 'node_modules');
  const unpacked = join(modules, 'prompty-conformance-runner');
  mkdirSync(unpacked, { recursive: true });
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  for (const name of ['vitest', 'vite']) symlinkSync(join(sdk, 'node_modules', name), join(modules, name));
}

const frameworks = {
  vitest: { words: [join(sdk, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=verbose']},
  'node-test': { words: ['--test', '--test-reporter=spec']},
};

function runTests(framework, folder, more = {}) {
  // The test runner of node leaves alone what is started by another one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd: folder, encoding: 'utf8', env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined, CI: '1', ...more }, maxBuffer: 1 << 28 };
  const { status, stdout, stderr } = spawnSync(process.execPath, frameworks[framework].words, options);
  return { status, text: stdout + stderr };
}

const mistakes = [
  ['match[1].replace(/^[ \\t\\n\\r\\f\\v]+|[ \\t\\n\\r\\f\\v]+$/g, "")', 'match[1]'],
  ['match[1].toLowerCase()', 'match[1]'],
  ['open?.role ?? "system"', 'open?.role ?? "user"'],
];

/** As assert.match, for texts of many lines, of which the end says most. */
const demand = (text, pattern) => assert.ok(pattern.test(text), `${pattern} is not in what ends in\n${text.slice(-3000)}`);

/** A runtime of two functions with three mistakes. */
function writeRuntime(folder) {
  const templates = ['frontmatter.mjs', 'markers.mjs'].map((name) => readFileSync(join(root, 'harness/adapters/typescript', name), 'utf8'));
  let text = templates.join('\n');
  for (const [right, wrong] of mistakes) {
    assert.ok(text.includes(right), right);
    text = text.replace(right, wrong);
  }
  writeFileSync(join(folder, 'runtime.mjs'), text);
}

const tenLines = (framework) => `import { conformance } from 'prompty-conformance-runner/${framework}';

import { parse, split } from './runtime.mjs';

conformance({
  operations: {
    split: ({ text }) => split(text),
    parse: ({ rendered }) => parse(rendered),
  },
});
`;

for (const framework of Object.keys(frameworks)) {
  describe(framework, () => {
    test('ten lines show three mistakes as red tests that say what to mend', () => {
      const folder = temporaryFolder();
      install(folder);
      writeRuntime(folder);
      assert.equal(tenLines(framework).trimEnd().split('\n').length, 10);
      writeFileSync(join(folder, 'conformance.test.mjs'), tenLines(framework));
      const { status, text } = runTests(framework, folder);
      assert.equal(status, 1, text.slice(-3000));
      const shown = [
        // The line ends around the frontmatter stay.
        /fail load\/\S*\n[^]*?P2\.\S+ +MUST — [^]*?sent +split [^]*?first at +\/frontmatter\n[^]*?got +"\\n[^]*?explain +prompty-conformance explain P2\./,
        // A role keeps its capitals.
        /fail parse\/\S*\n[^]*?sent +parse [^]*?first at +\/0\/role\n[^]*?expected +"(system|user|assistant)"\n +got +"(?!\1)[A-Z]\w+"/,
        // What stands before the first marker is the user's.
        /fail parse\/\S*\n[^]*?first at +\/0\/role\n[^]*?expected +"system"\n +got +"user"/,
      ];
      for (const pattern of shown) demand(text, pattern);
      demand(text, /\d+ vectors: the operation load is not given/);
    });

    test('the example runs offline and its report is read', () => {
      const folder = temporaryFolder();
      const examples = join(root, 'harness/ci/runners');
      cpSync(join(examples, framework), join(folder, 'ci/runners/example'), { recursive: true });
      cpSync(join(examples, 'runtime.mjs'), join(folder, 'ci/runners/runtime.mjs'));
      cpSync(join(root, 'harness/adapters/typescript'), join(folder, 'adapters/typescript'), { recursive: true });
      const project = join(folder, 'ci/runners/example');
      install(project);
      const { scripts, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
      assert.equal(scripts.test, framework === 'vitest' ? 'vitest run' : 'node --test');
      assert.equal(devDependencies['prompty-conformance-runner'], `file:${archive.split('/').at(-1)}`);
      const { status, text } = runTests(framework, project, { CONFORMANCE_JSONL: join(folder, 'run.jsonl') });
      assert.equal(status, 0, text.slice(-3000));
      const attempts = linesOf(join(folder, 'run.jsonl')).filter(({ type }) => type === 'attempt');
      assert.ok(attempts.length > 200 && attempts.every(({ status: one }) => one === 'pass'));
      assert.ok(attempts.some(({ transform }) => transform === 'crlf'));
      if (framework === 'vitest') return; // Its report is the same.
      const merged = spawnSync(join(programs, 'prompty-conformance'), ['merge', join(folder, 'run.jsonl')], { encoding: 'utf8' });
      assert.equal(merged.status, 0, merged.stdout + merged.stderr);
      assert.match(merged.stdout, /no failure in what was judged/);
    });
  });
}

test('vitest is pinned to the version of the example', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'harness/ci/runners/vitest/package.json'), 'utf8'));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'tests/end_to_end/clients/package.json'), 'utf8'));
  assert.equal(devDependencies.vitest, dependencies.vitest);
});

test('the package has its corpus, its types and no dependency', () => {
  const folder = temporaryFolder();
  install(folder);
  const unpacked = join(folder, 'node_modules/prompty-conformance-runner');
  const described = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  assert.equal(described.dependencies, undefined);
  for (const name of ['corpus.json', 'corpus.sha256', 'LICENSE', 'README.md']) assert.ok(existsSync(join(unpacked, name)), name);
  for (const { types, default: code } of Object.values(described.exports).filter((one) => typeof one === 'object'))
    for (const file of [types, code]) assert.ok(existsSync(join(unpacked, file)), file);
});

test('TypeScript takes what the types allow, and nothing else', () => {
  const folder = temporaryFolder();
  install(folder);
  const start = `import { conformance } from 'prompty-conformance-runner/vitest';\nclass Bad extends Error {}\n`;
  const right = "conformance({ operations: { split: async ({ text }) => text }, errors: new Map([[Bad, 'ValueError']]), mock: true });\n";
  writeFileSync(join(folder, 'right.mts'), start + right);
  writeFileSync(join(folder, 'wrong.mts'), `${start}conformance({ operations: { split: 1 }, profile: 'strict' });\n`);
  const compiler = join(sdk, 'node_modules/typescript/bin/tsc');
  const words = [compiler, '--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', '--target', 'es2022', 'right.mts', 'wrong.mts'];
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  assert.match(stdout, /^wrong\.mts\([^]*TS2322[^]*\nwrong\.mts\([^]*TS2322/);
  assert.ok(!stdout.includes('right.mts'), stdout);
});
