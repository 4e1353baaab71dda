import { readFile } from 'node:fs/promises';
import { cellsOf, columns } from './matrix.mjs';

// The table of clients as the mock's README shows it.

const readme = new URL('../../../../mock-provider/README.md', import.meta.url);
const begin = '<!-- The table of clients, as tests/end_to_end/clients/matrix.test.mjs makes it. -->\n';
const end = '<!-- The end of the table. -->\n';

/** The package.json that names the versions: the one beside the tests, or where the command upgrade tries others. */
const versions = process.env.CLIENT_VERSIONS ?? new URL('../package.json', import.meta.url);

/** What stands for a column: a check mark, numbers of notes, or a cross for what failed. */
function sign(cells, worked, notes) {
  const signs = cells.map((cell) => {
    if (!cell.limit) return worked(cell) ? '✓' : '✗';
    if (!notes.includes(cell.limit)) notes.push(cell.limit);
    return `${cell.stream ? 'streamed' : 'whole'} ${notes.indexOf(cell.limit) + 1}`;
  });
  const limited = cells.map((cell) => cell.limit);
  if (limited.every((limit) => limit && limit === limited[0])) return String(notes.indexOf(limited[0]) + 1);
  return [...new Set(signs)].join(', ');
}

/** The table and its notes in Markdown, of `rows` by name; `worked` says of a row's name and a cell whether it came out. */
export async function tableOf(rows, worked) {
  const { dependencies } = JSON.parse(await readFile(versions, 'utf8'));
  const notes = [];
  const names = Object.keys(columns);
  const lines = [`| client | version | ${names.join(' | ')} |`, `|${'---|'.repeat(names.length + 2)}`];
  for (const [client, row] of Object.entries(rows)) {
    const cells = cellsOf(row);
    const signs = names.map((name) => sign(cells.filter(({ column }) => column === name), (cell) => worked(client, cell), notes));
    lines.push(`| ${client} | ${dependencies[row.package]} | ${signs.join(' | ')} |`);
  }
  return `${lines.join('\n')}\n\n${notes.map((note, index) => `${index + 1}. ${note}\n`).join('')}`;
}

/** The table that the README shows. */
export async function shownTable() {
  const text = await readFile(readme, 'utf8');
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trimStart();
}
