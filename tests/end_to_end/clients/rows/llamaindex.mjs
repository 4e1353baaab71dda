import { OpenAI, OpenAIEmbedding } from '@llamaindex/openai';
import { agent } from '@llamaindex/workflow';
import { tool } from 'llamaindex';
import { chatFormat, chatParts, tool as offered } from './shared.mjs';

const model = (at) => new OpenAI({ model: at.model, apiKey: at.key, baseURL: at.openai });

async function spoken(at, asked, stream) {
  if (!stream) return { text: (await model(at).chat(asked)).message.content };
  let text = '';
  for await (const { delta } of await model(at).chat({ ...asked, stream })) text += delta;
  return { text };
}

const llamaindex = {
  package: 'llamaindex',
  async say(at, { content, pictured, stream }) {
    return spoken(at, { messages: [{ role: 'user', content: chatParts(content, pictured) }] }, stream);
  },
  async use(at, { content, stream, run }) {
    const tools = [tool({ ...offered, execute: run })];
    // Its agents stream what the model says.
    if (stream) return (await agent({ llm: model(at), tools }).run(content)).data.result;
    const messages = [{ role: 'user', content }];
    for (;;) {
      const { message } = await model(at).chat({ messages, tools });
      if (!message.options.toolCall) return message.content;
      messages.push(message);
      for (const { id, input } of message.options.toolCall) {
        messages.push({ role: 'user', content: run(JSON.parse(input)), options: { toolResult: { id, isError: false } } });
      }
    }
  },
  async structure(at, { content, stream }) {
    const asked = { messages: [{ role: 'user', content }], responseFormat: chatFormat };
    return JSON.parse((await spoken(at, asked, stream)).text);
  },
  embed: (at, texts) =>
    new OpenAIEmbedding({ apiKey: at.key, baseURL: at.openai, model: 'text-embedding-3-small' }).getTextEmbeddings(texts),
  limits: { reasoning: 'Of a message it reads `content` and `tool_calls` alone: OpenAI.chat in @llamaindex/openai.' },
};

export default { 'llamaindex, @llamaindex/openai': llamaindex };
