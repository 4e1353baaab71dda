import { TokenJS } from 'token.js';
import { chatFormat, chatParts, chatRound, chatTools, joined } from './shared.mjs';

async function messageOf(at, request, stream) {
  const client = new TokenJS({ apiKey: at.key, baseURL: at.openai });
  const answer = await client.chat.completions.create({ provider: 'openai', model: 'gpt-4o', ...request, stream });
  return stream ? joined(answer) : answer.choices[0].message;
}

const token = {
  package: 'token.js',
  async say(at, { content, pictured, stream }) {
    const message = await messageOf(at, { messages: [{ role: 'user', content: chatParts(content, pictured) }] }, stream);
    return { text: message.content, reasoning: message.reasoning_content };
  },
  use: (at, { stream, ...asked }) => chatRound((messages) => messageOf(at, { messages, tools: chatTools }, stream), asked),
  async structure(at, { content, stream }) {
    const message = await messageOf(at, { messages: [{ role: 'user', content }], response_format: chatFormat }, stream);
    return JSON.parse(message.content);
  },
  limits: { embeddings: 'It has chat completions alone.' },
};

export default { 'token.js': token };
