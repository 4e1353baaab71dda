// What is judged by the examples; yours is your own package.

import { parse as parseMarkers } from '../../adapters/typescript/markers.mjs';

export { split } from '../../adapters/typescript/frontmatter.mjs';

export class UnknownParser extends Error {}

export function parse(rendered, parser = 'prompty') {
  if (parser !== 'prompty') throw new UnknownParser(`No parser registered for key: ${parser}`);
  return parseMarkers(rendered);
}
