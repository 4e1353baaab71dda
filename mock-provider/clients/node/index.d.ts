export interface StartOptions {
  /** The program, a path or a name on PATH; `prompty-mock-provider` when left out. */
  program?: string;
  /** Scenario files that are played from the start. */
  scenarioFiles?: string[];
  /** What to do about requests that break a rule of the provider; `report` when left out. */
  check?: 'off' | 'report' | 'enforce';
  /** More options of the program. */
  options?: string[];
}

/** A request as the mock received it, with its answer; see the README of the mock provider, "Journal". */
export interface JournalEntry {
  sequence: number;
  scenario: string;
  method: string;
  path: string;
  body: unknown;
  status: number;
  findings: unknown[];
  [member: string]: unknown;
}

/** Which entries of the journal are wanted; what is left out holds for all. */
export interface JournalFilter {
  scenario?: string;
  path?: string;
  status?: number | string;
  since?: string | number;
  findings?: 'only';
  after?: number;
  limit?: number;
}

/** A step that was played less often than its scenario says; `step` is counted from 1. */
export interface UnplayedStep {
  scenario: string;
  step: number;
  played: number;
  repeat: number | 'always';
  sequence?: string;
}

export interface Scenario {
  readonly name: string;
  /** The base URL for Anthropic's clients. */
  readonly url: string;
  /** The base URL for OpenAI's clients. */
  readonly openaiUrl: string;
  /** What it has received since it was played. */
  requests(filter?: Omit<JournalFilter, 'scenario'>): Promise<JournalEntry[]>;
  unplayed(): Promise<UnplayedStep[]>;
  /** Lets out the first frames of its streams, of those that a step holds back. */
  letOut(frames: number): Promise<void>;
  remove(): Promise<void>;
}

export interface Mock extends AsyncDisposable {
  readonly url: string;
  /** The page that shows the journal to people. */
  readonly journalUrl: string;
  /** By name, the URLs of the scenarios that came from files. */
  readonly scenarioUrls: Readonly<Record<string, string>>;
  /** Plays a scenario, or these steps, from the first step. */
  play(name: string, scenario: object | object[]): Promise<Scenario>;
  requests(filter?: JournalFilter): Promise<JournalEntry[]>;
  /** Empties the journal and rewinds every scenario. */
  reset(): Promise<void>;
  /** Ends the program; what is left of the scenarios. */
  stop(): Promise<UnplayedStep[]>;
}

/** Starts a mock on a free port; it ends with this process at the latest. */
export function startMock(options?: StartOptions): Promise<Mock>;
