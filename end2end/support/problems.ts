import type { BrowserContext, ConsoleMessage, Request, Response } from "@playwright/test";

/** A request that the page itself gave up: it went elsewhere, or the answer became a download. */
const givenUp = "net::ERR_ABORTED";
/** How Chromium calls it when a context without JavaScript does not load a script. */
const scriptsAreOff = "csp";

interface Problem {
  text: string;
  /** Where it came from, as far as the browser says. */
  url: string;
}

/**
 * Everything a browser complains about during one test: console errors and warnings, uncaught exceptions, failed
 * requests, answers of 400 and above. What the test did not announce with `expect` fails it.
 */
export class Problems {
  readonly #seen: Problem[] = [];
  readonly #expected: { pattern: RegExp; met: boolean }[] = [];
  readonly #runsScripts: boolean;

  constructor(runsScripts = true) {
    this.#runsScripts = runsScripts;
  }

  watch(context: BrowserContext): void {
    context.on("console", (message) => this.#console(message));
    context.on("weberror", (webError) => {
      const cause = webError.error();
      this.#note(`page error: ${cause.stack ?? cause.message}`, "");
    });
    context.on("requestfailed", (request) => this.#failed(request));
    context.on("response", (response) => this.#answered(response));
  }

  /**
   * Announces a problem that belongs to the test, as a pattern over texts like
   * `response 404: GET http://127.0.0.1:1234/nowhere`, `console error: …`, `page error: …`, `request failed: …`.
   * One that then does not occur fails the test as well.
   */
  expect(pattern: RegExp): void {
    this.#expected.push({ pattern, met: false });
  }

  /** The lines that make a test fail; empty when all is well. */
  verdict(): string[] {
    const answered = this.#seen.filter(({ text }) => text.startsWith("response ") && this.#isExpected(text));
    const unexpected = this.#seen.filter(({ text, url }) => {
      if (this.#isExpected(text)) return false;
      // Chromium repeats every 4xx and 5xx on the console; announcing the answer announces its echo.
      const isEcho = text.startsWith("console error: Failed to load resource");
      return !(isEcho && answered.some((response) => response.url === url));
    });
    const absent = this.#expected.filter(({ met }) => !met);
    return [
      ...unexpected.map(({ text }) => text),
      ...absent.map(({ pattern }) => `announced, but did not occur: ${pattern}`),
    ];
  }

  #isExpected(text: string): boolean {
    const matching = this.#expected.filter(({ pattern }) => pattern.test(text));
    for (const announcement of matching) announcement.met = true;
    return matching.length > 0;
  }

  #note(text: string, url: string): void {
    this.#seen.push({ text, url });
  }

  #console(message: ConsoleMessage): void {
    const type = message.type();
    if (type !== "error" && type !== "warning" && type !== "assert") return;
    const { url } = message.location();
    this.#note(`console ${type}: ${message.text()}${url === "" ? "" : ` (${url})`}`, url);
  }

  #failed(request: Request): void {
    const reason = request.failure()?.errorText ?? "unknown reason";
    if (reason === givenUp || (reason === scriptsAreOff && !this.#runsScripts)) return;
    this.#note(`request failed: ${request.method()} ${request.url()} (${reason})`, request.url());
  }

  #answered(response: Response): void {
    if (response.status() < 400) return;
    const url = response.url();
    this.#note(`response ${response.status()}: ${response.request().method()} ${url}`, url);
  }
}
