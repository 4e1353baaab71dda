import assert from 'node:assert/strict';
import { accessSync, constants, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, extname, join } from 'node:path';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { startMock } from '../../../mock-provider/clients/node/index.mjs';
import { check } from './support/mock.mjs';

// The official SDKs in a page of Chromium whose origin is not the mock's.
const require = createRequire(import.meta.url);
const page = { named: 'https://app.example', other: 'https://other.example', local: 'http://localhost:3999' };

/** Debian's Chromium, which scripts/setup --tests installs. */
function installedChromium() {
  for (const folder of process.env.PATH.split(delimiter)) {
    try {
      accessSync(join(folder, 'chromium'), constants.X_OK);
      return join(folder, 'chromium');
    } catch {
      // It may be in the next.
    }
  }
  throw new Error('chromium is missing: run scripts/setup --tests');
}

const folders = Object.fromEntries(
  ['openai', '@anthropic-ai/sdk', '@opentelemetry/api'].map((name) => [name, dirname(require.resolve(name))]),
);
folders['@opentelemetry/api'] = join(folders['@opentelemetry/api'], '..', 'esm');

/** What a bundler would do: where the browser finds the modules that the SDKs import by name. */
const imports = {
  '#x509-transport-state': '/openai/internal/auth/x509-transport-state.mjs',
  '@opentelemetry/api': '/@opentelemetry/api/index.js',
  standardwebhooks: 'data:text/javascript,export class Webhook {}',
};
const app = `<!doctype html><title>app</title><script type="importmap">${JSON.stringify({ imports })}</script>`;

/** The file of the package for browsers, with the ending that a bundler would find. */
function fileOf(folder, path) {
  const forBrowser = path.replace(/(^|\/)node\.mjs$/, '$1node.browser.mjs');
  const file = join(folder, existsSync(join(folder, forBrowser)) ? forBrowser : path);
  if (extname(file) !== '') return file;
  return existsSync(`${file}.js`) ? `${file}.js` : join(file, 'index.js');
}

/** Files of the SDKs under "/NAME/", and an empty page under any other path. */
async function serve(route) {
  const { pathname } = new URL(route.request().url());
  const name = Object.keys(folders).find((each) => pathname.startsWith(`/${each}/`));
  if (!name) return route.fulfill({ contentType: 'text/html', body: app });
  const file = fileOf(folders[name], pathname.slice(name.length + 2));
  return route.fulfill({ contentType: 'text/javascript', body: await readFile(file, 'utf8') });
}

let browser;
let mock;
before(async () => {
  browser = await chromium.launch({ executablePath: installedChromium(), args: ['--no-sandbox'] });
  mock = await startMock({ program: process.env.MOCK_PROVIDER, check, options: ['--allow-origin', page.named] });
});
after(async () => {
  await browser?.close();
  await mock?.stop();
});

/** What the script gives in a page of that origin; it gets the address of the mock. */
async function inPage(origin, script) {
  // The user has let the page reach servers of this machine.
  const context = await browser.newContext({ permissions: ['local-network-access'] });
  try {
    const tab = await context.newPage();
    await tab.route(`${origin}/**`, serve);
    await tab.goto(`${origin}/`);
    return await tab.evaluate(script, mock.url);
  } finally {
    await context.close();
  }
}

test("OpenAI's client in a page that is named gets answers, streams, errors and files", async () => {
  const seen = await inPage(page.named, async (url) => {
    const { default: OpenAI } = await import('/openai/index.mjs');
    const client = new OpenAI({ apiKey: 'sk-test', baseURL: `${url}/v1`, dangerouslyAllowBrowser: true, maxRetries: 0 });
    const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] };
    const { data, response, request_id } = await client.chat.completions.create(chat).withResponse();
    let streamed = '';
    for await (const chunk of await client.chat.completions.create({ ...chat, stream: true })) {
      streamed += chunk.choices[0]?.delta?.content ?? '';
    }
    const lost = await client.models.retrieve('no-model').catch((error) => error);
    const file = await client.files.create({ file: new File(['a'], 'a.txt'), purpose: 'user_data' });
    return {
      text: data.choices[0].message.content, streamed, request_id, limit: response.headers.get('x-ratelimit-limit-requests'),
      lost: [lost.status, lost.code, lost.requestID], file: await (await client.files.content(file.id)).text(),
      deleted: (await client.files.delete(file.id)).deleted,
    };
  });
  assert.match(seen.text, /^The mock provider received 1 message/);
  assert.equal(seen.streamed, seen.text);
  assert.match(seen.request_id, /^req_/);
  assert.equal(seen.limit, '10000');
  assert.deepEqual(seen.lost.slice(0, 2), [404, 'model_not_found']);
  assert.match(seen.lost[2], /^req_/);
  assert.deepEqual([seen.file, seen.deleted], ['a', true]);
});

test('a page that is named reads why a request was refused before it was whole', async () => {
  const refused = await inPage(page.named, async (url) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'br', 'x-api-key': 'k' };
    const response = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: '{}' });
    return { status: response.status, id: response.headers.get('request-id'), body: await response.json() };
  });
  assert.deepEqual([refused.status, refused.body.type, refused.body.request_id], [415, 'error', refused.id]);
});

test("Anthropic's client in a page that is named gets answers and streams", async () => {
  const seen = await inPage(page.named, async (url) => {
    const { default: Anthropic } = await import('/@anthropic-ai/sdk/index.mjs');
    const client = new Anthropic({ apiKey: 'sk-ant-test', baseURL: url, dangerouslyAllowBrowser: true, maxRetries: 0 });
    const message = { model: 'claude-haiku-4-5', max_tokens: 99, messages: [{ role: 'user', content: 'hi' }] };
    const whole = await client.messages.create(message);
    const final = await client.messages.stream(message).finalMessage();
    return { whole: whole.content[0].text, id: whole._request_id, streamed: final.content[0].text };
  });
  assert.match(seen.whole, /^The mock provider received 1 message/);
  assert.match(seen.id, /^req_/);
  assert.equal(seen.streamed, seen.whole);
});

/** What becomes of a request that a page sends: of the SDK's kind, and of the kind that needs no preflight. */
async function tried(url) {
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] });
  const outcome = (headers) =>
    fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body }).then(({ status }) => status, (error) => error.name);
  return [await outcome({ 'content-type': 'application/json', authorization: 'Bearer k' }), await outcome({ 'content-type': 'text/plain' })];
}

test('a page that is not named reads nothing, wherever it comes from', async () => {
  for (const origin of [page.other, page.local]) assert.deepEqual(await inPage(origin, tried), ['TypeError', 'TypeError'], origin);
  assert.deepEqual(await inPage(page.named, tried), [200, check === 'enforce' ? 401 : 200]);
});

test('the journal says why a page was refused', async () => {
  await mock.reset();
  await inPage(page.other, tried);
  const refused = await mock.requests({ status: 403 });
  assert.ok(refused.length > 0);
  for (const { refused: reason } of refused) assert.match(reason, /--allow-origin https:\/\/other\.example/);
});

test('the front door shows the journal, which can be filtered', async () => {
  await mock.reset();
  await inPage(page.named, tried);
  await fetch(`${mock.url}/v1/models/no-model`, { headers: { authorization: 'Bearer k' } });
  const tab = await browser.newPage();
  await tab.goto(`${mock.url}/`);
  assert.equal(new URL(tab.url()).pathname, '/_mock/');
  assert.match(await tab.textContent('body'), /\/v1\/models\/no-model[\s\S]*\/v1\/chat\/completions/);
  await tab.goto(`${mock.url}/_mock/?status=404`);
  const filtered = await tab.textContent('body');
  assert.match(filtered, /\/v1\/models\/no-model/);
  assert.doesNotMatch(filtered, /\/v1\/chat\/completions/);
  await tab.close();
});
