import { expect, oneLanguage, test } from "../support/test.js";

// The switch and its history; what can still be done while memory is off.

test.use(oneLanguage);

test("with memory off the list can be seen and deleted from", async ({
  my,
  page,
  person,
  service,
  words,
}) => {
  await person.tell(service, "Likes green tea");
  await person.tell(service, "Likes trains");
  await my.visit();
  await page.getByRole("button", { name: words.turnOff }).click();
  const dialog = page.getByRole("dialog", { name: words.turnOffQuestion });
  await expect(dialog.getByRole("button", { name: words.keepOn })).toBeFocused();
  await dialog.getByRole("button", { name: words.turnOff }).click();
  await my.hears(words.consent.nowOff);
  await expect(page.getByText(words.notInUse)).toBeVisible();

  await page.getByText(words.consent.history, { exact: true }).click();
  const events = page.locator("details").filter({ hasText: words.consent.history }).getByRole("listitem");
  await expect(events).toHaveCount(2);
  await expect(events.first()).toContainText(words.consent.isOff);
  await expect(events.first()).toContainText(words.consent.fromPage);
  await expect(events.last()).toContainText(words.consent.isOn);
  await expect(events.last()).toContainText(words.consent.fromRest);

  const panel = await my.open("Likes green tea");
  await expect(panel.getByRole("button", { name: words.detail.delete, exact: true })).toBeVisible();
  await panel.getByRole("button", { name: words.detail.delete, exact: true }).click();
  await my.confirmDeletion();
  await expect(my.rows).toHaveCount(1);
  await expect(my.row("Likes trains")).toBeVisible();

  await page.getByRole("button", { name: words.turnOn }).click();
  await my.hears(words.consent.nowOn);
  await expect(events).toHaveCount(3);
  await expect(page.getByText(words.notInUse)).toBeHidden();
  expect(await person.recalled(service, "What does the person like?")).toEqual(["Likes trains"]);
});

test("with memory off correcting is not offered", async ({ my, page, person, service, words }) => {
  const id = await person.tell(service, "Likes green tea");
  await person.switchMemory(false);
  await my.visit();
  const panel = await my.open("Likes green tea");
  await expect(panel.getByRole("button", { name: words.detail.delete, exact: true })).toBeVisible();
  await expect(panel.getByRole("button", { name: words.detail.correct, exact: true })).toHaveCount(0);
  await page.goto(`/me/memories/${id}`);
  await page.getByRole("button", { name: words.memories.open, exact: true }).click();
  await expect(page.getByText(words.detail.delete, { exact: true })).toBeVisible();
  await expect(page.getByText(words.detail.correct, { exact: true })).toHaveCount(0);
});

test("a correction that consent ended under is refused, and nothing typed is lost", async ({
  my,
  person,
  problems,
  service,
  words,
}) => {
  problems.expect(/^response 403: POST .*\/ui\/correct-memory$/);
  await person.tell(service, "Likes green tea");
  await my.visit();
  const dialog = await my.correct("Likes green tea");
  await my.field(words.field.statement).fill("Likes black tea");
  await person.switchMemory(false);
  await my.save.click();
  await expect(dialog.getByRole("alert")).toContainText(words.problem.consentRequired);
  await expect(my.field(words.field.statement)).toHaveValue("Likes black tea");
});
