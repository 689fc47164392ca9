import { expect, test, type Page } from "@playwright/test";

import { Problems } from "../support/problems.js";

// A harness that overlooks trouble is worse than none. These tests need no server: the pages are made up.

const origin = "http://harness.invalid";

async function open(page: Page, problems: Problems, body: string): Promise<void> {
  problems.watch(page.context());
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/refused") await route.abort("connectionrefused");
    else if (pathname === "/broken") await route.fulfill({ status: 500, body: "broken" });
    else await route.fulfill({ contentType: "text/html", body: `<!doctype html><link rel="icon" href="data:,">${body}` });
  });
  await page.goto(`${origin}/`);
}

const complaints: [title: string, script: string, verdict: RegExp[]][] = [
  ["a console error", "console.error('trouble')", [/^console error: trouble/]],
  ["a console warning", "console.warn('trouble')", [/^console warning: trouble/]],
  ["an uncaught exception", "throw new Error('trouble')", [/^page error: Error: trouble/]],
  ["a rejected promise", "Promise.reject(new Error('trouble'))", [/^page error: Error: trouble/]],
  [
    "a failed request",
    "fetch('/refused').catch(() => {})",
    [/^request failed: GET .*\/refused/, /^console error: Failed to load resource/],
  ],
  ["an answer of 500", "fetch('/broken')", [/^response 500: GET .*\/broken/, /^console error: Failed to load resource/]],
];

for (const [title, script, verdict] of complaints) {
  test(`${title} is a problem`, async ({ page }) => {
    const problems = new Problems();
    await open(page, problems, `<script>${script}</script>`);
    await expect.poll(() => problems.verdict()).toEqual(verdict.map((line) => expect.stringMatching(line)));
  });
}

test("an announced answer and its echo on the console are no problem", async ({ page }) => {
  const problems = new Problems();
  problems.expect(/^response 500: GET .*\/broken$/);
  await open(page, problems, "<script>fetch('/broken').then(() => console.error('afterwards'))</script>");
  await expect.poll(() => problems.verdict()).toEqual([expect.stringMatching(/^console error: afterwards/)]);
});

test("an announced problem that stays away is a problem", () => {
  const problems = new Problems();
  problems.expect(/^response 404/);
  expect(problems.verdict()).toEqual(["announced, but did not occur: /^response 404/"]);
});

test("a quiet page is no problem", async ({ page }) => {
  const problems = new Problems();
  await open(page, problems, "<script>console.log('fine')</script>");
  expect(problems.verdict()).toEqual([]);
});
