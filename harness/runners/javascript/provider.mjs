// Plays the answers of a vector's provider on prompty-mock-provider, and tells which requests it saw.

import { existsSync } from 'node:fs';

import { isObject, parsed, plainCopy } from './json.mjs';

const shortForms = ['text', 'json', 'toolCalls', 'refusal', 'reasoning'];
const patience = 3000;
/** The mock's finding that a step could not answer what was requested: it proves nothing. */
const unfit = 'scenario.step.fits';

/** What the journal shows with its secret masked. */
const masked = /"(?:authorization|cookie|api-key|x-api-key)"/i;
export const isMasked = (source) => (source.steps ?? [source]).some(({ expect }) => masked.test(JSON.stringify(expect)));

const relativePath = (path) => (path === '/v1/messages' ? path : path.replace(/^\/v1(?=\/)/, ''));

function onlyTextOf(content) {
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const { type, text, annotations = [], ...rest } = content[0] ?? {};
  const isText = ['input_text', 'output_text'].includes(type) && typeof text === 'string';
  return isText && annotations.length === 0 && Object.keys(rest).length === 0 ? text : undefined;
}

/** A body without what official SDKs set whatever their caller says. */
function withoutWhatSdksSet(path, body) {
  if (!isObject(body)) return body;
  const { encoding_format: encoding, ...plain } = body;
  if (path.endsWith('/embeddings') && encoding === 'base64') return plain;
  if (path.endsWith('/chat/completions')) for (const tool of body.tools ?? []) if (tool.function?.strict === false) delete tool.function.strict;
  if (path.endsWith('/responses') && Array.isArray(body.input)) {
    for (const item of body.input.filter(({ type }) => type === 'message')) {
      delete item.type;
      item.content = onlyTextOf(item.content) ?? item.content;
    }
  }
  return body;
}

function asRequest({ method, path, query, headers, body }) {
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return { method, path: relativePath(path) + (query ? `?${query}` : ''), headers: lower, body: withoutWhatSdksSet(path, parsed(body) ?? body) };
}

/** Lets a held stream go on when so many items were seen, or fails the vector when patience ends. */
function heldStream(scenario, { respond: { hold }, afterItems: wanted = hold }) {
  let seen = 0;
  let problem;
  const letOut = () => scenario.letOut(1_000_000);
  const lose = () => {
    const many = `${wanted} ${wanted === 1 ? 'item' : 'items'}, of which ${seen} had been handed on by then`;
    problem = `the provider held chunk ${hold} and all behind it back for ${patience} ms; the chunks before it make ${many}`;
    letOut();
  };
  const timer = setTimeout(lose, patience);
  const see = (count) => {
    seen = count;
    if (seen >= wanted) letOut(clearTimeout(timer));
  };
  if (wanted === 0) see(0);
  return { see, judged: (judgement) => (clearTimeout(timer), problem ? { status: 'fail', detail: problem, differences: [] } : judgement) };
}

export class MockProvider {
  #mock;
  #count = 0;

  constructor(program) {
    this.program = program;
  }

  /** Starts the program, once. Throws when it cannot be started. */
  start() {
    const packed = new URL('./mock-client.mjs', import.meta.url);
    const client = existsSync(packed) ? packed : new URL('../../../mock-provider/clients/node/index.mjs', import.meta.url);
    this.#mock ??= import(client.href).then(({ startMock }) => startMock({ program: this.program }));
    return this.#mock;
  }

  async stop() {
    await this.#mock?.then((mock) => mock.stop(), () => {});
  }

  /** The scenario of a vector. */
  async scenario({ provider = [], mcp }, steps) {
    const isOpen = steps.some(({ given }) => given.agent?.model?.connection?.kind === 'anonymous');
    const scripted = provider.map(({ afterItems, ...step }) => {
      const isShort = isObject(step.respond) && shortForms.some((form) => form in step.respond);
      return isShort ? { ...step, respond: { verbatim: true, ...step.respond } } : step;
    });
    const played = { steps: scripted, admits: isOpen ? 'anyone' : 'with-key', ...(mcp && { mcp }) };
    const scenario = await (await this.start()).play(`s${this.#count++}`, plainCopy(played));
    const holding = provider[0]?.respond?.hold === undefined ? undefined : provider[0];
    return {
      addressed: (text) => text.replaceAll('${MOCK}', scenario.url),
      hold: () => holding && heldStream(scenario, holding),
      /** What was requested, in order, and why a step of the scenario could not answer, if one could not. */
      seen: async () => {
        const entries = await scenario.requests();
        const finding = entries.flatMap(({ findings }) => findings).find(({ rule }) => rule === unfit);
        return { requests: entries.map(asRequest), unfit: finding?.message };
      },
      remove: () => scenario.remove(),
    };
  }
}
