import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// What an assistant would recall, why, and why not the rest.

test.use(oneLanguage);

test("the answer gives reasons, also for what is left out", async ({ page, person, server, service, words }) => {
  const year = new Date().getUTCFullYear();
  const tea = (place: number) => ({ subject: person.externalId, statement: `Likes tea number ${place}` });
  await server.import(person.externalId, [...Array(9).keys()].map(tea));
  await person.tell(service, "Will like tea from Hadong", { valid_from: `${year + 2}-01-01T00:00:00Z` });
  await person.tell(service, "Tea pot code 4242", { sensitivity: "pii" });
  await person.tell(service, "Tea allergy of a child", { sensitivity: "restricted" });
  await page.goto("/me/ask");
  await page.getByLabel(words.field.query).fill("Which tea?");
  await page.getByRole("button", { name: words.ask.ask, exact: true }).click();

  const answer = page.getByRole("region", { name: words.ask.answer });
  await expect(answer.getByRole("heading", { name: words.ask.answer })).toBeFocused();
  const recalled = answer.getByRole("listitem");
  await expect(recalled).toHaveCount(8);
  await expect(recalled.filter({ hasText: "Likes tea number" })).toHaveCount(8);
  await expect(recalled.getByRole("meter", { name: words.ask.meaning })).toHaveCount(8);
  await expect(recalled.first()).toContainText(/\d\.\d\d × \d\.\d\d = \d\.\d\d/);
  const leftOut = page.getByRole("region", { name: words.ask.leftOut }).getByRole("listitem");
  await expect(leftOut).toHaveCount(1);
  await expect(leftOut).toContainText("Likes tea number");
  await expect(leftOut).toContainText(words.reason.overTopK);
  const never = page.getByRole("region", { name: words.ask.never });
  await expect(never).toContainText(fill(words.ask.neverSensitive, { count: 2 }));
  expect(await page.content()).not.toMatch(/4242|allergy|Hadong/);
  expect(page.url(), "a question is no part of an address").toMatch(/\/me\/ask$/);
});

test("asked as a service, its own memories count too", async ({ page, person, service, words }) => {
  await person.tell(service, "Likes green tea in the morning", { kind: "PREFERENCE" });
  await person.tell(service, "Drinks tea with the review team", { scope: service.scope });
  await page.goto("/me/ask");
  await page.getByLabel(words.field.query).fill("Which tea?");
  await page.getByRole("button", { name: words.ask.ask, exact: true }).click();
  const recalled = page.getByRole("region", { name: words.ask.answer }).getByRole("listitem");
  await expect(recalled).toHaveCount(1);
  await expect(recalled).toContainText("Likes green tea in the morning");
  await page.getByLabel(words.ask.as).selectOption({ index: 1 });
  await page.getByRole("button", { name: words.ask.ask, exact: true }).click();
  await expect(recalled).toHaveCount(2);
  await expect(recalled.filter({ hasText: "Drinks tea with the review team" })).toBeVisible();
  expect(await person.recalled(service, "Which tea?"), "the service gets the same").toHaveLength(2);
});

test("nothing to recall says so", async ({ page, person: _person, words }) => {
  await page.goto("/me/ask");
  await page.getByLabel(words.field.query).fill("Which tea?");
  await page.getByRole("button", { name: words.ask.ask, exact: true }).click();
  await expect(page.getByText(words.ask.nothingTitle)).toBeVisible();
});

test("with memory off a question is refused, and stays in its field", async ({ page, person, problems, words }) => {
  problems.expect(/^response 403: POST .*\/ui\/ask-memory$/);
  await person.switchMemory(false);
  await page.goto("/me/ask");
  await page.getByLabel(words.field.query).fill("Which tea?");
  await page.getByRole("button", { name: words.ask.ask, exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(words.problem.consentRequired);
  await expect(page.getByLabel(words.field.query)).toHaveValue("Which tea?");
});
