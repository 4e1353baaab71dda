import type { Difference } from './index.js';

/** Every difference of an answer from an expectation, in the order of the expectation; none when it matches. */
export function differences(expectation: unknown, answer: unknown): Difference[];

/** The first mistake in an expectation, or undefined. */
export function problemOf(expectation: unknown): { pointer: string; message: string } | undefined;
