/** A JSON value; integers that a number would round are bigints in what a runner shows. */
export type Json = unknown;

export interface CallContext {
  /** Where the files of the vector lie. */
  folder: string;
  /** Delivers an item of a stream. */
  item(value: Json): void;
}

/** A function of the runtime. A generator yields the items of a stream, and returns the result. */
export type Operation = (params: any, context: CallContext) => Json | Promise<Json> | Generator<Json, Json> | AsyncGenerator<Json, Json>;

export type ErrorKind =
  | 'ValueError'
  | 'FileNotFoundError'
  | 'InvokerError'
  | 'NotImplementedError'
  | 'ConnectionError'
  | 'ExecuteError'
  | 'RuntimeError'
  | 'CancelledError'
  | 'GuardrailError';

/** What an error means: its kind, or a function that tells kind, message and what was done before. */
export type ErrorMeaning = ErrorKind | ((error: any) => { kind: ErrorKind; message?: string; partial?: Json; spans?: Json[] });

export interface Options {
  /** By the name of the operation in the adapter protocol. */
  operations: Record<string, Operation>;
  /** By class, or by the name of a class. The nearest class counts. */
  errors?: Map<Function, ErrorMeaning> | Record<string, ErrorMeaning>;
  name?: string;
  version?: string;
  providers?: string[];
  apiTypes?: string[];
  connectionKinds?: string[];
  features?: string[];
  profile?: 'as-written' | 'lenient' | 'live';
  edition?: string;
  level?: 'must' | 'should' | 'all';
  include?: 'ours' | 'extensions' | Array<'ours' | 'extensions'>;
  /** Globs over ids of vectors. */
  filter?: string | string[];
  /** Ids of clauses. */
  clause?: string | string[];
  transforms?: boolean | string[];
  /** Whether the mock provider is started, or the path of its program. */
  mock?: boolean | string;
  /** For one call, in milliseconds; 0 for none. Not while a debugger is attached. */
  timeout?: number;
  /** A file for the JSON Lines of the run. */
  jsonl?: string;
  /** The command that plays one vector again, whose id is put behind. */
  rerun?: string;
  /** Another corpus.json, with its corpus.sha256 beside it. */
  corpus?: string;
  /** `exact`: functions get integers that a number would round as bigints, and 1.0 as a `Float`. */
  numbers?: 'exact';
}

export interface Clause {
  id: string;
  level: string;
  group: 'documents' | 'ours' | 'extensions';
  statement: string;
  page: string;
  line: number;
}

export interface Difference {
  pointer: string;
  kind: 'missing' | 'extra' | 'other type' | 'other value' | 'other ending' | 'malformed';
  message: string;
  expected: Json;
  got: Json;
  /** Pointer inside the JSON text that stands at `pointer`. */
  inside?: string;
}

/** A vector played once. */
export interface Attempt {
  way: 'direct' | 'transform';
  transform?: string;
  of?: 'direct';
  status: 'pass' | 'fail' | 'timeout';
  detail: string;
  differences: Difference[];
  reading?: string;
  operation: string;
  sent: Json;
  answered: Json;
  /** What the function raised. */
  cause?: unknown;
}

export interface Result {
  status: 'pass' | 'fail' | 'timeout' | 'unsupported';
  /** Whether it failed and that decides. */
  isRed: boolean;
  /** Everything about the failure, or why it was not played. */
  text: string;
  attempts: Attempt[];
}

export interface Described {
  id: string;
  why: string;
  clauses: Clause[];
  level: string;
  group: string;
  gating: boolean;
}

export interface Suite {
  vectors: Array<Described & { play(): Promise<Result> }>;
  unsupported: Array<Described & { reason: string }>;
  /** Ends the report and the mock provider. */
  close(): Promise<void>;
}

/** A mistake in the options or in the corpus, in a sentence. */
export class RunnerError extends Error {}

/** The vectors that the options select. Throws RunnerError. */
export function openSuite(options: Options): Suite;
