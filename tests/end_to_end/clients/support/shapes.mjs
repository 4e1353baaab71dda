import ts from 'typescript';
import { has, literalOf, openDeclarations } from './declarations.mjs';

// What the official SDKs say of the answers that they receive, read from their declarations by the TypeScript compiler.

const declared = {
  chat: "import('openai').OpenAI.Chat.ChatCompletion",
  chatChunk: "import('openai').OpenAI.Chat.ChatCompletionChunk",
  embedding: "import('openai').OpenAI.CreateEmbeddingResponse",
  image: "import('openai').OpenAI.ImagesResponse",
  responses: "import('openai').OpenAI.Responses.Response",
  responsesEvent: "import('openai').OpenAI.Responses.ResponseStreamEvent",
  anthropic: "import('@anthropic-ai/sdk').Anthropic.Message",
  anthropicEvent: "import('@anthropic-ai/sdk').Anthropic.RawMessageStreamEvent | { type: 'ping' }" +
    " | { type: 'error'; error: { type: string; message: string } }",
};

const { checker, types } = openDeclarations(declared);

/** What the SDK computes and no server sends; and what only the newest version of an API has, and clients ask for older ones. */
const notSent = new Set(['output_text', '_request_id', 'caller']);

/** Whether a member may be left out: clients read one that is missing as null where null is allowed. */
function isDispensable(member, type) {
  if ((member.flags & ts.SymbolFlags.Optional) !== 0 || notSent.has(member.name)) return true;
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => has(part, ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown | ts.TypeFlags.Any));
}

function fitsPrimitive(type, value) {
  if (has(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  if (has(type, ts.TypeFlags.Null)) return value === null;
  if (has(type, ts.TypeFlags.String)) return typeof value === 'string';
  if (has(type, ts.TypeFlags.Number)) return typeof value === 'number';
  if (has(type, ts.TypeFlags.Boolean)) return typeof value === 'boolean';
  return literalOf(type) === value;
}

function problemsOfObject(type, value, at) {
  const problems = [];
  for (const member of type.getProperties()) {
    const memberType = checker.getTypeOfSymbol(member);
    const given = Object.hasOwn(value, member.name) ? value[member.name] : undefined;
    const isLeftOut = (given ?? null) === null && isDispensable(member, memberType);
    if (isLeftOut) continue;
    if (given !== undefined) problems.push(...problemsOf(memberType, given, `${at}/${member.name}`));
    else problems.push(`${at}/${member.name} is missing: ${checker.typeToString(memberType)}`);
  }
  return problems;
}

/** The members whose literal values tell the alternatives of a union apart. */
function contradictsLiterally(type, value) {
  return type.getProperties().some((member) => {
    const literal = literalOf(checker.getTypeOfSymbol(member));
    return literal !== undefined && Object.hasOwn(value, member.name) && value[member.name] !== literal;
  });
}

function problemsOfUnion(type, value, at) {
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  let alternatives = type.types;
  if (isObject) {
    const near = alternatives.filter((part) => has(part, ts.TypeFlags.Object) && !contradictsLiterally(part, value));
    if (near.length > 0) alternatives = near;
  }
  const found = alternatives.map((part) => problemsOf(part, value, at));
  const nearest = found.reduce((best, problems) => (problems.length < best.length ? problems : best));
  return nearest.length > 0 && !isObject && !Array.isArray(value)
    ? [`${at} is ${JSON.stringify(value)}, not ${checker.typeToString(type)}`] : nearest;
}

function problemsOf(type, value, at) {
  if (type.isUnion() && !has(type, ts.TypeFlags.Boolean)) return problemsOfUnion(type, value, at);
  // `string & {}` is how the SDKs spell any string beside known ones.
  if (type.isIntersection() && type.types.some((part) => has(part, ts.TypeFlags.String))) {
    return typeof value === 'string' ? [] : [`${at} is no string`];
  }
  if (!has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection)) {
    return fitsPrimitive(type, value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${checker.typeToString(type)}`];
  }
  const element = checker.isArrayType(type) ? checker.getTypeArguments(type)[0] : undefined;
  if (element) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, index) => problemsOf(element, item, `${at}/${index}`));
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`];
  return problemsOfObject(type, value, at);
}

/** What is wrong with an answer of that shape, a line each with the place in it; none when the types allow it. */
export function problemsOfAnswer(shape, answer) {
  return problemsOf(types.get(shape), answer, '');
}
