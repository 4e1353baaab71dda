import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, afterEach, before, beforeEach } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

/** Which mode of the request check the mock runs in: report or enforce. */
export const check = process.env.MOCK_CHECK ?? 'report';

/** One mock provider for a test file, one scenario for each of its tests. */
class Mock {
  #process;
  #tests = 0;
  /** Whether the requests of the test break rules on purpose. */
  breaksRules = false;

  async start() {
    this.#process = spawn(process.env.MOCK_PROVIDER, ['--port', '0', '--check', check], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: this.#process.stdout }), 'line');
    this.url = /^listening on (\S+)$/.exec(line)[1];
  }

  async stop() {
    this.#process.kill('SIGTERM');
    const [code] = await once(this.#process, 'exit');
    assert.equal(code, 0);
  }

  async begin() {
    this.#tests += 1;
    this.name = `test-${this.#tests}`;
    this.breaksRules = false;
    await this.play({ body: { unexpected: true } });
  }

  /** Plays these answers in order, one for each request of the test. */
  async play(...answers) {
    await this.playScenario({ steps: answers.map((respond) => ({ respond })) });
  }

  async playScenario(scenario) {
    const response = await fetch(`${this.url}/_mock/scenarios/${this.name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(scenario),
    });
    assert.equal(response.status, 200, await response.text());
  }

  /** What the test sent, as the mock received it. */
  async requests() {
    const response = await fetch(`${this.url}/_mock/requests?scenario=${this.name}`);
    return response.json();
  }

  /** The scenario without which every request gets its default answer. */
  async withoutScenario() {
    await fetch(`${this.url}/_mock/scenarios/${this.name}`, { method: 'DELETE' });
    await fetch(`${this.url}/_mock/reset`, { method: 'POST' });
    this.name = 'default';
  }

  openai(options = {}) {
    return new OpenAI({
      apiKey: 'sk-test-0123456789',
      baseURL: `${this.url}/${this.name}/v1`,
      maxRetries: 0,
      logLevel: 'off',
      ...options,
    });
  }

  anthropic(options = {}) {
    return new Anthropic({
      apiKey: 'sk-ant-test-0123456789',
      baseURL: `${this.url}/${this.name}`,
      maxRetries: 0,
      logLevel: 'off',
      ...options,
    });
  }
}

/** A mock that lives as long as the tests of the file; after each test its journal must hold no finding. */
export function mockForTests() {
  const mock = new Mock();
  before(() => mock.start());
  after(() => mock.stop());
  beforeEach(() => mock.begin());
  afterEach(async () => {
    if (mock.breaksRules) return;
    for (const request of await mock.requests()) {
      assert.deepEqual(request.findings, [], `${request.method} ${request.path}: ${request.body}`);
    }
  });
  return mock;
}

/** Everything that an async iterable gives. */
export async function all(iterable) {
  const items = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/** The error that a promise ends in. */
export async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new assert.AssertionError({ message: 'it succeeded, but should have failed' });
}
