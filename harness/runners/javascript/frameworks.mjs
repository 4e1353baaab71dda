// What the test frameworks have in common.

import { openSuite } from './index.mjs';

/** What a test throws that failed: its text is all there is to say, a trace would only lead to this runner. */
const failure = (text, { cause }) =>
  Object.assign(new Error(text, cause && { cause }), { name: 'VectorFailure', stack: `VectorFailure: ${text}` });

/**
 * Defines a test for each vector that is played, and a skipped one for each reason why others are not, by the functions of a test
 * framework; `test` has no time limit of its own.
 */
export function defineTests(options, { describe, test, skipped, after }) {
  const { vectors, unsupported, close } = openSuite(options);
  describe('prompty', () => {
    for (const { id, play } of vectors) {
      test(id, async (context) => {
        const { isRed, status, text, attempts } = await play();
        if (isRed) throw failure(text, attempts.at(-1));
        if (status !== 'pass') context.skip(status === 'unsupported' ? text : `does not decide: ${text}`);
      });
    }
    const reasons = unsupported.map(({ reason }) => reason);
    for (const reason of new Set(reasons)) skipped(`${reasons.filter((one) => one === reason).length} vectors: ${reason}`);
    after(close);
  });
}
