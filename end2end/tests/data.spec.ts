import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { expect, oneLanguage, test } from "../support/test.js";
import type { Words } from "../support/words.js";

// Taking everything along, and deleting everything; both ask for the password again.

test.use(oneLanguage);

/** The name and the text of the file. */
async function download(page: Page, words: Words, format: string, password: string): Promise<[string, string]> {
  const section = page.getByRole("region", { name: words.data.export, exact: true });
  await section.getByLabel(format).check();
  await section.getByLabel(words.data.password).fill(password);
  const started = page.waitForEvent("download");
  await section.getByRole("button", { name: words.data.download }).click();
  const file = await started;
  return [file.suggestedFilename(), await readFile(await file.path(), "utf8")];
}

test("the export holds everything, as JSON and as Markdown", async ({ page, person, service, words }) => {
  const id = await person.tell(service, "Likes green tea");
  await person.correctElsewhere(id, "Likes black tea");
  const secret = await person.tell(service, "Passport M12345678", { sensitivity: "pii" });
  await person.rest("POST", `memories/${secret}/open`);
  await page.goto("/me/data");

  const [jsonName, json] = await download(page, words, words.data.json, person.password);
  expect(jsonName).toMatch(/^gieok-export-\d{4}-\d\d-\d\d\.json$/);
  const everything = JSON.parse(json);
  expect(everything.account).toMatchObject({ email: person.email, external_ids: [person.externalId] });
  const statements = everything.memories.map(({ memory }: { memory: { statement: string } }) => memory.statement);
  expect(statements.sort()).toEqual(["Likes black tea", "Passport M12345678"]);
  expect(everything.consent).toHaveLength(1);
  expect(everything.sessions).toHaveLength(1);
  const opened = everything.activity.filter((entry: { object_id: string | null }) => entry.object_id === secret);
  expect(opened.map(({ action }: { action: string }) => action), "opening is in the audit log").toContainEqual(
    expect.stringMatching(/open/),
  );

  const [markdownName, markdown] = await download(page, words, words.data.markdown, person.password);
  expect(markdownName).toMatch(/\.md$/);
  expect(markdown).toContain(words.export.title);
  for (const text of ["Likes black tea", "Passport M12345678", person.email]) expect(markdown).toContain(text);
});

test("a wrong password exports nothing", async ({ page, person: _person, words }) => {
  await page.goto("/me/data");
  const section = page.getByRole("region", { name: words.data.export, exact: true });
  await section.getByLabel(words.data.password).fill("not the password at all");
  await section.getByRole("button", { name: words.data.download }).click();
  await expect(page).toHaveURL(/\/me\/data\?error=wrong_password$/);
  await expect(section.getByRole("alert")).toContainText(words.problem.wrongPassword);
});

test("deleting everything needs the typed words and the password", async ({
  my,
  page,
  person,
  problems,
  service,
  words,
}) => {
  problems.expect(/^response 422: POST .*\/ui\/delete-everything$/);
  problems.expect(/^response 403: POST .*\/ui\/delete-everything$/);
  for (const statement of ["Likes green tea", "Likes trains", "Likes chess"]) await person.tell(service, statement);
  await my.enter(words.data.title);
  const section = page.getByRole("region", { name: words.data.delete, exact: true });
  const attempt = async (confirmation: string, password: string) => {
    await section.getByLabel(words.data.password).fill(password);
    await section.getByLabel(words.data.confirmation).fill(confirmation);
    await section.getByRole("button", { name: words.data.deleteConfirm }).click();
  };
  await attempt("yes", person.password);
  await expect(section.getByRole("alert").first()).toContainText(words.problem.fieldConfirmation);
  await expect(section.getByLabel(words.data.confirmation)).toHaveValue("yes");
  await attempt(words.typedConfirmation, "not the password at all");
  await expect(section.getByRole("alert").first()).toContainText(words.problem.wrongPassword);
  expect((await (await person.rest("GET", "memories")).json()).items).toHaveLength(3);

  await attempt(words.typedConfirmation, person.password);
  await my.hearsDeleted(3);
  await expect(section.getByLabel(words.data.password)).toHaveValue("");
  expect(await person.recalled(service, "What does the person like?")).toEqual([]);
  await page.goto("/me");
  await expect(page.getByText(words.nothingWhileOn, { exact: true })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("deleting everything works through a form", async ({ page, person, service, words }) => {
    await person.tell(service, "Likes green tea");
    await page.goto("/me/data");
    const section = page.getByRole("region", { name: words.data.delete, exact: true });
    await section.getByLabel(words.data.password).fill("not the password at all");
    await section.getByLabel(words.data.confirmation).fill(words.typedConfirmation);
    await section.getByRole("button", { name: words.data.deleteConfirm }).click();
    await expect(section.getByRole("alert")).toContainText(words.problem.wrongPassword);
    await section.getByLabel(words.data.password).fill(person.password);
    await section.getByLabel(words.data.confirmation).fill(words.typedConfirmation);
    await section.getByRole("button", { name: words.data.deleteConfirm }).click();
    await expect(page.getByText(words.data.allGone)).toBeVisible();
    await page.goto("/me");
    await expect(page.getByText(words.nothingWhileOn, { exact: true })).toBeVisible();
  });
});
