// The vectors as tests of node:test: `conformance({operations})` in a test file.

import { after, describe, test } from 'node:test';

import { defineTests } from './frameworks.mjs';

export const conformance = (options) =>
  defineTests({ rerun: 'node --test --test-name-pattern', ...options }, { describe, test, skipped: test.skip, after });
