// The vectors as tests of node:test: `conformance({operations})` in a test file.

import { after, describe, test } from 'node:test';

import { countedReasons, openSuite, VectorFailure } from './index.mjs';

/** Defines a test for each vector that is played, and a skipped one for each reason why others are not. */
export function conformance(options) {
  const suite = openSuite({ rerun: 'node --test --test-name-pattern', ...options });
  describe('prompty', () => {
    for (const vector of suite.vectors) {
      test(vector.id, async (context) => {
        const { isRed, status, text, attempts } = await vector.play();
        if (isRed) throw new VectorFailure(text, attempts.at(-1));
        if (status !== 'pass') context.skip(status === 'unsupported' ? text : `does not decide: ${text}`);
      });
    }
    for (const { reason, count } of countedReasons(suite.unsupported)) test(`${count} vectors: ${reason}`, { skip: reason });
    after(suite.close);
  });
}
