import { expect, test as base, type BrowserContextOptions, type Page, type TestInfo } from "@playwright/test";

import { MyPage } from "./my-page.js";
import { Person } from "./person.js";
import { Problems } from "./problems.js";
import { Queue } from "./queue.js";
import { Server, type ServerOptions } from "./server.js";
import { Service } from "./service.js";
import { wordsIn, type Words } from "./words.js";

export { expect } from "@playwright/test";
export { expectAccessible, expectToFit } from "./accessible.js";

/** For journeys that are long and of which the texts are looked at elsewhere: one language a project. */
export const oneLanguage = {
  // Playwright reads from the pattern which fixtures it needs: none.
  locale: async ({}, use: (locale: string) => Promise<void>, { project }: TestInfo) =>
    use(project.name === "phone" ? "ko-KR" : "en-US"),
};

interface Fixtures {
  /** What the browser complains about; announce what belongs to the test with `problems.expect(/…/)`. */
  problems: Problems;
  /** A page of somebody else: a browser context of its own, watched like the first. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** What the pages say in the test's language. */
  words: Words;
  /** Somebody new with memory switched on, signed in on the test's page. */
  person: Person;
  /** The test's page as its person uses it. */
  my: MyPage;
  /** Somebody new with memory switched on, signed in elsewhere: whom candidates are about. */
  subject: Person;
  /** The queue of a new reviewer, who is signed in on the test's page. */
  queue: Queue;
  /** The queue of another reviewer, in a browser context of its own. */
  colleague: Queue;
}

interface WorkerFixtures extends ServerOptions {
  /** The server of this worker: shared by its tests, so each makes accounts and services of its own. */
  server: Server;
  /** A chat service that may save and recall, shared likewise. */
  service: Service;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  demo: [false, { option: true, scope: "worker" }],
  movableClock: [false, { option: true, scope: "worker" }],
  serverEnv: [{}, { option: true, scope: "worker" }],

  server: [
    async ({ demo, movableClock, serverEnv }, use) => {
      const server = await Server.start({ demo, movableClock, serverEnv });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],

  service: [
    async ({ playwright, server }, use) => {
      const request = await playwright.request.newContext();
      await use(await Service.named("notes", server, request));
      await request.dispose();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  problems: [
    async ({ context, javaScriptEnabled, server }, use, testInfo) => {
      const problems = new Problems(javaScriptEnabled);
      problems.watch(context);
      await use(problems);
      const verdict = problems.verdict();
      if (verdict.length > 0 || testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server output", { body: server.output, contentType: "text/plain" });
      }
      expect(verdict, "problems that the test did not announce").toEqual([]);
    },
    { auto: true },
  ],

  openPage: async ({ browser, problems, baseURL, contextOptions, locale, timezoneId, viewport }, use) => {
    const opened: Page[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL === undefined ? {} : { baseURL }),
        ...(locale === undefined ? {} : { locale }),
        ...(timezoneId === undefined ? {} : { timezoneId }),
        viewport,
        ...options,
      });
      problems.watch(context);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },

  words: async ({ locale }, use) => use(wordsIn(locale)),

  person: async ({ page, server }, use, { testId }) => {
    const person = await Person.named(`person-${testId.slice(-8)}`, server);
    await person.signIn(page);
    await person.switchMemory(true);
    await use(person);
  },

  my: async ({ page, words }, use) => use(new MyPage(page, words)),

  subject: async ({ openPage, server }, use, { testId }) => {
    const subject = await Person.named(`subject-${testId.slice(-8)}`, server);
    await subject.signIn(await openPage());
    await subject.switchMemory(true);
    await use(subject);
  },

  queue: async ({ page, server, words }, use, { testId }) => {
    const reviewer = await Person.named(`reviewer-${testId.slice(-8)}`, server, "reviewer");
    await reviewer.signIn(page);
    await use(new Queue(page, reviewer, words));
  },

  colleague: async ({ openPage, server, words }, use, { testId }) => {
    const colleague = await Person.named(`colleague-${testId.slice(-8)}`, server, "reviewer");
    const page = await openPage();
    await colleague.signIn(page);
    await use(new Queue(page, colleague, words));
  },
});
