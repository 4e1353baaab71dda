import { Ollama } from 'ollama';
import { chatTools, imageData, place } from './shared.mjs';

/** The message of a chat, put together where it is streamed. */
async function messageOf(at, request, stream) {
  const client = new Ollama({ host: at.root });
  if (!stream) return (await client.chat({ model: at.model, ...request })).message;
  const message = { role: 'assistant', content: '' };
  for await (const { message: piece } of await client.chat({ model: at.model, ...request, stream })) {
    message.content += piece.content;
    if (piece.thinking) message.thinking = (message.thinking ?? '') + piece.thinking;
    if (piece.tool_calls) message.tool_calls = [...(message.tool_calls ?? []), ...piece.tool_calls];
  }
  return message;
}

const ollama = {
  package: 'ollama',
  model: 'gpt-oss',
  async say(at, { content, pictured, stream }) {
    const message = await messageOf(at, { messages: [{ role: 'user', content, ...(pictured && { images: [imageData] }) }] }, stream);
    return { text: message.content, reasoning: message.thinking };
  },
  async use(at, { content, stream, run }) {
    const messages = [{ role: 'user', content }];
    for (;;) {
      const message = await messageOf(at, { messages, tools: chatTools }, stream);
      if (!message.tool_calls?.length) return message.content;
      messages.push(message);
      for (const { function: { name, arguments: given } } of message.tool_calls) messages.push({ role: 'tool', tool_name: name, content: run(given) });
    }
  },
  async structure(at, { content, stream }) {
    return JSON.parse((await messageOf(at, { messages: [{ role: 'user', content }], format: place }, stream)).content);
  },
  async embed(at, input) {
    return (await new Ollama({ host: at.root }).embed({ model: 'nomic-embed-text', input })).embeddings;
  },
  limits: { '429, retry': 'It does not retry: `post` in its utils throws at any status that is no success.' },
};

export default { ollama };
