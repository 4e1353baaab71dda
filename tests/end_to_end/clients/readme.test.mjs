import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { check } from './support/mock.mjs';

// A reader of the README who does what it says, from its top, in an empty folder.
const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));

/** The indented blocks before the first heading of a section, without their indentation. */
async function firstBlocks() {
  const text = await readFile(join(here, '../../../mock-provider/README.md'), 'utf8');
  const lines = text.slice(0, text.indexOf('\n## ')).split('\n');
  const blocks = [[]];
  for (const line of lines) {
    if (line.startsWith('    ') || line === '') blocks.at(-1).push(line.slice(4));
    else if (blocks.at(-1).length > 0) blocks.push([]);
  }
  return blocks.map((block) => block.join('\n').trim()).filter((block) => block !== '');
}

let folder;
let blocks;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readme-'));
  await symlink(join(here, '../node_modules'), join(folder, 'node_modules'));
  blocks = await firstBlocks();
});
after(() => rm(folder, { recursive: true }));

const blockWith = (words) => blocks.find((block) => block.includes(words));

/** The commands of the README that have these words in them, without the prompt. */
function commandsWith(...words) {
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  const commands = lines.filter((line) => line.startsWith('$ ') && words.every((word) => line.includes(word)));
  assert.ok(commands.length > 0, words.join(' '));
  return commands.map((line) => line.slice(2));
}

/** What the commands of curl in the README print, against that mock. */
async function curls(mock, words) {
  const printed = [];
  for (const command of commandsWith('curl', words)) {
    const shown = command.replaceAll('http://127.0.0.1:8080', mock.url);
    printed.push((await run('sh', ['-c', shown.replace('curl', 'curl -sSf')])).stdout);
  }
  return printed.join('');
}

/** Starts the mock with that command of the README, by its name as the README's PATH has it, on a port of its own. */
async function withMock(command, body) {
  const [name, ...words] = command.replace(/ &$/, '').replace('8080', '0').split(' ');
  const env = { ...process.env, PATH: dirname(process.env.MOCK_PROVIDER) + delimiter + process.env.PATH };
  const mock = spawn(name, [...words, '--check', check], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(createInterface({ input: mock.stdout }), 'line');
    const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line);
    await body({ url });
  } finally {
    // As `kill %1` does.
    mock.kill('SIGTERM');
    assert.equal((await once(mock, 'exit'))[0], 0);
  }
}

test('what builds the program is there, and so is the folder where it is looked for', async () => {
  const root = join(here, '../../..');
  const [build] = commandsWith('scripts/');
  for (const [script] of build.matchAll(/scripts\/\w+/g)) await access(join(root, script), constants.X_OK);
  const [path] = commandsWith('export PATH');
  await access(join(root, /\$PWD\/([^:]+)/.exec(path)[1], build.split(' ').at(-1)), constants.X_OK);
});

test('the first request has an answer without a scenario', () =>
  withMock(commandsWith('prompty-mock-provider --port')[0], async (mock) => {
    const { choices: [{ message }] } = JSON.parse(await curls(mock, '/v1/chat/completions'));
    assert.match(message.content, /the last says: "Hi"/);
  }));

test('a test with a scenario, a tool and a stream runs as it is printed', async () => {
  const scenario = join(folder, 'weather.yaml');
  await writeFile(scenario, blockWith('name: weather').split('\n$ ')[0]);
  await withMock(commandsWith('--scenario weather.yaml')[0], async (mock) => {
    const program = join(folder, 'agent.test.mjs');
    await writeFile(program, blockWith('import OpenAI').split('\n$ ')[0].replaceAll('http://127.0.0.1:8080', mock.url));
    await run(process.execPath, [program]);
    const entries = (await curls(mock, '/_mock/requests')).trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(entries.map(({ status, choice, findings }) => [status, choice.step, findings]), [[200, 1, []], [200, 2, []]]);
    // Each step has been played, and the error says what to do about a second run.
    await assert.rejects(run(process.execPath, [program]), /404/);
    await run('curl', ['-sSf', '-X', 'POST', `${mock.url}/_mock/reset`]);
    await run(process.execPath, [program]);
  });
});
