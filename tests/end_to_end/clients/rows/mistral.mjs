import { Mistral } from '@mistralai/mistralai';
import { image, place, tool } from './shared.mjs';

const client = (at) => new Mistral({ apiKey: at.key, serverURL: at.root, retryConfig: { strategy: 'backoff', retryConnectionErrors: false } });

const chatTools = [{ type: 'function', function: tool }];

/** The message of a stream, put together of its pieces. */
async function joined(stream) {
  const message = { role: 'assistant', content: '' };
  for await (const { data } of stream) {
    const { delta } = data.choices[0];
    message.content += delta.content ?? '';
    for (const call of delta.toolCalls ?? []) {
      message.toolCalls ??= [];
      message.toolCalls[call.index] ??= { id: call.id, index: call.index, function: { name: call.function.name, arguments: '' } };
      message.toolCalls[call.index].function.arguments += call.function.arguments;
    }
  }
  return message;
}

async function messageOf(at, request, stream) {
  const { chat } = client(at);
  const whole = { model: at.model, ...request };
  return stream ? joined(await chat.stream(whole)) : (await chat.complete(whole)).choices[0].message;
}

const mistral = {
  package: '@mistralai/mistralai',
  model: 'mistral-small-latest',
  async say(at, { content, pictured, stream }) {
    const parts = [{ type: 'text', text: content }, { type: 'image_url', imageUrl: { url: image } }];
    const message = await messageOf(at, { messages: [{ role: 'user', content: pictured ? parts : content }] }, stream);
    return { text: message.content };
  },
  async use(at, { content, stream, run }) {
    const messages = [{ role: 'user', content }];
    for (;;) {
      const message = await messageOf(at, { messages, tools: chatTools }, stream);
      if (!message.toolCalls?.length) return message.content;
      messages.push(message);
      for (const call of message.toolCalls) {
        const { id: toolCallId, function: { name, arguments: given } } = call;
        messages.push({ role: 'tool', toolCallId, name, content: run(JSON.parse(given)) });
      }
    }
  },
  async structure(at, { content, stream }) {
    const jsonSchema = { name: 'place', strict: true, schemaDefinition: place };
    const message = await messageOf(at, { messages: [{ role: 'user', content }], responseFormat: { type: 'json_schema', jsonSchema } }, stream);
    return JSON.parse(message.content);
  },
  async embed(at, inputs) {
    const { data } = await client(at).embeddings.create({ model: 'mistral-embed', inputs });
    return data.map((item) => item.embedding);
  },
  limits: { reasoning: 'It reads thoughts as parts `thinking` of the content alone, which a step gives as a `body`.' },
};

export default { '@mistralai/mistralai': mistral };
