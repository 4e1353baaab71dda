import type { Difference } from './index.js';

/** Every difference of an answer from an expectation, in the order of the expectation; none when it matches. */
export function differences(expectation: unknown, answer: unknown): Difference[];
