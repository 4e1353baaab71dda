import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { failure, mockForTests } from './support/mock.mjs';
import { chat, message, text } from './support/samples.mjs';

const mock = mockForTests();
const paced = { text, chunkBy: 'characters', chunkDelayMs: 300 };

const clients = {
  openai: {
    classes: OpenAI,
    ask: (options) => mock.openai(options).chat.completions.create(chat),
    stream: () => mock.openai().chat.completions.stream(chat),
    whole: (stream) => stream.finalChatCompletion(),
  },
  responses: {
    classes: OpenAI,
    ask: (options) => mock.openai(options).responses.create({ model: 'gpt-4o', input: 'hi' }),
    stream: () => mock.openai().responses.stream({ model: 'gpt-4o', input: 'hi' }),
    whole: (stream) => stream.finalResponse(),
  },
  anthropic: {
    classes: Anthropic,
    ask: (options) => mock.anthropic(options).messages.create(message),
    stream: () => mock.anthropic().messages.stream(message),
    whole: (stream) => stream.finalMessage(),
  },
};

for (const [api, { classes, ask, stream, whole }] of Object.entries(clients)) {
  test(`${api}: a stream that the client aborts ends at once`, async () => {
    await mock.play(paced);
    const running = stream();
    let events = 0;
    const ended = failure(whole(running));
    const read = failure(
      (async () => {
        for await (const _ of running) {
          events += 1;
          if (events === 3) running.abort();
        }
      })(),
    );
    assert.ok((await read) instanceof classes.APIUserAbortError);
    assert.ok((await ended) instanceof classes.APIUserAbortError);
    assert.ok(events < 10);
  });

  for (const end of ['reset', 'close']) {
    test(`${api}: a stream that ends with ${end} in the middle is no whole answer`, async () => {
      await mock.play({ text, chunkBy: 'characters', fault: { kind: 'cut', afterFrames: 6, end } });
      const error = await failure(whole(stream()));
      assert.ok(error instanceof Error, String(error));
      assert.equal((await mock.requests()).length, 1);
    });

    test(`${api}: an answer that ends with ${end} is asked for again, as often as told`, async () => {
      const broken = { text, fault: { kind: 'cut', afterBytes: 20, end } };
      await mock.play(broken, broken, { text });
      await failure(ask({ maxRetries: 0 }));
      assert.equal((await mock.requests()).length, 1);
    });
  }

  test(`${api}: silence ends in a time-out`, async () => {
    await mock.play({ text, fault: { kind: 'silence' } });
    const error = await failure(ask({ timeout: 200 }));
    assert.ok(error instanceof classes.APIConnectionTimeoutError, error.stack);
  });

  test(`${api}: an error event in the middle is an error of the provider`, async () => {
    await mock.play({ text, fault: { kind: 'errorEvent', afterFrames: 4, error: { status: 500, message: 'as told' } } });
    const error = await failure(whole(stream()));
    assert.ok(error instanceof classes.APIError, error.stack);
    assert.match(error.message, /as told/);
  });

  test(`${api}: half an event is an error`, async () => {
    await mock.play({ text, fault: { kind: 'malformedEvent', afterFrames: 4 } });
    const error = await failure(whole(stream()));
    assert.ok(error instanceof Error, String(error));
  });

  test(`${api}: an answer in the other form is no answer`, async () => {
    await mock.play({ text, fault: { kind: 'otherForm' } });
    const error = await failure(whole(stream()));
    assert.ok(error instanceof Error, String(error));
  });

  test(`${api}: the page of a proxy is an error with its status`, async () => {
    await mock.play({ fault: { kind: 'html', status: 502 } });
    const error = await failure(ask());
    assert.ok(error instanceof classes.InternalServerError, error.stack);
    assert.equal(error.status, 502);
  });

  test(`${api}: truncated JSON is an error`, async () => {
    await mock.play({ text, fault: { kind: 'truncatedJson' } });
    await failure(ask());
  });

  for (const inside of ['character', 'lineEnd']) {
    test(`${api}: writes that end inside a ${inside} change nothing`, async () => {
      await mock.play({ text, fault: { kind: 'split', inside } });
      assert.ok(JSON.stringify(await whole(stream())).includes(JSON.stringify(text).slice(1, -1)));
    });
  }
}
