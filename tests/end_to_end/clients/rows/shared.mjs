/** A PNG of one pixel as a data URL. */
export const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const imageData = image.slice(image.indexOf(',') + 1);

/** What a structured answer has to be. */
export const place = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

export const tool = { name: 'get_weather', description: 'Says the weather of a city.', parameters: place };

export const chatTools = [{ type: 'function', function: tool }];

/** The results of function calls of Responses. */
export const outputs = (calls, run) =>
  calls.map((call) => ({ type: 'function_call_output', call_id: call.call_id, output: run(JSON.parse(call.arguments)) }));

/** The round of tools of a client that takes and gives chat messages in OpenAI's form. */
export async function chatRound(messageOf, { content, run }) {
  const messages = [{ role: 'user', content }];
  for (;;) {
    const message = await messageOf(messages);
    if (!message.tool_calls?.length) return message.content;
    messages.push(message);
    for (const call of message.tool_calls) {
      messages.push({ role: 'tool', tool_call_id: call.id, content: run(JSON.parse(call.function.arguments)) });
    }
  }
}

/** The message of a stream of chat chunks, as a program puts it together that reads the chunks itself. */
export async function joined(stream) {
  const message = { role: 'assistant', content: '' };
  for await (const { choices: [choice] } of stream) {
    const delta = choice?.delta ?? {};
    message.content += delta.content ?? '';
    for (const name of ['reasoning', 'reasoning_content']) if (delta[name]) message[name] = (message[name] ?? '') + delta[name];
    for (const { index, id, function: part } of delta.tool_calls ?? []) {
      message.tool_calls ??= [];
      message.tool_calls[index] ??= { id, type: 'function', function: { name: part.name, arguments: '' } };
      message.tool_calls[index].function.arguments += part.arguments ?? '';
    }
  }
  return message;
}

export const chatParts = (content, pictured) =>
  pictured ? [{ type: 'text', text: content }, { type: 'image_url', image_url: { url: image } }] : content;

export const chatFormat = { type: 'json_schema', json_schema: { name: 'place', strict: true, schema: place } };
