// The HTML report in a browser: what a reader sees and can do, and that nothing in it is a barrier.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const suite = process.env.CONFORMANCE;
const greedy = process.env.GREEDY_ADAPTER;

/** An adapter whose every answer tries to be markup. */
const hostile = `
import json, sys
bad = "</script><script>window.taken=true</script><img src=x onerror='window.taken=true'>"
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request: break
    if request["method"] == "initialize":
        result = {"protocolVersion": 6, "operations": ["split"], "implementation": {"name": bad, "version": bad, "language": bad}}
    else:
        result = {"frontmatter": bad, "body": bad}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
`;

/** An adapter that finds frontmatter nowhere. */
const deaf = `
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request: break
    if request["method"] == "initialize":
        result = {"protocolVersion": 6, "operations": ["split"], "implementation": {"name": "deaf", "version": "1", "language": "Python"}}
    else:
        result = {"frontmatter": None, "body": request["params"]["text"]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
`;

let folder;
let browser;

/** Judges an adapter and gives the address of its page; a verdict against it is no error here. */
function judged(adapter, name, ...more) {
  const path = join(folder, `${name}.html`);
  return new Promise((resolve, reject) => {
    execFile(suite, ["run", "--subject", `python3 '${adapter}'`, "--filter", "load/frontmatter/*", "--html", path, ...more], { timeout: 60_000 },
      (problem, out, err) => (problem && problem.code !== 1 ? reject(new Error(`${problem.message}\n${err}`)) : resolve(path)));
  });
}

/** A page that must stay without error and without any request but for its own file. */
async function opened(path, address = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (problem) => page.problems.push(problem.message));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || page.problems.push(request.url()));
  await page.goto(pathToFileURL(path).href + address);
  await page.locator("main h1").first().waitFor();
  return page;
}

async function closed(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

let path;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "report-page-"));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  path = await judged(greedy, "greedy");
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the report page", () => {
  test("is one file of less than two megabytes", async () => {
    const { size } = await stat(path);
    assert.ok(size < 2_000_000, `${size} bytes`);
    assert.doesNotMatch(await readFile(path, "utf8"), /<(link|img|iframe)\b|\bsrc=/);
  });

  test("begins with the verdict and what to fix first", async () => {
    const page = await opened(path);
    assert.match(await page.locator("h1").innerText(), /^not conformant: .*faults?.*, \d+ of \d+ judged vectors failed/);
    assert.match(await page.locator("h2").first().innerText(), /^Fix first: \d+ faults? in clauses of the five documents(, (\d+|none) of which decides?)?$/);
    assert.doesNotMatch(await page.locator(".verdict").innerText(), /\.\./);
    assert.ok(await page.getByRole("link", { name: "P2.2-04", exact: true }).count());
    await closed(page);
  });

  test("filters clauses, and the filter stands in the address", async () => {
    const page = await opened(path, "#/clauses");
    const all = await page.locator("tr.row").count();
    await page.getByLabel(/^state/).selectOption("broken");
    await page.waitForURL(/state=broken/);
    const broken = await page.locator("tr.row").count();
    assert.ok(broken > 0 && broken < all, `${broken} of ${all}`);
    assert.deepEqual([...new Set(await page.locator("tr.row .mark").allInnerTexts())], ["broken"]);
    const again = await opened(path, new URL(page.url()).hash);
    assert.equal(await again.locator("tr.row").count(), broken);
    await closed(again);
    await closed(page);
  });

  test("marks failed vectors that tell nothing of their clauses, and filters them", async () => {
    const page = await opened(path, "#/vectors");
    await page.getByLabel("standing").selectOption("not testable");
    await page.waitForURL(/standing=not/);
    const expected = await page.evaluate(() => run.vectors.filter((vector) => (vector.standing || "").startsWith("not testable")).length);
    const rows = await page.locator("tr.row").allInnerTexts();
    assert.ok(expected > 0);
    assert.equal(rows.length, expected);
    for (const row of rows) assert.match(row, /fail not testable because of fault/);
    await closed(page);
  });

  test("leads from a clause to the vector, the difference and the command that reruns it", async () => {
    const page = await opened(path, "#/clause/P2.2-04");
    assert.match(await page.locator("blockquote").first().innerText(), /first delimiter after the opener/);
    await page.getByRole("link", { name: "load/frontmatter/delimiters/rule-in-the-body-does-not-close" }).click();
    await page.waitForURL(/#\/vector\/load\/frontmatter/);
    assert.match(await page.locator(".difference").innerText(), /First difference at \/frontmatter/);
    assert.equal(await page.locator(".difference .pair pre").count(), 2);
    const command = await page.locator("pre.rerun").first().innerText();
    assert.match(command, /^prompty-conformance run --subject .* --filter load\/frontmatter\/delimiters\/rule-in-the-body-does-not-close$/);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("status").filter({ hasText: "copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);
    await closed(page);
  });

  test("shows null where a value was expected", async () => {
    const adapter = join(folder, "deaf.py");
    await writeFile(adapter, deaf);
    const page = await opened(await judged(adapter, "deaf"), "#/vector/load/frontmatter/structure/plus-signs-delimit");
    assert.deepEqual(await page.locator(".difference .pair h3").allInnerTexts(), ["expected", "got"]);
    assert.deepEqual(await page.locator(".difference .pair pre").allInnerTexts(), ["name: pluses", "null"]);
    await closed(page);
  });

  test("leads from a fault to the vector that shows it best, and from a vector to its faults", async () => {
    const page = await opened(path);
    await page.locator("tr.row").first().getByRole("link").first().click();
    await page.waitForURL(/#\/fault\/1$/);
    const text = await page.locator("main").innerText();
    assert.match(text, /The narrowest vector that shows it/);
    assert.match(text, /\d+ vectors? shows? nothing else/);
    assert.ok(await page.locator(".difference .pair pre").count());
    const vector = await page.evaluate(() => run.faults[0].own[0]);
    const other = await opened(path, `#/vector/${vector}`);
    await other.getByRole("link", { name: "fault 1", exact: true }).click();
    await other.waitForURL(/#\/fault\/1$/);
    await closed(other);
    await closed(page);
  });

  test("names the rewriting under which a vector was played again", async () => {
    const page = await opened(await judged(greedy, "rewritten", "--transform", "crlf"));
    assert.match(await page.locator(".facts, dl").first().innerText(), /played transform\s+\d+ /);
    const vector = await page.evaluate(() => run.vectors.find((one) => one.attempts.some((attempt) => attempt.transform)).id);
    const other = await opened(join(folder, "rewritten.html"), `#/vector/${vector}`);
    assert.match(await other.locator("main").innerText(), /direct under the transform crlf/);
    await closed(other);
    await closed(page);
  });

  test("shows how sharp the suite is when that was measured", async () => {
    const before = await opened(path);
    assert.match(await before.locator("main").innerText(), /not measured in this run/);
    const digest = await before.evaluate(() => run.corpusDigest);
    await closed(before);
    const score = join(folder, "mutants.json");
    await writeFile(score, JSON.stringify({ corpusDigest: digest, mutants: 50, dead: 49, unprovenCitations: 0, uselessVectors: 2, together: [{ atOnce: 5, rounds: 3, recall: 98.5, precision: 97 }],
      trivial: [{ subject: "echo", clausesHeld: 1 }, { subject: "silent", clausesHeld: 0 }] }));
    const page = await opened(await judged(greedy, "sharp", "--mutation-score", score));
    const text = await page.locator("main").innerText();
    assert.match(text, /49 of 50 mutants dead by a vector of their clause, 2 useless vectors; of 5 mistakes at once 98\.5 % found, 97 % of the faults right/);
    assert.match(text, /of 2 subjects \(echo, silent\) echo holds 1 clause/);
    await closed(page);
  });

  test("finds words, and leads straight to a clause that is named", async () => {
    const page = await opened(path);
    await page.getByRole("searchbox").fill("later block");
    await page.getByRole("searchbox").press("Enter");
    await page.getByRole("heading", { name: "“later block”" }).waitFor();
    assert.ok((await page.locator("tr.row").count()) > 0);
    await page.getByRole("searchbox").fill("p2.2-04");
    await page.getByRole("searchbox").press("Enter");
    await page.waitForURL(/#\/clause\/P2\.2-04$/);
    await closed(page);
  });

  test("can be used by keys alone", async () => {
    const page = await opened(path, "#/clauses?state=held");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const second = await page.evaluate(() => document.activeElement.textContent);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`#/clause/${second}$`));
    await page.keyboard.press("p");
    await page.waitForFunction((id) => !location.hash.endsWith(id), second);
    await page.keyboard.press("u");
    await page.waitForURL(/#\/clauses\?state=held$/);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.id), "find");
    await closed(page);
  });

  test("says so when an address names nothing", async () => {
    const page = await opened(path, "#/clause/P0-00");
    assert.equal(await page.locator("h1").innerText(), "There is no clause P0-00 in this report");
    await closed(page);
  });

  test("leaves out on paper what only a screen can use", async () => {
    const page = await opened(path);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("header nav").isVisible(), false);
    assert.equal(await page.locator(".verdict h1").isVisible(), true);
    await closed(page);
  });

  test("shows what a subject answers as text, whatever it is", async () => {
    const adapter = join(folder, "hostile.py");
    await writeFile(adapter, hostile);
    const page = await opened(await judged(adapter, "hostile"), "#/vector/load/frontmatter/delimiters/rule-in-the-body-does-not-close");
    assert.match(await page.locator("main").innerText(), /<img src=x onerror=/);
    assert.equal(await page.evaluate(() => window.taken), undefined);
    assert.equal(await page.locator("main img").count(), 0);
    await closed(page);
  });

  for (const colorScheme of ["light", "dark"]) {
    for (const address of ["", "#/fault/1", "#/clauses?state=broken", "#/clause/P2.2-04", "#/vector/load/frontmatter/delimiters/rule-in-the-body-does-not-close", "#/vectors?status=fail", "#/requests"]) {
      test(`is no barrier: ${colorScheme} ${address || "overview"}`, async () => {
        const page = await opened(path, address, { colorScheme });
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate(() => window.axe.run());
        assert.deepEqual(violations.map((found) => `${found.id}: ${found.nodes[0].html}`), []);
        await closed(page);
      });
    }
  }
});
