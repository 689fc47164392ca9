import { readFile } from "node:fs/promises";

import type { Locator, Page } from "@playwright/test";

import { Person } from "../support/person.js";
import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// What administrators look things up in: the audit log, and the numbers of the overview.

test.use(oneLanguage);

/** Filters the log by the fields' names, and waits until they are in force. */
async function filter(page: Page, wanted: Record<string, string>, show: string): Promise<void> {
  for (const [name, value] of Object.entries(wanted)) {
    const field = page.locator(`form.filters [name=${name}]`);
    if (await field.evaluate((element) => element.tagName === "SELECT")) await field.selectOption(value);
    else await field.fill(value);
  }
  await page.getByRole("button", { name: show, exact: true }).click();
  for (const [name, value] of Object.entries(wanted)) {
    await expect.poll(() => new URL(page.url()).searchParams.get(name) ?? "").toBe(value);
  }
}

function entries(page: Page): Locator {
  return page.locator("ul.log").getByRole("listitem");
}

test("a reveal is in the log, with its reason and without content", async ({
  openPage,
  page,
  queue,
  server,
  service,
  subject,
  words,
}, { testId }) => {
  const id = await subject.hint(service, "Passport M12345678", { sensitivity: "restricted" });
  await queue.visit(subject);
  await queue.button(words.candidate.hidden, words.reveal.open).click();
  await queue.reveal.getByRole("radio", { name: words.reveal.investigate }).check();
  await queue.reveal.getByRole("button", { name: words.reveal.open, exact: true }).click();
  await expect(queue.row("M12345678")).toBeVisible();

  const admin = await Person.named(`admin-${testId.slice(-8)}`, server, "admin");
  const theirs = await openPage();
  await admin.signIn(theirs);
  await theirs.goto("/admin/audit");
  await filter(theirs, { action: "candidate.reveal", object: id }, words.audit.apply);
  await expect(entries(theirs)).toHaveCount(1);
  await expect(entries(theirs)).toContainText(words.action.reveal);
  await entries(theirs).locator("summary").click();
  await expect(entries(theirs)).toContainText("version=1 reason=investigate");
  await expect(entries(theirs)).toContainText(id);
  expect(await theirs.content()).not.toContain("M12345678");

  await theirs.getByRole("link", { name: fill(words.filters.remove, { filter: words.action.reveal }) }).click();
  await expect(entries(theirs)).toHaveCount(2);
  await expect(entries(theirs).last()).toContainText(words.action.propose);
  const download = theirs.waitForEvent("download");
  await theirs.getByRole("link", { name: words.audit.export }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).action)).toEqual(["candidate.propose", "candidate.reveal"]);
  expect(lines.join()).not.toContain("M12345678");

  expect((await page.request.get("/api/v1/admin/audit")).status(), "a reviewer is refused").toBe(403);
  await filter(theirs, { object: "", action: "access.denied", ending: "not_done" }, words.audit.apply);
  await expect(entries(theirs).first()).toContainText(words.audit.notDone);
});

test("the overview has its numbers in tables too", async ({ page, queue, service, subject, words }) => {
  await subject.hint(service, "Plays the piano");
  await subject.hint(service, "Plays chess");
  await queue.visit(subject);
  await queue.approve("Plays the piano");
  await page.goto("/admin");
  for (const title of [words.overview.daysLeft, words.overview.byDay, words.overview.byKind, words.overview.index]) {
    const figure = page.getByRole("figure", { name: title });
    await expect(figure.getByRole("img", { name: title })).toBeVisible();
    await figure.getByText(words.chart.numbers).click();
    await expect(figure.getByRole("table", { name: title }).getByRole("row").nth(1)).toBeVisible();
  }
  const kinds = page.getByRole("table", { name: words.overview.byKind });
  await expect(kinds.getByRole("row").filter({ hasText: words.kind.fact })).toContainText("%");
  await page.locator(".tile").filter({ hasText: words.overview.waiting }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 2, name: words.queue.title })).toBeVisible();
});
