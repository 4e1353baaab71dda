import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

// The stream helpers of the official SDKs, given a list of events without a server.

function eventText(event) {
  return `${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`;
}

/** A fetch that answers every request with these events. */
function answeringWith(events, end = '') {
  const text = events.map(eventText).join('') + end;
  return async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

const question = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };

const openai = (fetch) => new OpenAI({ apiKey: 'k', maxRetries: 0, fetch });

const readers = {
  chatChunk: (events) =>
    openai(answeringWith(events, 'data: [DONE]\n\n')).chat.completions.stream(question).finalChatCompletion(),
  responsesEvent: (events) =>
    openai(answeringWith(events)).responses.stream({ model: 'm', input: 'Hello' }).finalResponse(),
  anthropicEvent: (events) =>
    new Anthropic({ apiKey: 'k', maxRetries: 0, fetch: answeringWith(events) }).messages.stream({ ...question, max_tokens: 9 }).finalMessage(),
};

/** Why the SDK's helper does not read a stream of that shape to its end; nothing when it does. */
export async function problemOfStream(shape, events) {
  try {
    await readers[shape](structuredClone(events));
    return undefined;
  } catch (error) {
    return `the SDK says: ${error.message}`;
  }
}
