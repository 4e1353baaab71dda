// What the test frameworks have in common.

import { countedReasons, openSuite, VectorFailure } from './index.mjs';

/**
 * Defines a test for each vector that is played, and a skipped one for each reason why others are not, by the functions of a test
 * framework; `test` has no time limit of its own.
 */
export function defineTests(options, { describe, test, skipped, after }) {
  const suite = openSuite(options);
  describe('prompty', () => {
    for (const vector of suite.vectors) {
      test(vector.id, async (context) => {
        const { isRed, status, text, attempts } = await vector.play();
        if (isRed) throw new VectorFailure(text, attempts.at(-1));
        if (status !== 'pass') context.skip(status === 'unsupported' ? text : `does not decide: ${text}`);
      });
    }
    for (const { reason, count } of countedReasons(suite.unsupported)) skipped(`${count} vectors: ${reason}`);
    after(suite.close);
  });
}
