// play.mjs CORPUS: processor time in which the JavaScript runner plays load, render, parse, wire and process of a corpus with answers that
// cost nothing, beside JSON.parse of the corpus; three rounds of each in turn.

import { readFileSync } from 'node:fs';

import { openSuite } from '../../../harness/runners/javascript/index.mjs';

const [corpus] = process.argv.slice(2);
const { operations: named, definitions } = JSON.parse(readFileSync(corpus, 'utf8')).schemas.protocol;
const { features, apiTypes } = definitions.Capabilities.properties;
const options = {
  corpus,
  features: features.items.enum,
  apiTypes: apiTypes.items.enum,
  providers: ['openai', 'azure', 'anthropic', 'foundry'],
  include: 'extensions',
  filter: ['load/*', 'render/*', 'parse/*', 'wire/*', 'process/*'],
};

async function seconds(work) {
  const begin = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(begin);
  return [(user + system) / 1e6, result];
}

for (const answer of [{}, [], null]) {
  const [reading] = await seconds(() => JSON.parse(readFileSync(corpus, 'utf8')));
  const operations = Object.fromEntries(Object.keys(named).filter((name) => name !== 'initialize').map((name) => [name, () => answer]));
  const [playing, count] = await seconds(async () => {
    const { vectors, close } = openSuite({ ...options, operations });
    for (const vector of vectors) await vector.play();
    await close();
    return vectors.length;
  });
  const ratio = (playing / reading).toFixed(1);
  console.log(`node, ${JSON.stringify(answer)}: ${count} vectors in ${playing.toFixed(2)} s; JSON.parse of the corpus ${reading.toFixed(2)} s; ratio ${ratio}`);
}
