// What the SDKs' types allow in a request, the check lets through. A new version of an SDK shows here what the check does
// not know yet. Run with the check enforcing: the refusals say what is missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inConversation } from './support/conversations.mjs';
import { mockForTests } from './support/mock.mjs';
import { declaredMembers, everyRequest } from './support/requests.mjs';

const mock = mockForTests();

const routes = {
  chat: { api: 'chat', create: (body) => mock.openai().chat.completions.create(body) },
  embeddings: { api: 'embeddings', create: (body) => mock.openai().embeddings.create(body) },
  images: { api: 'images', create: (body) => mock.openai().images.generate(body) },
  responses: { api: 'responses', create: (body) => mock.openai().responses.create(body) },
  betaResponses: { api: 'responses', create: (body) => mock.openai().beta.responses.create(body) },
  messages: { api: 'messages', create: (body) => mock.anthropic().messages.create(body) },
  betaMessages: { api: 'messages', create: (body) => mock.anthropic().beta.messages.create(body) },
  countedInput: { api: 'responses', counts: true, create: (body) => mock.openai().responses.inputTokens.count(body) },
  countedMessages: { api: 'messages', counts: true, create: (body) => mock.anthropic().messages.countTokens(body) },
  countedBetaMessages: { api: 'messages', counts: true, create: (body) => mock.anthropic().beta.messages.countTokens(body) },
};

/**
 * Members that the types of these versions do not have: earlier values of anthropic-version come with those of messages, Groq's
 * clients send those of chat, and openai 7.59 that of responses.
 */
const untyped = {
  messages: ['temperature', 'top_k', 'top_p'],
  chat: ['include_reasoning', 'reasoning_format'],
  responses: ['background_options'],
};

/** Why the mock refuses a request; nothing when it does not. */
async function refusalOf(create, body) {
  try {
    const response = await create(body).asResponse();
    await response.text();
    return undefined;
  } catch (error) {
    const said = error.error?.error ?? error;
    // A conversation that the provider keeps is refused in words that clients understand; the check has nothing against it.
    return said.details?.error_code === 'thread_unsupported_request' ? undefined : said.message;
  }
}

// Requests of the beta types are mostly the same as others.
const sent = new Set();

/** Each reason for which the mock refuses one of the requests, with the first of them; a body is sent once only. */
async function refusalsOf({ api, counts, create }, requests) {
  await mock.playScenario({ steps: [{ respond: { text: 'x', verbatim: true }, repeat: 'always' }] });
  const refusals = new Map();
  for (const body of requests.map((request) => inConversation(api, request))) {
    const text = JSON.stringify(body);
    const request = `${api} ${counts} ${text}`;
    if (sent.has(request)) continue;
    sent.add(request);
    const reason = await refusalOf(create, body);
    if (reason !== undefined && !refusals.has(reason)) refusals.set(reason, text.slice(0, 400));
  }
  return [...refusals].map(([reason, text]) => `${reason}: ${text}`);
}

for (const [shape, route] of Object.entries(routes)) {
  test(`every request that the types have for ${shape} is let through`, async () => {
    const requests = everyRequest(shape);
    for (const name of declaredMembers(shape)) assert.ok(requests.some((request) => name in request), name);
    assert.deepEqual(await refusalsOf(route, requests), []);
  });

  test(`the check knows no member at the top of ${shape} that the types do not have`, async () => {
    mock.breaksRules = true;
    const [first] = everyRequest(shape);
    const [refusal, ...others] = await refusalsOf(route, [{ ...first, [`of_the_next_version_of_${shape}`]: true }]);
    assert.deepEqual(others, []);
    const [, names] = /"of_the_next_version_of_\w+" is no member of .+; known are (.+) \(rule /.exec(refusal);
    const typed = Object.keys(routes).filter((other) => routes[other].api === route.api && routes[other].counts === route.counts)
      .flatMap(declaredMembers);
    assert.deepEqual(names.split(', ').filter((name) => ![...typed, ...untyped[route.api] ?? []].includes(name)), []);
  });
}
