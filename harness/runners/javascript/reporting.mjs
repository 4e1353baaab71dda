// What a run tells: the text of a failure, and the JSON Lines that `prompty-conformance merge` reads.

import { closeSync, openSync, writeSync } from 'node:fs';

import { written } from './json.mjs';

const here = new URL('.', import.meta.url).href;

/** A line of a text, or more; none where there is nothing to say. */
const field = (name, text) => (text ? `  ${name.padEnd(11)} ${text.replaceAll('\n', '\n              ')}\n` : '');

const cut = (text, most = 2000) => (text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text);

const shown = (value) => cut(written(value).length > 100 ? written(value, 2) : written(value));

/** A stack without the frames of this runner and of what is below it. */
const ownFrames = (stack) => stack.split('\n').filter((line) => ![here, 'node:', 'evalmachine'].some((other) => line.includes(other))).join('\n');

function fileOf({ source }, { operation, transform }) {
  const steps = source.steps ?? [source];
  const path = transform ? undefined : steps.findLast((step) => step.operation === operation)?.given.path;
  const text = steps.reduce((before, { files }) => files?.[path] ?? before, source.files?.[path]);
  return typeof text === 'string' ? text : '';
}

/** Everything about an attempt that failed, in the order of harness/runners/README.md. */
export function failureText(vector, attempt, clauses) {
  const { status, transform, detail, operation, sent, differences, answered, cause } = attempt;
  let text = `${status} ${vector.id}${transform ? ` [transform ${transform}]` : ''}\n`;
  for (const { id, level, statement, page, line } of clauses) text += field(id, `${level} — ${statement} (${page}:${line})`);
  text += field('why', vector.why) + field('verdict', detail) + field('sent', `${operation} ${shown(sent)}`);
  text += field('the file', cut(fileOf(vector, attempt)));
  const [first, ...more] = differences;
  if (first) {
    text += field('first at', first.pointer || '"" (the whole answer)') + field('', first.message);
    text += field('expected', shown(first.expected)) + field('got', shown(first.got));
  }
  if (more.length > 0) text += field('', `and ${more.length} more difference${more.length > 1 ? 's' : ''}`);
  if (first?.pointer !== '') text += field('answered', shown(answered));
  if (cause?.stack) text += field('raised at', cut(ownFrames(cause.stack), 1000));
  return text + clauses.map(({ id }) => field('explain', `prompty-conformance explain ${id}`)).join('');
}

/** The JSON Lines of a run in a file, each written at once, so that one which is cut short is read as well. */
export function jsonLines(path, run) {
  const file = openSync(path, 'w');
  const write = (line) => writeSync(file, `${written(line)}\n`);
  write(run);
  return {
    close: () => closeSync(file),
    unsupported: ({ id, clauses }, detail) => write({ type: 'unsupported', id, clauses, detail }),
    attempt: ({ id, clauses, level, group, gating }, attempt, rerun) => {
      const { cause, differences, detail, operation, sent, answered, ...told } = attempt;
      const failure = { detail, differences: differences.length > 0 ? differences : undefined, operation, sent, answered, rerun };
      write({ type: 'attempt', id, clauses, level, group, gating, ...told, ...(told.status !== 'pass' && failure) });
    },
  };
}
