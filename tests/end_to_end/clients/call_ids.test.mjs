import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, failure, mockForTests } from './support/mock.mjs';
import { chat, chatTool, message, messageTool, responsesTool, text, user } from './support/samples.mjs';

const mock = mockForTests();

const call = (city) => ({ name: 'get_weather', arguments: { city } });

/** Two calls without ids in each of two turns, then a text. */
const play = () => mock.play(...Array(2).fill({ toolCalls: [call('Paris'), call('Rome')] }), { text });

/** A conversation of an interface: the ids of its calls, sent back with their results turn by turn. */
const conversations = {
  'chat completions': async () => {
    const messages = [...chat.messages];
    const ids = [];
    for (;;) {
      const { choices } = await mock.openai().chat.completions.create({ ...chat, messages, tools: [chatTool], n: 2 });
      const calls = choices.flatMap((choice) => choice.message.tool_calls ?? []);
      if (calls.length === 0) return ids;
      ids.push(...calls.map(({ id }) => id));
      messages.push(choices[0].message);
      for (const { id } of choices[0].message.tool_calls) messages.push({ role: 'tool', tool_call_id: id, content: '72' });
    }
  },
  responses: async () => {
    const input = [user('What is the weather?')];
    const ids = [];
    for (;;) {
      const { output } = await mock.openai().responses.create({ model: 'gpt-4o', input, tools: [responsesTool] });
      const calls = output.filter(({ type }) => type === 'function_call');
      if (calls.length === 0) return ids;
      ids.push(...calls.flatMap((item) => [item.id, item.call_id]));
      const outputs = calls.map((item) => ({ type: 'function_call_output', call_id: item.call_id, output: '72' }));
      input.push(...output, ...outputs);
    }
  },
  messages: async () => {
    const messages = [...message.messages];
    const ids = [];
    for (;;) {
      const { content } = await mock.anthropic().messages.create({ ...message, messages, tools: [messageTool] });
      const uses = content.filter(({ type }) => type === 'tool_use');
      if (uses.length === 0) return ids;
      ids.push(...uses.map(({ id }) => id));
      messages.push({ role: 'assistant', content });
      messages.push(user(uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: '72' }))));
    }
  },
};

for (const [name, converse] of Object.entries(conversations)) {
  test(`${name}: every call of a conversation has an id of its own`, async () => {
    await play();
    const ids = await converse();
    assert.ok(ids.length >= 4);
    assert.equal(new Set(ids).size, ids.length, ids.join(' '));
  });
}

const chatCall = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } };
const item = { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'call_1', output: '72' };
const use = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: '72' };
const turn = [{ role: 'assistant', content: [use] }, user([result])];

/** Requests with an id twice, and what the provider says to them. */
const repeated = {
  'a message of chat completions': [
    () => mock.openai().chat.completions.create({
      ...chat,
      messages: [...chat.messages, { role: 'assistant', tool_calls: [chatCall, chatCall] },
        { role: 'tool', tool_call_id: 'call_1', content: '72' }],
    }),
    /"call_1" is the id of an earlier call/,
  ],
  'an input of responses': [
    () => mock.openai().responses.create({ model: 'gpt-4o', input: [item, output, item, output] }),
    /an earlier item has the "call_id" "call_1"/,
  ],
  'a conversation of messages': [
    () => mock.anthropic().messages.create({ ...message, messages: [...message.messages, ...turn, ...turn] }),
    /messages\.3\.content\.0: `tool_use` ids must be unique/,
  ],
};

for (const [place, [send, expected]] of Object.entries(repeated)) {
  test(`an id twice in ${place} is refused`, async () => {
    mock.breaksRules = true;
    await mock.play({ text });
    if (check === 'enforce') {
      const error = await failure(send());
      assert.equal(error.status, 400);
      assert.match(error.message, expected);
    } else {
      await send();
      const [{ findings }] = await mock.requests();
      assert.equal(findings.length, 1);
      assert.match(findings[0].rule, /\.unique$/);
    }
  });
}
