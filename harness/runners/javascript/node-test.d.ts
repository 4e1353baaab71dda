import type { Options } from './index.js';

/** Defines a test for each vector that is played, and a skipped one for each reason why others are not. */
export function conformance(options: Options): void;
