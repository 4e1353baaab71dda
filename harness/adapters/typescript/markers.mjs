// @ts-check

/**
 * @typedef {{kind: "text", value: string}} TextPart
 * @typedef {{role: string, content: TextPart[], metadata?: Record<string, string>}} Message
 * @typedef {{role: string, attributes: Record<string, string>}} Marker
 */

const marker = /^[ \t]*(?:#[ \t]*)?(system|user|assistant)(?:\[(.*)\])?[ \t]*:[ \t]*\r?$/i;
const attribute = /[ \t]*([\w.-]+)[ \t]*=(?:[ \t]*"([^"]*)"[ \t]*|([^",[\]]*))(,|$)/y;

/**
 * What stands in the brackets of a marker, without the nonce, which is the parser's own (§2.10).
 *
 * @param {string} text
 * @returns {Record<string, string> | null} null when the brackets are malformed
 */
function readAttributes(text) {
  /** @type {Record<string, string>} */
  const found = {};
  attribute.lastIndex = 0;
  for (;;) {
    const match = attribute.exec(text);
    if (match === null) return null;
    if (match[1] !== "nonce") found[match[1]] = match[2] ?? match[3].replace(/^[ \t]+|[ \t]+$/g, "");
    if (match[4] === "") return found;
  }
}

/**
 * @param {string} line without its line feed
 * @returns {Marker | null} null when the line is text
 */
function readMarker(line) {
  const match = marker.exec(line);
  if (match === null) return null;
  const attributes = match[2] === undefined ? {} : readAttributes(match[2]);
  return attributes === null ? null : { role: match[1].toLowerCase(), attributes };
}

/**
 * Lines as the text of a message: without blank lines at the ends, and without the last line end.
 *
 * @param {string[]} lines
 * @returns {string}
 */
function messageText(lines) {
  const isBlank = (/** @type {string} */ line) => /^[ \t\r\f\v]*$/.test(line);
  const first = lines.findIndex((line) => !isBlank(line));
  if (first === -1) return "";
  let end = lines.length;
  while (isBlank(lines[end - 1])) end -= 1;
  return lines.slice(first, end).join("\n").replace(/\r$/, "");
}

/**
 * The messages of a rendered text: each marker opens one, and what stands before the first is the system's (§2.10).
 *
 * @param {string} rendered
 * @returns {Message[]}
 */
export function parse(rendered) {
  /** @type {Message[]} */
  const messages = [];
  /** @type {Marker | null} */
  let open = null;
  /** @type {string[]} */
  let lines = [];
  const close = () => {
    const value = messageText(lines);
    lines = [];
    if (open === null && value === "") return;
    /** @type {Message} */
    const message = { role: open?.role ?? "system", content: [{ kind: "text", value }] };
    if (open !== null && Object.keys(open.attributes).length > 0) message.metadata = open.attributes;
    messages.push(message);
  };
  for (const line of rendered.split("\n")) {
    const found = readMarker(line);
    if (found === null) {
      lines.push(line);
    } else {
      close();
      open = found;
    }
  }
  close();
  return messages;
}
