import ts from 'typescript';
import { has, literalOf, openDeclarations } from './declarations.mjs';

// Requests made from what the official SDKs declare of their parameters: together they have each member that the types
// allow, at every depth, and each alternative of its value.

const declared = {
  chat: "import('openai').OpenAI.Chat.ChatCompletionCreateParamsNonStreaming",
  embeddings: "import('openai').OpenAI.EmbeddingCreateParams",
  images: "import('openai').OpenAI.ImageGenerateParamsNonStreaming",
  responses: "import('openai').OpenAI.Responses.ResponseCreateParamsNonStreaming",
  betaResponses: "import('openai').OpenAI.Beta.Responses.ResponseCreateParamsNonStreaming",
  messages: "import('@anthropic-ai/sdk').Anthropic.MessageCreateParamsNonStreaming",
  betaMessages: "import('@anthropic-ai/sdk').Anthropic.Beta.Messages.MessageCreateParamsNonStreaming",
  countedInput: "import('openai').OpenAI.Responses.InputTokenCountParams",
  countedMessages: "import('@anthropic-ai/sdk').Anthropic.MessageCountTokensParams",
  countedBetaMessages: "import('@anthropic-ai/sdk').Anthropic.Beta.Messages.MessageCountTokensParams",
};

const { checker, types } = openDeclarations(declared);

const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };

const address = 'https://example.com/a.png';

/** Values that the providers bound more narrowly than the types do. */
const bounded = {
  budget_tokens: 1024, max_output_tokens: 16, max_tokens: 2048, frame_count: 2,
  url: address, parameters: schema, input_schema: schema, schema,
};

/** Members that the types let be left out, and providers want: of values with a type, with a role, or with a member's name. */
const indispensable = {
  ofType: { input_file: { file_id: 'text', file_url: 'text' }, input_image: { image_url: address, file_id: 'text' } },
  ofRole: { system: { content: 'text' } },
  named: { file: { file_id: 'text' } },
};

/** What everything is called, so that a name or id that refers to another is a known one. */
const anyText = 'text';

const isNothing = (type) => has(type, ts.TypeFlags.Undefined | ts.TypeFlags.Never);

const alternatives = (type) => type.types.filter((part) => !isNothing(part));

/** `string & {}` is how the SDKs spell any string beside known ones. */
function isText(type) {
  return has(type, ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral) || (type.isIntersection() && type.types.some(isText));
}

/** The value of a type without parts, that of a member with this name; nothing for objects, lists and unions. */
function plainValue(type, name) {
  if (has(type, ts.TypeFlags.Null)) return null;
  const literal = literalOf(type);
  if (literal !== undefined) return literal;
  if (has(type, ts.TypeFlags.Number)) return 1;
  if (has(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return name === 'input' ? {} : anyText;
  if (!isText(type)) return undefined;
  return name === 'image_url' ? address : anyText;
}

function elementOf(type) {
  return checker.isArrayType(type) || checker.isTupleType(type) ? checker.getTypeArguments(type)[0] : undefined;
}

const isOptional = (member) => (member.flags & ts.SymbolFlags.Optional) !== 0;

/** The shortest value of a type, that of a member with this name. */
function shortest(type, name) {
  const plain = plainValue(type, name);
  if (plain !== undefined) return bounded[name] && plain !== null ? bounded[name] : plain;
  if (type.isUnion()) {
    const parts = alternatives(type);
    return shortest(parts.find((part) => !has(part, ts.TypeFlags.Null)) ?? parts[0], name);
  }
  const element = elementOf(type);
  if (element) return [shortest(element, name)];
  if (bounded[name]) return bounded[name];
  const needed = type.getProperties().filter((member) => !isOptional(member));
  const value = Object.fromEntries(needed.map((member) => [member.name, shortest(checker.getTypeOfSymbol(member), member.name)]));
  const { ofType, ofRole, named } = indispensable;
  return { ...value, ...ofType[value.type], ...ofRole[value.role], ...(typeof value.type === 'string' ? {} : named[name]) };
}

/** Values that together have each member and alternative of the type; a type inside itself is not gone into again. */
function everyValue(type, name, outer = []) {
  const plain = plainValue(type, name);
  if (plain !== undefined || outer.includes(type)) return [shortest(type, name)];
  const within = [...outer, type];
  if (type.isUnion()) return alternatives(type).flatMap((part) => everyValue(part, name, outer));
  const element = elementOf(type);
  if (element) return everyValue(element, name, outer).map((value) => [value]);
  if (bounded[name]) return [bounded[name]];
  const least = shortest(type, name);
  const key = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const members = key ? [[anyText, key]] : type.getProperties().map((member) => [member.name, checker.getTypeOfSymbol(member)]);
  const withEach = ([own, ofMember]) => everyValue(ofMember, own, within).map((value) => ({ ...least, [own]: value }));
  return [least, ...members.flatMap(withEach)];
}

/** The names of the members at the top of a request, as the SDK declares them. */
export function declaredMembers(shape) {
  return types.get(shape).getProperties().map((member) => member.name);
}

/** Requests that together have each member and alternative of that shape, at every depth. */
export function everyRequest(shape) {
  const seen = new Map(everyValue(types.get(shape)).map((request) => [JSON.stringify(request), request]));
  return [...seen.values()];
}
