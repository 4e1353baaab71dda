import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startMock } from '../../../mock-provider/clients/node/index.mjs';
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

/** What the commands of curl in the README print, against that mock. */
async function curls(mock, words) {
  const commands = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.startsWith('$ curl') && line.includes(words));
  assert.ok(commands.length > 0, words);
  const printed = [];
  for (const command of commands) {
    const shown = command.slice(2).replaceAll('http://127.0.0.1:8080', mock.url);
    printed.push((await run('sh', ['-c', shown.replace('curl', 'curl -sSf')])).stdout);
  }
  return printed.join('');
}

async function withMock(scenarioFiles, body) {
  const mock = await startMock({ program: process.env.MOCK_PROVIDER, check, scenarioFiles });
  try {
    await body(mock);
  } finally {
    await mock.stop();
  }
}

test('the first request has an answer without a scenario', () =>
  withMock([], async (mock) => {
    const { choices: [{ message }] } = JSON.parse(await curls(mock, '/v1/chat/completions'));
    assert.match(message.content, /the last says: "Hi"/);
  }));

test('a test with a scenario, a tool and a stream runs as it is printed', async () => {
  const scenario = join(folder, 'weather.yaml');
  await writeFile(scenario, blockWith('name: weather').split('\n$ ')[0]);
  await withMock([scenario], async (mock) => {
    assert.equal(mock.scenarioUrls.weather, `${mock.url}/weather`);
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
