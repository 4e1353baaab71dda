import { GoogleGenAI } from '@google/genai';
import { imageData, place, tool } from './shared.mjs';

const client = (at) =>
  new GoogleGenAI({ apiKey: at.key, httpOptions: { baseUrl: at.root, retryOptions: { attempts: 3, initialDelay: 0.001 } } }).models;

/** The parts that the model says, those of a stream one behind the other. */
async function partsOf(at, request, stream) {
  const asked = { model: at.model, ...request };
  const answers = [];
  if (stream) for await (const answer of await client(at).generateContentStream(asked)) answers.push(answer);
  else answers.push(await client(at).generateContent(asked));
  return answers.flatMap(({ candidates: [{ content }] }) => content.parts);
}

const textOf = (parts, thought) => parts.filter((part) => Boolean(part.thought) === thought).map(({ text }) => text ?? '').join('');

const functionDeclarations = [{ name: tool.name, description: tool.description, parametersJsonSchema: tool.parameters }];

const gemini = {
  package: '@google/genai',
  model: 'gemini-2.5-flash',
  async say(at, { content, pictured, stream }) {
    const picture = { inlineData: { mimeType: 'image/png', data: imageData } };
    const parts = await partsOf(at, { contents: [{ role: 'user', parts: [{ text: content }, ...(pictured ? [picture] : [])] }] }, stream);
    return { text: textOf(parts, false), reasoning: textOf(parts, true) };
  },
  async use(at, { content, stream, run }) {
    const contents = [{ role: 'user', parts: [{ text: content }] }];
    for (;;) {
      const parts = await partsOf(at, { contents, config: { tools: [{ functionDeclarations }] } }, stream);
      const calls = parts.filter(({ functionCall }) => functionCall);
      if (calls.length === 0) return textOf(parts, false);
      const results = calls.map(({ functionCall: { name, args } }) => ({ functionResponse: { name, response: { output: run(args) } } }));
      contents.push({ role: 'model', parts: calls }, { role: 'user', parts: results });
    }
  },
  async structure(at, { content, stream }) {
    const config = { responseMimeType: 'application/json', responseJsonSchema: place };
    return JSON.parse(textOf(await partsOf(at, { contents: content, config }, stream), false));
  },
  async embed(at, contents) {
    return (await client(at).embedContent({ model: 'gemini-embedding-001', contents })).embeddings.map(({ values }) => values);
  },
};

export default { '@google/genai': gemini };
