import Anthropic from '@anthropic-ai/sdk';
import { imageData, place, tool } from './shared.mjs';

const tools = [{ name: tool.name, description: tool.description, input_schema: tool.parameters }];

async function messageOf(at, request, stream) {
  const { messages } = new Anthropic({ apiKey: at.key, baseURL: at.root, logLevel: 'off' });
  const whole = { model: at.model, max_tokens: 1000, ...request };
  return stream ? messages.stream(whole).finalMessage() : messages.create(whole);
}

const textOf = (message) => message.content.filter(({ type }) => type === 'text').map(({ text }) => text).join('');

const messages = {
  package: '@anthropic-ai/sdk',
  model: 'claude-haiku-4-5',
  async say(at, { content, pictured, stream }) {
    const source = { type: 'base64', media_type: 'image/png', data: imageData };
    const asked = pictured ? [{ type: 'text', text: content }, { type: 'image', source }] : content;
    const message = await messageOf(at, { messages: [{ role: 'user', content: asked }] }, stream);
    return { text: textOf(message), reasoning: message.content.find(({ type }) => type === 'thinking')?.thinking };
  },
  async use(at, { content, stream, run }) {
    const said = [{ role: 'user', content }];
    for (;;) {
      const message = await messageOf(at, { messages: said, tools }, stream);
      const uses = message.content.filter(({ type }) => type === 'tool_use');
      if (uses.length === 0) return textOf(message);
      const results = uses.map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id, content: run(input) }));
      said.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
    }
  },
  async structure(at, { content, stream }) {
    const output_config = { format: { type: 'json_schema', schema: place } };
    return JSON.parse(textOf(await messageOf(at, { messages: [{ role: 'user', content }], output_config }, stream)));
  },
  limits: { embeddings: 'Anthropic has no embeddings.' },
};

export default { '@anthropic-ai/sdk': messages };
