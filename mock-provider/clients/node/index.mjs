import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A scenario that is played; see index.d.ts for what each member is. */
class Scenario {
  #mock;
  #after;

  constructor(mock, name, after) {
    this.#mock = mock;
    this.#after = after;
    this.name = name;
    this.url = name === 'default' ? mock.url : `${mock.url}/${name}`;
    this.openaiUrl = `${this.url}/v1`;
  }

  requests(filter = {}) {
    return this.#mock.requests({ after: this.#after, ...filter, scenario: this.name });
  }

  async unplayed() {
    const { unplayed } = await (await this.#mock.ask('GET', `scenarios/${this.name}`)).json();
    return unplayed.map((step) => ({ scenario: this.name, ...step }));
  }

  async letOut(frames) {
    await this.#mock.ask('POST', `scenarios/${this.name}/frames?count=${frames}`);
  }

  async remove() {
    await this.#mock.ask('DELETE', `scenarios/${this.name}`);
  }
}

class Mock {
  #process;
  #unplayed = [];
  #ended;

  /** The first line that the program prints, or the sentence with which it ends instead. */
  async start(program, words) {
    this.#process = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#ended = new Promise((resolve) => this.#process.once('close', resolve));
    let complaint = '';
    let isListening = false;
    // What is wrong later on, such as with a file under --watch, is for those who read the test's output.
    this.#process.stderr.on('data', (bytes) => {
      if (isListening) process.stderr.write(bytes);
      else complaint += bytes;
    });
    const listening = new Promise((resolve, reject) => {
      createInterface({ input: this.#process.stdout }).on('line', (line) => {
        const said = JSON.parse(line);
        if (said.event === 'listening') resolve(said);
        if (said.event === 'unplayed') this.#unplayed.push(withoutEvent(said));
      });
      this.#process.once('error', (error) => reject(new Error(`${program} cannot be started: ${error.message}`)));
      this.#process.once('close', () => reject(new Error(complaint.trim() || `${program} has ended`)));
    });
    const said = await listening;
    isListening = true;
    process.stderr.write(complaint);
    this.url = said.url;
    this.journalUrl = said.journal;
    this.scenarioUrls = said.scenarios;
    return this;
  }

  async ask(method, path, body) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${this.url}/_mock/${path}`, { method, headers, body: JSON.stringify(body) });
    if (response.ok) return response;
    const { error } = await response.json();
    throw new Error(error.message);
  }

  async play(name, scenario) {
    const value = Array.isArray(scenario) ? { steps: scenario } : scenario;
    const { after } = await (await this.ask('PUT', `scenarios/${name}`, value)).json();
    return new Scenario(this, name, after);
  }

  async requests(filter = {}) {
    const entries = [];
    const set = Object.entries(filter).filter(([, value]) => value !== undefined);
    let path = `requests?${new URLSearchParams(set)}`;
    while (path) {
      const response = await this.ask('GET', path);
      entries.push(...(await response.json()));
      const next = /<\/_mock\/([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '');
      path = filter.limit === undefined && next ? next[1] : undefined;
    }
    return entries;
  }

  async reset() {
    await this.ask('POST', 'reset');
  }

  async stop() {
    this.#process.kill('SIGTERM');
    await this.#ended;
    return this.#unplayed;
  }

  [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    return this.stop();
  }
}

function withoutEvent({ event, ...rest }) {
  return rest;
}

export function startMock({ program = 'prompty-mock-provider', scenarioFiles = [], check = 'report', options = [] } = {}) {
  const scenarios = scenarioFiles.flatMap((file) => ['--scenario', file]);
  const words = ['--json', '--exit-with-parent', '--port', '0', '--check', check, ...scenarios, ...options];
  return new Mock().start(program, words);
}
