import type { Reporter, TestCase } from "@playwright/test/reporter";

/** Ends the run with one plain line of counts, for readers that do not know Playwright's own. */
export default class ClosingLine implements Reporter {
  readonly #tests = new Map<string, TestCase>();

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase): void {
    this.#tests.set(test.id, test);
  }

  async onExit(): Promise<void> {
    const count = (outcome: ReturnType<TestCase["outcome"]>) =>
      [...this.#tests.values()].filter((test) => test.outcome() === outcome).length;
    const failed = count("unexpected") + count("flaky");
    process.stdout.write(`browser: ${count("expected")} passed, ${failed} failed, ${count("skipped")} skipped\n`);
  }
}
