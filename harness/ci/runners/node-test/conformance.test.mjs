// The vectors in node:test: this file, and the package file of the runner installed beside it. CI runs `npm ci && npm test`, and
// keeps the file that CONFORMANCE_JSONL names for `prompty-conformance merge`, which finds the faults behind the failures.

import { conformance } from 'prompty-conformance-runner/node-test';

import { parse, split, UnknownParser } from '../runtime.mjs';

conformance({
  name: 'my-runtime',
  operations: {
    split: ({ text }) => split(text),
    parse: ({ rendered, agent }) => parse(rendered, agent?.template?.parser?.kind),
  },
  // What an error of yours means; those of `split` have a kind already.
  errors: new Map([[UnknownParser, 'InvokerError']]),
  features: ['parse-details'],
  transforms: true,
  jsonl: process.env.CONFORMANCE_JSONL,
});
