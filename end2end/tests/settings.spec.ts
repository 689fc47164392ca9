import type { Locator, Page } from "@playwright/test";

import { Person } from "../support/person.js";
import { expect, oneLanguage, test } from "../support/test.js";
import { fill, type Words } from "../support/words.js";

// The settings of the whole system, and the upkeep of the search index.

test.use(oneLanguage);

/** A change has to be in effect within a minute; the page looks every few seconds. */
const soonEnough = 70_000;

async function visit(page: Page): Promise<void> {
  await page.goto("/admin/settings");
  await expect(page.locator("main[data-ready]")).toBeVisible();
}

function form(page: Page, words: Words): Locator {
  return page.getByRole("region", { name: words.system.edit, exact: true });
}

async function save(page: Page, words: Words): Promise<void> {
  await form(page, words).getByRole("button", { name: words.system.save, exact: true }).click();
}

async function expectSaved(page: Page, words: Words): Promise<void> {
  await expect(form(page, words).getByText(words.system.saved, { exact: true })).toBeVisible();
}

test("a change is in effect everywhere before long, and two people do not undo each other's", async ({
  openPage,
  page,
  problems,
  server,
  words,
}, { testId }) => {
  test.setTimeout(4 * soonEnough);
  problems.expect(/^response 409: POST .*\/ui\/change-system-settings$/);
  problems.expect(/^response 422: POST .*\/ui\/change-system-settings$/);
  const first = await Person.named(`first-${testId.slice(-8)}`, server, "superadmin");
  const second = await Person.named(`second-${testId.slice(-8)}`, server, "superadmin");
  await first.signIn(page);
  const theirs = await openPage();
  await second.signIn(theirs);
  await visit(page);
  await visit(theirs);

  const days = (of: Page) => form(of, words).getByLabel(words.setting.turnDays, { exact: true });
  const log = (of: Page) => form(of, words).getByLabel(words.setting.recallLogDays, { exact: true });
  const logDays = await log(page).inputValue();
  await days(page).fill("9999");
  await save(page, words);
  await expect(page.getByRole("alert")).toBeFocused();
  const limits = fill(words.setting.limits, { least: "0", most: "3,650" });
  await expect(days(page)).toHaveAccessibleDescription(new RegExp(limits.replace(".", "\\.")));
  await days(page).fill("3");
  await save(page, words);
  await expectSaved(page, words);
  await expect(page.getByText(words.system.everywhere)).toBeVisible({ timeout: soonEnough });
  await expect(page.getByRole("table", { name: words.system.processes }).getByRole("row")).not.toHaveCount(0);

  await log(theirs).fill("60");
  await save(theirs, words);
  const conflict = form(theirs, words).getByRole("alert");
  await expect(conflict.getByRole("heading", { name: words.system.clash })).toBeFocused();
  await expect(conflict.getByRole("row").filter({ hasText: words.setting.turnDays })).toContainText("3");
  await expect(log(theirs)).toHaveValue("60");
  await conflict.getByRole("button", { name: words.conflict.takeTheirs, exact: true }).click();
  await expect(days(theirs)).toHaveValue("3");
  await expect(theirs.locator("main[data-ready]")).toBeVisible();
  await log(theirs).fill("61");
  await save(theirs, words);
  await expectSaved(theirs, words);
  await expect(theirs.getByText(words.system.everywhere)).toBeVisible({ timeout: soonEnough });

  await days(page).fill("0");
  await save(page, words);
  await form(page, words).getByRole("button", { name: words.conflict.keepMine, exact: true }).click();
  await expectSaved(page, words);
  await visit(theirs);
  await expect(days(theirs), "what was kept").toHaveValue("0");
  await expect(log(theirs), "as the first one had it before").toHaveValue(logDays);
});

test("another embedding model is warned of before it is saved", async ({ page, server, words }, { testId }) => {
  const root = await Person.named(`root-${testId.slice(-8)}`, server, "superadmin");
  await root.signIn(page);
  await visit(page);
  const model = form(page, words).getByLabel(words.setting.embeddingModel, { exact: true });
  await expect(model.locator("option").first()).toHaveText(words.setting.configured);
  await model.selectOption("other");
  await expect(page.getByText(words.system.modelWarning)).toBeVisible();
  await model.selectOption({ index: 0 });
  await expect(page.getByText(words.system.modelWarning)).toBeHidden();
});

test("an administrator has no system settings, but repairs the index", async ({
  page,
  person,
  problems,
  openPage,
  server,
  service,
  words,
}, { testId }) => {
  problems.expect(/^response 403: GET .*\/admin\/settings$/);
  await person.tell(service, "Likes green tea");
  const admin = await Person.named(`admin-${testId.slice(-8)}`, server, "admin");
  const theirs = await openPage();
  await admin.signIn(theirs);
  await theirs.goto("/admin/settings");
  await expect(theirs.getByText(words.console.forbiddenTitle, { exact: true })).toBeVisible();
  await theirs.goto("/admin");
  await expect(theirs.locator("main[data-ready]")).toBeVisible();
  const rooms = theirs.getByRole("navigation", { name: words.console.rooms });
  await expect(rooms.getByRole("link", { name: words.console.services, exact: true })).toBeVisible();
  await expect(rooms.getByRole("link", { name: words.console.settings, exact: true })).toHaveCount(0);
  const card = theirs.getByRole("region", { name: words.upkeep.title });
  await card.getByRole("button", { name: words.upkeep.repair, exact: true }).click();
  const last = words.upkeep.last.slice(0, words.upkeep.last.indexOf("%")).trim();
  await expect(card.getByText(last)).toBeVisible({ timeout: 30_000 });
  await expect(card.getByRole("progressbar")).toHaveCount(0);

  const reviewer = await Person.named(`reviewer-${testId.slice(-8)}`, server, "reviewer");
  await reviewer.signIn(page);
  await page.goto("/admin");
  await expect(page.getByText(words.overview.daysLeft).first()).toBeVisible();
  await expect(page.getByRole("region", { name: words.upkeep.title })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("settings and repair are plain forms", async ({ page, server, words }, { testId }) => {
    const root = await Person.named(`root-${testId.slice(-8)}`, server, "superadmin");
    await root.signIn(page);
    await page.goto("/admin/settings");
    await form(page, words).getByLabel(words.setting.callsPerMinute, { exact: true }).fill("59999");
    await save(page, words);
    await expect(page.getByText(words.system.saved, { exact: true })).toBeVisible();
    await expect(form(page, words).getByLabel(words.setting.callsPerMinute, { exact: true })).toHaveValue("59999");
    await page.goto("/admin");
    const card = page.getByRole("region", { name: words.upkeep.title });
    await card.getByRole("button", { name: words.upkeep.repair, exact: true }).click();
    await expect(page).toHaveURL(/\/admin\?done/);
    await expect(card.getByRole("status")).toBeVisible();
  });
});
