// How much code the packages ship without their corpus. A line is one of code when it is neither blank nor a comment, nor of a docstring.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from './own.mjs';

const javascript = join(root, 'harness/runners/javascript');
const python = join(root, 'harness/runners/python/prompty_conformance');
const sources = (folder, ending) => readdirSync(folder).filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
const text = (path) => readFileSync(path, 'utf8').replace(/^\s*"""[^]*?"""$/gm, '');
const isCode = (line) => line.trim() !== '' && !/^\s*(\/\/|\/\*\*|\*|#)/.test(line);
const linesOf = (paths) => paths.flatMap((path) => text(path).split('\n')).filter(isCode).length;

/** What the packages ship, by language, and how many lines that may have. */
const most = { javascript: [sources(javascript, '.mjs'), 900], python: [sources(python, '.py'), 900] };

for (const [language, [paths, limit]] of Object.entries(most)) {
  test(`the runner in ${language} is small, and most of all its matching`, () => {
    assert.ok(paths.length > 5);
    const lines = linesOf(paths);
    assert.ok(lines < limit, `${lines} lines of code`);
    const matching = linesOf(paths.filter((path) => /\/matching\.\w+$/.test(path)));
    assert.ok(matching > 0 && matching < 300, `${matching} lines of code in the matching`);
    // Lines are not made fewer by making them longer.
    const longest = Math.max(...paths.flatMap((path) => text(path).split('\n').map((line) => (line.includes('piece = /') ? 0 : line.length))));
    assert.ok(longest <= (language === 'python' ? 120 : 160), `a line of ${longest} signs`);
  });
}
