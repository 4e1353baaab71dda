// @ts-check

// The expression that the specification prints (§2.2). It is held against the beginning of the file only; `\s` is spelled out,
// for in JavaScript it would take a byte order mark and the blanks of every script as well.
const contract = /^[ \t\n\r\f\v]*(?:---|\+\+\+)(.*?)(?:---|\+\+\+)[ \t\n\r\f\v]*(.+)$/s;
const opened = /^[ \t\n\r\f\v]*(?:---|\+\+\+)/;

/**
 * What an implementation raises; `kind` is the name that the protocol has for it.
 */
export class ValueError extends Error {
  kind = "ValueError";
}

/**
 * The two parts of a file. `frontmatter` is null when the file has none.
 *
 * @param {string} file
 * @returns {{frontmatter: string | null, body: string}}
 * @throws {ValueError} when frontmatter is opened and not closed, or nothing follows it
 */
export function split(file) {
  const text = file.startsWith("\ufeff") ? file.slice(1) : file;
  if (!opened.test(text)) return { frontmatter: null, body: text };
  const match = contract.exec(text);
  if (match === null) {
    throw new ValueError("The frontmatter is opened but not closed, or nothing follows it; end it with a line of ---.");
  }
  return { frontmatter: match[1].replace(/^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g, ""), body: match[2] };
}
