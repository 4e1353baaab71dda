import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { createAgent, HumanMessage, tool, ToolMessage } from 'langchain';
import { chatParts, place, tool as offered } from './shared.mjs';

/** One message of a model, the pieces of a stream put together. */
async function messageOf(model, said, stream) {
  if (!stream) return model.invoke(said);
  let whole;
  for await (const piece of await model.stream(said)) whole = whole?.concat(piece) ?? piece;
  return whole;
}

function row(name, { model, reasoning, ...more }) {
  return {
    package: name,
    async say(at, { content, pictured, stream }) {
      const message = await messageOf(model(at), [new HumanMessage({ content: chatParts(content, pictured) })], stream);
      return { text: message.text, reasoning: reasoning(message) };
    },
    async use(at, { content, stream, run }) {
      const said = [new HumanMessage(content)];
      const bound = model(at).bindTools([{ type: 'function', function: offered }]);
      for (;;) {
        const message = await messageOf(bound, said, stream);
        if (message.tool_calls.length === 0) return message.text;
        said.push(message, ...message.tool_calls.map(({ id, name, args }) => new ToolMessage({ tool_call_id: id, name, content: run(args) })));
      }
    },
    async structure(at, { content, stream }) {
      const bound = model(at).withStructuredOutput(place, { name: 'place', method: 'jsonSchema' });
      if (!stream) return bound.invoke(content);
      let last;
      for await (const piece of await bound.stream(content)) last = piece;
      return last;
    },
    ...more,
  };
}

const openai = (at, options = {}) => new ChatOpenAI({ model: at.model, apiKey: at.key, configuration: { baseURL: at.openai }, ...options });

const embed = (at, texts) =>
  new OpenAIEmbeddings({ apiKey: at.key, model: 'text-embedding-3-small', configuration: { baseURL: at.openai } }).embedDocuments(texts);

const agent = {
  ...row('langchain', { model: openai, reasoning: (message) => message.additional_kwargs.reasoning_content }),
  async use(at, { content, stream, run }) {
    const tools = [tool(async (input) => run(input), { name: offered.name, description: offered.description, schema: offered.parameters })];
    const asked = { messages: [{ role: 'user', content }] };
    const made = createAgent({ model: openai(at), tools });
    if (!stream) return (await made.invoke(asked)).messages.at(-1).text;
    let text = '';
    for await (const [piece] of await made.stream(asked, { streamMode: 'messages' })) if (piece.getType() === 'ai') text += piece.text;
    return text;
  },
  async structure(at, { content, stream }) {
    const made = createAgent({ model: openai(at), tools: [], responseFormat: place });
    const asked = { messages: [{ role: 'user', content }] };
    if (!stream) return (await made.invoke(asked)).structuredResponse;
    let last;
    for await (const [mode, state] of await made.stream(asked, { streamMode: ['messages', 'values'] })) if (mode === 'values') last = state;
    return last.structuredResponse;
  },
  embed,
};

export default {
  '@langchain/openai': row('@langchain/openai', {
    model: openai,
    reasoning: (message) => message.additional_kwargs.reasoning_content,
    embed,
  }),
  '@langchain/openai, Responses': row('@langchain/openai', {
    model: (at) => openai(at, { useResponsesApi: true }),
    reasoning: (message) => message.additional_kwargs.reasoning?.summary?.map(({ text }) => text).join(''),
    embed,
    limits: {
      'structured, streamed': 'Its parser of streams takes texts alone, and here the content is a list: JsonOutputParser._transform.',
    },
  }),
  '@langchain/anthropic': row('@langchain/anthropic', {
    model: (at) => new ChatAnthropic({ model: 'claude-haiku-4-5', apiKey: at.key, anthropicApiUrl: at.root }),
    reasoning: (message) => message.content.find?.(({ type }) => type === 'thinking')?.thinking,
    limits: { embeddings: 'Anthropic has no embeddings.' },
  }),
  'langchain, createAgent': agent,
};
