// The vectors in vitest: this file, and the package file of the runner installed beside it.
// CI runs `npm ci && npm test`, and keeps conformance.jsonl for `prompty-conformance merge`, which finds the faults behind the failures.

import { conformance } from 'prompty-conformance-runner/vitest';

import { parse, split } from '../runtime.mjs';

conformance({
  name: 'my-runtime',
  operations: {
    split: ({ text }) => split(text),
    parse: ({ rendered }) => parse(rendered),
  },
  // Of your own classes: errors: new Map([[MalformedFile, 'ValueError']]). Those of this runtime have a kind already.
  features: ['parse-details'],
  transforms: true,
  jsonl: process.env.CONFORMANCE_JSONL,
});
