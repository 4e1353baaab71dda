import { createRequire } from 'node:module';
import { once } from 'node:events';
import { createServer } from 'node:http';

// The messages of OpenTelemetry's protocol as its JavaScript exporter was generated from the official .proto files. This is
// the last line of releases that can read them too. Neither Debian nor npm has a collector to send to.
const require = createRequire(import.meta.url);
const { opentelemetry } = require('@opentelemetry/otlp-transformer/build/src/generated/root.js');
const { ExportTraceServiceRequest } = opentelemetry.proto.collector.trace.v1;

/** The names of the fields that JSON has as hexadecimal digits, and how many bytes each has. */
const ids = { traceId: 16, spanId: 8, parentSpanId: 8 };

function withBytes(value, name) {
  if (name in ids) {
    if (!new RegExp(`^[0-9a-f]{${ids[name] * 2}}$`).test(value)) throw new Error(`${name} is ${value}`);
    return Buffer.from(value, 'hex');
  }
  if (Array.isArray(value)) return value.map((element) => withBytes(element, ''));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withBytes(member, key)]));
}

function withDigits(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(withDigits);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withDigits(member)]));
}

/**
 * What is left of a request in JSON when it has been read by the schema, written as Protocol Buffers and read again: a field
 * that the schema does not know, or has with another type, does not come back as it was sent.
 */
export function throughTheSchema(request) {
  const message = ExportTraceServiceRequest.fromObject(withBytes(request, ''));
  const problem = ExportTraceServiceRequest.verify(message);
  if (problem) throw new Error(problem);
  const decoded = ExportTraceServiceRequest.decode(ExportTraceServiceRequest.encode(message).finish());
  return withDigits(ExportTraceServiceRequest.toObject(decoded, { longs: String, arrays: true }));
}

/** A request without its empty lists, which Protocol Buffers do not tell from missing ones. */
export function withoutEmptyLists(value) {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([, member]) => !Array.isArray(member) || member.length > 0);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutEmptyLists(member)]));
}

/** Takes what is exported to /v1/traces and keeps it. */
export class Collector {
  exports = [];
  #server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    this.exports.push({
      method: request.method,
      path: request.url,
      headers: request.headers,
      text: Buffer.concat(pieces).toString(),
    });
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });

  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${this.#server.address().port}`;
  }

  async stop() {
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The one request of a test. */
  request() {
    if (this.exports.length !== 1) throw new Error(`${this.exports.length} exports came`);
    return JSON.parse(this.exports[0].text);
  }
}
