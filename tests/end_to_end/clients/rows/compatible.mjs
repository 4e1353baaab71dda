import Groq from 'groq-sdk';
import Together from 'together-ai';
import { chatFormat, chatParts, chatRound, chatTools, joined } from './shared.mjs';

/** The rows of clients that are made as OpenAI's is, each for one compatible server. */
function row(name, { client, ...more }) {
  const messageOf = async (at, request, stream) => {
    const answer = await client(at).chat.completions.create({ model: at.model, ...request, stream });
    return stream ? joined(answer) : answer.choices[0].message;
  };
  return {
    package: name,
    async say(at, { content, pictured, stream }) {
      const message = await messageOf(at, { messages: [{ role: 'user', content: chatParts(content, pictured) }] }, stream);
      return { text: message.content, reasoning: message.reasoning };
    },
    use: (at, { stream, ...asked }) => chatRound((messages) => messageOf(at, { messages, tools: chatTools }, stream), asked),
    async structure(at, { content, stream }) {
      const message = await messageOf(at, { messages: [{ role: 'user', content }], response_format: chatFormat }, stream);
      return JSON.parse(message.content);
    },
    async embed(at, input) {
      const { data } = await client(at).embeddings.create({ model: 'text-embedding-3-small', input });
      return data.map((item) => item.embedding);
    },
    ...more,
  };
}

export default {
  'groq-sdk': row('groq-sdk', {
    // It puts /openai/v1 before its paths.
    client: (at) => new Groq({ apiKey: at.key, baseURL: at.root }),
    model: 'openai/gpt-oss-20b',
  }),
  'together-ai': row('together-ai', {
    client: (at) => new Together({ apiKey: at.key, baseURL: at.openai }),
    model: 'openai/gpt-oss-20b',
  }),
};
