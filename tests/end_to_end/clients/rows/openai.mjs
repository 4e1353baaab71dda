import OpenAI from 'openai';
import { chatFormat, chatParts, chatRound, chatTools, image, outputs, place } from './shared.mjs';

const client = (at) => new OpenAI({ apiKey: at.key, baseURL: at.openai, logLevel: 'off' });

async function embed(at, input) {
  const { data } = await client(at).embeddings.create({ model: 'text-embedding-3-small', input });
  return data.map((item) => item.embedding);
}

/** The message of a chat, by the stream helper when it is streamed. */
async function messageOf(at, request, stream) {
  const { completions } = client(at).chat;
  const { choices } = stream ? await completions.stream(request).finalChatCompletion() : await completions.create(request);
  return choices[0].message;
}

const chat = {
  package: 'openai',
  embed,
  async say(at, { content, pictured, stream }) {
    const messages = [{ role: 'user', content: chatParts(content, pictured) }];
    const message = await messageOf(at, { model: at.model, messages }, stream);
    return { text: message.content, reasoning: message.reasoning_content };
  },
  use: (at, { stream, ...asked }) =>
    chatRound((messages) => messageOf(at, { model: at.model, messages, tools: chatTools }, stream), asked),
  async structure(at, { content, stream }) {
    const request = { model: at.model, messages: [{ role: 'user', content }], response_format: chatFormat };
    if (stream) return (await client(at).chat.completions.stream(request).finalChatCompletion()).choices[0].message.parsed;
    return (await client(at).chat.completions.parse(request)).choices[0].message.parsed;
  },
  limits: { 'reasoning, streamed': 'Of a member that it does not know, its stream helper keeps the last piece: ChatCompletionStream.' },
};

const responsesTools = [{ type: 'function', strict: true, ...chatTools[0].function }];

async function responseOf(at, request, stream) {
  return stream ? client(at).responses.stream(request).finalResponse() : client(at).responses.create(request);
}

const responses = {
  package: 'openai',
  embed,
  async say(at, { content, pictured, stream }) {
    const asked = pictured ? [{ type: 'input_text', text: content }, { type: 'input_image', image_url: image, detail: 'auto' }] : content;
    const response = await responseOf(at, { model: at.model, input: [{ role: 'user', content: asked }] }, stream);
    const thought = response.output.find((item) => item.type === 'reasoning');
    return { text: response.output_text, reasoning: thought?.summary[0]?.text };
  },
  async use(at, { content, stream, run }) {
    const input = [{ role: 'user', content }];
    for (;;) {
      const response = await responseOf(at, { model: at.model, input, tools: responsesTools }, stream);
      const calls = response.output.filter((item) => item.type === 'function_call');
      if (calls.length === 0) return response.output_text;
      input.push(...response.output, ...outputs(calls, run));
    }
  },
  async structure(at, { content, stream }) {
    const request = {
      model: at.model,
      input: content,
      text: { format: { type: 'json_schema', name: 'place', strict: true, schema: place } },
    };
    if (stream) return (await client(at).responses.stream(request).finalResponse()).output_parsed;
    return (await client(at).responses.parse(request)).output_parsed;
  },
};

export default { 'openai, chat': chat, 'openai, Responses': responses };
