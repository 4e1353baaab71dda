// The vectors as tests of vitest: `conformance({operations})` in a test file.

import { afterAll, describe, test } from 'vitest';

import { defineTests } from './frameworks.mjs';

export const conformance = (options) =>
  defineTests(
    { rerun: 'npx vitest run -t', ...options },
    { describe, test: (name, play) => test(name, { timeout: 0 }, play), skipped: test.skip, after: afterAll },
  );
