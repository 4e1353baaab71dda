import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { check, failure, mockForTests } from './support/mock.mjs';
import { chat, message, text } from './support/samples.mjs';

const mock = mockForTests();

const clients = {
  openai: {
    ask: (options) => mock.openai(options).chat.completions.create(chat),
    classes: OpenAI,
    statuses: [400, 401, 403, 404, 409, 422, 429, 500, 502, 503],
  },
  anthropic: {
    ask: (options) => mock.anthropic(options).messages.create(message),
    classes: Anthropic,
    statuses: [400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 529],
  },
};

const classNames = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  413: 'APIError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
};

const isRetried = (status) => status === 409 || status === 429 || status >= 500;

const retryCounts = (requests) =>
  requests.map((request) => {
    const header = request.headers.find(([name]) => name.toLowerCase() === 'x-stainless-retry-count');
    return header[1];
  });

for (const [provider, { ask, classes, statuses }] of Object.entries(clients)) {
  for (const status of statuses) {
    const times = isRetried(status) ? 3 : 1;
    test(`${provider}: ${status} is its error and is sent ${times} times`, async () => {
      // The wait is told by the mock, so that retries come at once.
      const error = { status, message: 'as told', retryAfterMs: 1 };
      await mock.play({ error }, { error }, { error }, { text });
      const got = await failure(ask({ maxRetries: 2 }));
      assert.ok(got instanceof classes[classNames[status] ?? 'InternalServerError'], got.stack);
      assert.equal(got.status, status);
      assert.match(got.message, /as told/);
      assert.match(got.requestID, /^req_/);
      const requests = await mock.requests();
      assert.equal(requests.length, times);
      assert.deepEqual(retryCounts(requests), ['0', '1', '2'].slice(0, times));
    });
  }

  test(`${provider}: a rate limit is waited for and then answered`, async () => {
    await mock.play({ error: { status: 429, retryAfterMs: 300 } }, { text });
    const start = performance.now();
    await ask({ maxRetries: 1 });
    assert.ok(performance.now() - start >= 295);
    assert.equal((await mock.requests()).length, 2);
  });

  test(`${provider}: x-should-retry has the last word`, async () => {
    await mock.play(
      { error: { status: 500, retryAfterMs: 1 }, headers: { 'x-should-retry': 'false' } },
      { error: { status: 400, retryAfterMs: 1 }, headers: { 'x-should-retry': 'true' } },
      { text },
    );
    assert.equal((await failure(ask({ maxRetries: 2 }))).status, 500);
    assert.equal((await mock.requests()).length, 1);
    await ask({ maxRetries: 2 });
    assert.equal((await mock.requests()).length, 3);
  });

  test(`${provider}: without a step the difference is told`, async () => {
    await mock.playScenario({ steps: [{ match: { body: { $subset: { model: 'other' } } }, respond: { text } }] });
    const error = await failure(ask());
    assert.ok(error instanceof classes.NotFoundError);
    assert.match(error.message, /model.*expected .{1,2}other/s);
  });
}

test('the bodies are those of the provider', async () => {
  await mock.play({ error: { status: 429, retryAfterMs: 1 } }, { error: { status: 529 } });
  const openai = await failure(clients.openai.ask());
  assert.equal(openai.code, 'rate_limit_exceeded');
  assert.equal(openai.type, 'requests');
  assert.equal(openai.headers.get('x-ratelimit-remaining-requests'), '0');
  const anthropic = await failure(clients.anthropic.ask());
  assert.equal(anthropic.type, 'overloaded_error');
  assert.equal(anthropic.error.request_id, anthropic.requestID);
});

test('a route that the mock does not have is refused in the shape of the provider', async () => {
  await mock.withoutScenario();
  const anthropic = await failure(mock.anthropic().get('/v1/skills'));
  assert.ok(anthropic instanceof Anthropic.NotFoundError);
  assert.deepEqual([anthropic.type, anthropic.error.request_id], ['not_found_error', anthropic.requestID]);
  const openai = await failure(mock.openai().evals.retrieve('eval_1'));
  assert.ok(openai instanceof OpenAI.NotFoundError);
  assert.equal(openai.type, 'invalid_request_error');
  assert.match(openai.message, /Invalid URL/);
});

test('a request without a key is refused when rules are enforced', async () => {
  mock.breaksRules = true;
  await mock.play({ text }, { text });
  const requests = [
    [`${mock.url}/${mock.name}/v1/chat/completions`, chat, {}],
    [`${mock.url}/${mock.name}/v1/messages`, message, { 'anthropic-version': '2023-06-01' }],
  ];
  for (const [url, body, headers] of requests) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, check === 'enforce' ? 401 : 200);
    await response.text();
  }
});
