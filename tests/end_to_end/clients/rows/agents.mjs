import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import { image, place, tool as offered } from './shared.mjs';

/** The rows of @openai/agents; its traces would go to the real provider. */
function row(useResponses, model) {
  const run = async (at, agent, input, stream) => {
    const modelProvider = new OpenAIProvider({ apiKey: at.key, baseURL: at.openai, useResponses });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    const result = await runner.run(new Agent({ name: 'A', instructions: 'Be brief.', model: at.model, ...agent }), input, { stream });
    if (stream) await result.completed;
    return result;
  };
  return {
    package: '@openai/agents',
    model,
    async say(at, { content, pictured, stream }) {
      const parts = [{ type: 'input_text', text: content }, { type: 'input_image', image }];
      const result = await run(at, {}, pictured ? [{ role: 'user', content: parts }] : content, stream);
      const thought = result.newItems.find(({ type }) => type === 'reasoning_item');
      const [part] = thought?.rawItem.content?.length ? thought.rawItem.content : (thought?.rawItem.rawContent ?? []);
      return { text: result.finalOutput, reasoning: part?.text };
    },
    async use(at, { content, stream, run: execute }) {
      const tools = [tool({ ...offered, strict: true, execute: async (input) => execute(input) })];
      return (await run(at, { tools }, content, stream)).finalOutput;
    },
    async structure(at, { content, stream }) {
      const outputType = { type: 'json_schema', name: 'place', strict: true, schema: place };
      return (await run(at, { outputType }, content, stream)).finalOutput;
    },
    limits: { embeddings: 'It has agents alone, no embeddings.' },
  };
}

export default { '@openai/agents': row(true), '@openai/agents, chat': row(false, 'openai/gpt-4o') };
