import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// The types that the official SDKs declare, read by the TypeScript compiler.

// Beside node_modules, where the imports are looked up; nothing is written there.
const source = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..', 'declarations.ts');

function openProgram(declared) {
  const text = Object.entries(declared).map(([name, type]) => `export type ${name} = ${type};`).join('\n');
  const options = {
    module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, strict: true, noEmit: true,
    skipLibCheck: true, types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, ...rest) =>
    name === source ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true) : getSourceFile.call(host, name, ...rest);
  host.fileExists = (name) => name === source || fileExists.call(host, name);
  return ts.createProgram([source], options, host);
}

/** The checker of the types, and each type under the name that it has in `declared`. */
export function openDeclarations(declared) {
  const program = openProgram(declared);
  const [problem] = program.getSemanticDiagnostics(program.getSourceFile(source));
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  const checker = program.getTypeChecker();
  const types = new Map(
    program.getSourceFile(source).statements.map((alias) => [alias.name.text, checker.getTypeAtLocation(alias.name)]),
  );
  return { checker, types };
}

export const has = (type, flag) => (type.flags & flag) !== 0;

/** The only value of a literal type; nothing for other types. */
export function literalOf(type) {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (has(type, ts.TypeFlags.BooleanLiteral)) return type.intrinsicName === 'true';
  return undefined;
}
