import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// Deleting for good: what is asked before, what is gone after, and what is told when not all of it worked.

test.use(oneLanguage);

test("chosen rows are gone from list and recall, and the focus stays near", async ({
  my,
  page,
  person,
  service,
  words,
}) => {
  for (const statement of ["Plays the piano", "Plays the cello", "Plays chess", "Plays football"]) {
    await person.tell(service, statement);
  }
  await my.visit();
  await my.choose("Plays chess");
  await my.choose("Plays the cello");
  await expect(page.getByText(fill(words.select.count, { count: 2 }))).toBeVisible();
  const dialog = await my.askToDelete();
  await expect(dialog.getByText(fill(words.delete.question, { count: 2 }))).toBeVisible();
  await expect(dialog.getByText(words.delete.forever)).toBeVisible();
  await expect(dialog.getByRole("button", { name: words.delete.cancel })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(my.rows, "nothing is gone yet").toHaveCount(4);
  await expect(page.getByRole("button", { name: words.select.delete })).toBeFocused();

  await my.askToDelete();
  await my.confirmDeletion();
  await expect(my.deletion).toBeHidden();
  await expect(my.rows).toHaveCount(2);
  await my.hearsDeleted(2);
  await expect(my.opener("Plays the piano")).toBeFocused();
  const recalled = await person.recalled(service, "What does the person play?");
  expect(recalled.sort()).toEqual(["Plays football", "Plays the piano"]);
  const again = { subject: person.externalId, statement: "Plays chess", kind: "FACT" };
  expect(await service.refusal("/api/v1/memories", again)).toEqual({ status: 409, code: "deleted_by_owner" });

  await page.getByLabel(words.select.page).check();
  await my.askToDelete();
  await my.confirmDeletion();
  await expect(page.getByText(words.nothingWhileOn, { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: words.memories.title })).toBeFocused();
});

test("from the panel: one memory, and the focus goes to the next", async ({ my, person, service, words }) => {
  for (const statement of ["Plays the piano", "Plays chess"]) await person.tell(service, statement);
  await my.visit();
  const panel = await my.open("Plays chess");
  await panel.getByRole("button", { name: words.detail.delete, exact: true }).click();
  await expect(my.deletion.getByText(words.delete.questionOne)).toBeVisible();
  await expect(my.deletion.getByRole("button", { name: words.delete.cancel })).toBeFocused();
  await my.confirmDeletion();
  await expect(my.row("Plays chess")).toHaveCount(0);
  await expect(my.opener("Plays the piano")).toBeFocused();
});

test("all that match, beyond the page, with progress", async ({ my, page, person, server, service, words }) => {
  const fact = (place: number) => ({ subject: person.externalId, statement: `Fact ${place} of many` });
  await server.import(person.externalId, [...Array(210).keys()].map(fact));
  await person.tell(service, "Prefers trains", { kind: "PREFERENCE" });
  await my.visit("/me?kind=FACT");
  await page.getByLabel(words.select.page).check();
  await page.getByRole("button", { name: fill(words.select.matching, { count: 210 }) }).click();
  await expect(page.getByText(fill(words.select.count, { count: 210 }))).toBeVisible();
  const dialog = await my.askToDelete();
  await expect(dialog.getByText(fill(words.delete.question, { count: 210 }))).toBeVisible();
  await my.confirmDeletion();
  await expect(dialog.getByRole("progressbar")).toBeVisible();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await my.hearsDeleted(210);
  await page.getByRole("link", { name: words.filters.clear }).first().click();
  await expect(my.rows).toHaveCount(1);
  await expect(my.row("Prefers trains")).toBeVisible();
});

test("a part that fails is told row by row and stays chosen", async ({ my, page, person, service, words }) => {
  const changed = await person.tell(service, "Will change meanwhile");
  const gone = await person.tell(service, "Will be gone meanwhile");
  await person.tell(service, "Goes as asked");
  await my.visit();
  await page.getByLabel(words.select.page).check();
  await person.correctElsewhere(changed, "Has changed meanwhile");
  await person.deleteElsewhere(gone);
  const dialog = await my.askToDelete();
  await my.confirmDeletion();
  await expect(dialog.getByText(fill(words.delete.done, { count: 1 }))).toBeVisible();
  await expect(dialog.getByRole("alert")).toContainText(fill(words.delete.failed, { count: 2 }));
  await dialog.getByRole("button", { name: words.delete.close, exact: true }).click();
  await expect(my.rows).toHaveCount(1);
  const left = my.row("Has changed meanwhile");
  await expect(left).toContainText(words.problem.staleVersion);
  await expect(left.getByRole("checkbox")).toBeChecked();
  await my.askToDelete();
  await my.confirmDeletion();
  await expect(page.getByText(words.nothingWhileOn, { exact: true })).toBeVisible();
});

test("an index that does not answer changes nothing", async ({ my, page, person, problems, service, words }) => {
  problems.expect(/^response 503: POST .*\/ui\/delete-memories$/);
  await person.tell(service, "Stays");
  await my.visit();
  const refusal = { status: 503, json: { code: "index_unavailable" } };
  await page.route("**/ui/delete-memories", (route) => route.fulfill(refusal), { times: 1 });
  await my.choose("Stays");
  const dialog = await my.askToDelete();
  await my.confirmDeletion();
  await expect(dialog.getByRole("alert")).toContainText(words.problem.indexUnavailable);
  await dialog.getByRole("button", { name: words.delete.close, exact: true }).click();
  await expect(my.row("Stays")).toBeVisible();
});
