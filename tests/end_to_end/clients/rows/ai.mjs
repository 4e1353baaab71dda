import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { embedMany, generateText, isStepCount, jsonSchema, Output, streamText, tool } from 'ai';
import { imageData, place, tool as offered } from './shared.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false;

/** What both functions give, once it is there. */
async function answered(asked, stream) {
  if (!stream) return generateText(asked);
  let failure;
  const result = streamText({ ...asked, onError: ({ error }) => (failure = error) });
  await result.consumeStream();
  if (failure) throw failure;
  return { text: await result.text, reasoningText: await result.reasoningText, output: asked.output && (await result.output) };
}

/** The rows that the package ai has by a provider of its own. */
function row(name, options) {
  const { model, vectors, asked: named, ...more } = options;
  return {
    package: name,
    model: named,
    async say(at, { content, pictured, stream }) {
      const parts = [{ type: 'text', text: content }, { type: 'image', image: imageData, mediaType: 'image/png' }];
      const asked = pictured ? { messages: [{ role: 'user', content: parts }] } : { prompt: content };
      const { text, reasoningText } = await answered({ model: model(at), ...asked }, stream);
      return { text, reasoning: reasoningText };
    },
    async use(at, { content, stream, run }) {
      const get_weather = tool({
        description: offered.description,
        inputSchema: jsonSchema(offered.parameters),
        execute: async (input) => run(input),
      });
      const asked = { model: model(at), prompt: content, tools: { get_weather }, stopWhen: isStepCount(3) };
      return (await answered(asked, stream)).text;
    },
    async structure(at, { content, stream }) {
      return (await answered({ model: model(at), prompt: content, output: Output.object({ schema: jsonSchema(place) }) }, stream)).output;
    },
    ...(vectors && {
      embed: async (at, values) => (await embedMany({ model: vectors(at), values })).embeddings,
    }),
    ...more,
  };
}

const openai = (at) => createOpenAI({ apiKey: at.key, baseURL: at.openai });
const compatible = (at) =>
  createOpenAICompatible({ name: 'mock', apiKey: at.key, baseURL: at.openai, supportsStructuredOutputs: true });
const openrouter = (at) => createOpenRouter({ apiKey: at.key, baseURL: at.openai });

export default {
  'ai, @ai-sdk/openai': row('@ai-sdk/openai', {
    model: (at) => openai(at)(at.model),
    vectors: (at) => openai(at).embeddingModel('text-embedding-3-small'),
  }),
  'ai, @ai-sdk/openai, chat': row('@ai-sdk/openai', {
    model: (at) => openai(at).chat(at.model),
    vectors: (at) => openai(at).embeddingModel('text-embedding-3-small'),
    limits: { reasoning: 'Of a chat it reads `content` and `tool_calls` alone, no reasoning: OpenAIChatLanguageModel.doGenerate.' },
  }),
  'ai, @ai-sdk/anthropic': row('@ai-sdk/anthropic', {
    model: (at) => createAnthropic({ apiKey: at.key, baseURL: at.openai })('claude-haiku-4-5'),
    limits: { embeddings: 'Anthropic has no embeddings.' },
  }),
  'ai, @ai-sdk/openai-compatible': row('@ai-sdk/openai-compatible', {
    model: (at) => compatible(at)(at.model),
    vectors: (at) => compatible(at).embeddingModel('text-embedding-3-small'),
  }),
  'ai, @openrouter/ai-sdk-provider': row('@openrouter/ai-sdk-provider', {
    asked: 'openai/gpt-4o',
    model: (at) => openrouter(at).chat(at.model),
    vectors: (at) => openrouter(at).textEmbeddingModel('text-embedding-3-small'),
  }),
};
