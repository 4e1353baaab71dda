#!/usr/bin/env node
// @ts-check

// A conformance adapter in JavaScript with types in its comments, so that it runs as it is and TypeScript checks it. It offers
// `split` and `parse`; to offer more, add to `operations`.
//
//     prompty-conformance run --subject 'node harness/adapters/typescript/adapter.mjs'

import { split } from "./frontmatter.mjs";
import { parse } from "./markers.mjs";

/**
 * @typedef {Record<string, any>} Params
 * @typedef {{jsonrpc: "2.0", id?: number | string, method: string, params?: Params}} Request
 */

/** @type {Record<string, (params: Params) => unknown>} */
const operations = {
  split: (params) => split(params.text),
  parse: (params) => {
    const parser = params.agent?.template?.parser?.kind ?? "prompty";
    if (parser === "prompty") return parse(params.rendered);
    throw Object.assign(new Error(`No parser registered for key: ${parser}`), { kind: "InvokerError" });
  },
};

const capabilities = {
  protocolVersion: 6,
  implementation: { name: "split-and-parse-in-javascript", version: "1.0.0", language: "JavaScript" },
  operations: Object.keys(operations),
  features: ["parse-details"],
};

/**
 * The member `result` or `error` for one request.
 *
 * @param {string} method
 * @param {Params} params
 */
function answer(method, params) {
  if (method === "initialize") return { result: capabilities };
  const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
  if (operation === undefined) return { error: { code: -32601, message: `${method} is not offered` } };
  try {
    return { result: operation(params) };
  } catch (error) {
    const { kind = "RuntimeError", message } = /** @type {Error & {kind?: string}} */ (error);
    return { error: { code: -32000, message, data: { kind, message } } };
  }
}

/**
 * The lines of standard input. `node:readline` would also end a line at the separators U+2028 and U+2029, which JSON may hold.
 */
async function* requestLines() {
  let pending = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (pending + chunk).split("\n");
    pending = /** @type {string} */ (lines.pop());
    yield* lines;
  }
}

for await (const line of requestLines()) {
  /** @type {Request} */
  const request = JSON.parse(line);
  if (request.method === "shutdown") process.exit(0);
  const response = { jsonrpc: "2.0", id: request.id, ...answer(request.method, request.params ?? {}) };
  process.stdout.write(`${JSON.stringify(response)}\n`);
}
