// What is judged by the examples; yours is your own package.
export { parse } from '../../adapters/typescript/markers.mjs';
export { split } from '../../adapters/typescript/frontmatter.mjs';
