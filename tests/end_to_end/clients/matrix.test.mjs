import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cellsOf, play } from './support/matrix.mjs';
import { mockForTests } from './support/mock.mjs';
import { shownTable, tableOf } from './support/table.mjs';

// Every client of the table in the mock's README, unmodified, in every cell.

const mock = mockForTests();
const files = (await readdir(fileURLToPath(new URL('rows', import.meta.url)))).filter((file) => file !== 'shared.mjs').sort();
const rows = Object.assign({}, ...(await Promise.all(files.map(async (file) => (await import(`./rows/${file}`)).default))));
const worked = new Set();

for (const [client, row] of Object.entries(rows)) {
  describe(client, () => {
    for (const cell of cellsOf(row).filter(({ limit }) => !limit)) {
      test(cell.name, async () => {
        await play(row, cell, mock);
        worked.add(`${client}: ${cell.name}`);
      });
    }
  });
}

test('the README shows the table', async () => {
  const table = await tableOf(rows, (client, cell) => worked.has(`${client}: ${cell.name}`));
  // Where the table of other versions is wanted, as the command upgrade does.
  if (process.env.CLIENT_TABLE) return writeFile(process.env.CLIENT_TABLE, table);
  assert.equal(await shownTable(), table);
});
