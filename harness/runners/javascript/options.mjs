// The options of a run, checked before anything is played.

/** A mistake in the options or in the corpus, in a sentence. */
export class RunnerError extends Error {}

export const listOf = (value) => (value === undefined ? [] : [value].flat());

/** Throws RunnerError for the first name that is none of all. */
export function demandKnown(what, names, all) {
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new RunnerError(`there is no ${what} '${unknown}'; known are ${all.join(', ')}`);
}

const known = `operations errors name version providers apiTypes connectionKinds features profile edition level include filter clause
  transforms mock timeout jsonl rerun corpus numbers`.split(/\s+/);

/** The options with what is usual in the place of what was left out; throws RunnerError for what means nothing. */
export function checkedOptions(given, { options: names, editions, protocolVersion }) {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { features = ['jinja2'], providers = ['openai'], apiTypes = ['chat'], connectionKinds = names.connectionKinds } = set;
  const options = {
    ...{ name: 'runtime', version: '', profile: 'lenient', edition: editions[0], level: 'must', timeout: 10_000, ...set },
    include: listOf(set.include),
    transforms: set.transforms === true ? names.transforms : listOf(set.transforms || undefined),
    errors: set.errors instanceof Map ? set.errors : new Map(Object.entries(set.errors ?? {})),
    kinds: names.errors,
    protocolVersion,
    declared: { features: listOf(features), providers: listOf(providers), apiTypes: listOf(apiTypes), connectionKinds: listOf(connectionKinds) },
  };
  demandKnown('option', Object.keys(given), known);
  const calls = Object.entries(given.operations ?? {});
  demandKnown('operation', calls.map(([name]) => name), names.operations);
  if (calls.length === 0) throw new RunnerError('no operation is given: operations = {split: (params) => …}');
  for (const [name, call] of calls) if (typeof call !== 'function') throw new RunnerError(`the operation ${name} is no function`);
  for (const list of ['features', 'apiTypes', 'connectionKinds']) demandKnown(list.replace(/s$/, ''), options.declared[list], names[list]);
  demandKnown('kind of error', [...options.errors.values()].filter((meaning) => typeof meaning !== 'function'), names.errors);
  for (const one of ['profile', 'edition']) demandKnown(one, [options[one]], names[one]);
  demandKnown('level', [options.level], Object.keys(names.level));
  demandKnown('group of clauses', options.include, names.include);
  demandKnown('transform', options.transforms, names.transforms);
  return options;
}
