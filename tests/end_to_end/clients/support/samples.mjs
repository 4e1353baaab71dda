export const user = (content) => ({ role: 'user', content });

export const chat = { model: 'gpt-4o', messages: [user('What is the weather in Paris?')] };

export const message = { model: 'claude-haiku-4-5', max_tokens: 100, messages: [user('What is the weather in Paris?')] };

export const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

export const chatTool = {
  type: 'function',
  function: { name: 'get_weather', description: 'Says the weather of a city.', strict: true, parameters },
};

export const responsesTool = { type: 'function', name: 'get_weather', strict: true, parameters };

export const messageTool = { name: 'get_weather', description: 'Says the weather of a city.', input_schema: parameters };

export const weatherCall = { id: 'call_1', name: 'get_weather', arguments: { city: 'Zürich' } };

export const twoCalls = [weatherCall, { id: 'call_2', name: 'get_weather', arguments: { city: 'São Paulo' } }];

export const text = 'It is 72°F in Paris, and 🌤 all day.';
