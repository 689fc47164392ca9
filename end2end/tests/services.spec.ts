import type { Page } from "@playwright/test";

import { Person } from "../support/person.js";
import type { Server } from "../support/server.js";
import { Services } from "../support/services.js";
import { expect, oneLanguage, test as base } from "../support/test.js";
import { fill, type Words } from "../support/words.js";

// Chat services: from the first revision to the roll back, keys, and two people at one service.

async function administered(page: Page, server: Server, words: Words, name: string): Promise<Services> {
  const admin = await Person.named(name, server, "admin");
  await admin.signIn(page);
  return new Services(page, words);
}

const test = base.extend<{ services: Services }>({
  services: async ({ page, server, words }, use, { testId }) => {
    await use(await administered(page, server, words, `admin-${testId.slice(-8)}`));
  },
});

test.use(oneLanguage);

test("from the first revision to the roll back", async ({ page, services, words }, { testId }) => {
  const name = `Assistant <b>${testId.slice(-8)}</b>`;
  const address = await services.create(name);
  await expect(page.getByText(words.service.made)).toBeVisible();
  await expect(services.undeployed).toContainText(words.service.noneDeployed);
  await expect(services.revision(1)).toContainText(words.revision.first);

  await services.ask(services.undeployed, words.revision.deployOne, 1);
  await page.keyboard.press("Escape");
  await expect(services.undeployed, "nothing is deployed yet").toBeVisible();
  await services.ask(services.undeployed, words.revision.deployOne, 1);
  await services.confirm();
  await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeFocused();
  await services.hasDeployed(1);
  await expect(services.undeployed).toBeHidden();
  await expect(page.getByText(words.service.made), "what was to be done is done").toBeHidden();

  await services.field(words.setting.topK).fill("5");
  await services.field(words.setting.nightly).uncheck();
  await services.field(words.setting.approval).selectOption("doubtful");
  await services.field(words.revision.note).fill("Fewer <memories>");
  await services.saved(2);
  await expect(services.field(words.revision.note)).toHaveValue("");
  const undeployed = fill(words.service.undeployed, { latest: 2, deployed: 1 });
  await expect(services.undeployed).toContainText(undeployed);
  for (const text of [words.setting.topK, words.approval.doubtful, "03:30"]) {
    await expect(services.undeployed).toContainText(text);
  }
  await expect(services.revision(2)).toContainText("Fewer <memories>");
  await services.hasDeployed(1);

  await services.ask(services.revision(2), words.revision.deployOne, 2);
  await expect(services.question.locator("del").filter({ hasText: "8" })).toBeVisible();
  await expect(services.question.locator("ins").filter({ hasText: "5" })).toBeVisible();
  await services.confirm();
  await services.hasDeployed(2);

  await services.field(words.setting.tokenBudget).fill("not sent yet");
  const compare = fill(words.revision.compareLabel, { number: 1 });
  await services.revision(1).getByRole("link", { name: compare }).click();
  const comparison = services.revisions.getByRole("region");
  const title = fill(words.revision.compared, { number: 1, against: 2 });
  await expect(comparison.getByRole("heading", { name: title })).toBeFocused();
  await expect(comparison).toContainText(words.setting.topK);
  await expect(services.field(words.setting.tokenBudget), "what was typed is there").toHaveValue("not sent yet");
  await comparison.getByRole("link", { name: words.revision.close }).click();
  await expect(comparison).toHaveCount(0);

  await services.ask(services.revision(1), words.revision.rollBack, 1);
  await services.confirm();
  await services.hasDeployed(1);
  await expect(services.undeployed).toContainText(undeployed);

  await services.visit(address);
  await services.hasDeployed(1);
  await expect(services.field(words.setting.topK), "the latest revision is edited").toHaveValue("5");
  await page.getByRole("link", { name: words.services.back, exact: true }).click();
  const row = page.locator("tbody").getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(fill(words.services.revision, { number: 1 }));
  await expect(row).toContainText(fill(words.services.revision, { number: 2 }));
});

test("a name is there once, and what is wrong is told at its field", async ({
  page,
  problems,
  services,
  words,
}, { testId }) => {
  problems.expect(/^response 422: POST .*\/ui\/create-service$/);
  problems.expect(/^response 422: POST .*\/ui\/save-revision$/);
  const name = `Twice ${testId.slice(-8)}`;
  const address = await services.create(name);
  await services.visit("/admin/services");
  await services.fillNew(name);
  const summary = page.getByRole("alert");
  await expect(summary).toBeFocused();
  await summary.getByRole("link").click();
  await expect(page.getByLabel(words.services.name, { exact: true })).toBeFocused();

  await services.visit(address);
  await services.field(words.setting.topK).fill("many");
  await services.field(words.setting.threshold).fill("0.25");
  await services.field(words.setting.personal).uncheck();
  await services.field(words.setting.service).uncheck();
  await services.field(words.setting.template).fill("nothing");
  await services.save(2);
  await expect(summary).toBeFocused();
  const limits = fill(words.setting.limits, { least: "1", most: "100" });
  const line = (field: string, problem: string) => fill(words.fault.line, { field, problem });
  for (const [field, problem] of [
    [words.setting.topK, limits],
    [words.setting.personal, words.setting.noScope],
    [words.setting.template, words.setting.noPlace],
  ] as const) {
    await expect(services.field(field)).toHaveAccessibleDescription(new RegExp(escaped(line(field, problem))));
    await expect(services.field(field)).toHaveAttribute("aria-invalid", "true");
  }
  await summary.getByRole("link", { name: line(words.setting.topK, limits) }).click();
  await expect(services.field(words.setting.topK)).toBeFocused();
  await expect(services.field(words.setting.threshold)).toHaveValue("0.25");
  await services.field(words.setting.topK).fill("9");
  await services.field(words.setting.personal).check();
  await services.field(words.setting.template).fill("{safety}\n{memories}");
  await services.saved(2);
  await expect(services.form.locator("[aria-invalid]")).toHaveCount(0);
});

test("whoever is second sees what the first has saved, and loses nothing", async ({
  openPage,
  problems,
  server,
  services,
  words,
}, { testId }) => {
  problems.expect(/^response 409: POST .*\/ui\/save-revision$/);
  problems.expect(/^response 409: POST .*\/ui\/deploy-revision$/);
  const address = await services.create(`Shared ${testId.slice(-8)}`);
  const second = await administered(await openPage(), server, words, `second-${testId.slice(-8)}`);
  await second.visit(address);
  await services.field(words.setting.topK).fill("5");
  await services.saved(2);

  await second.field(words.setting.tokenBudget).fill("900");
  await second.field(words.revision.note).fill("Shorter");
  await second.save(2);
  const conflict = second.form.getByRole("alert");
  const title = fill(words.revision.clash, { number: 2 });
  await expect(conflict.getByRole("heading", { name: title })).toBeFocused();
  await expect(conflict.getByRole("row").filter({ hasText: words.setting.tokenBudget })).toContainText("900");
  await expect(conflict.getByRole("row").filter({ hasText: words.setting.topK })).toContainText("5");
  await expect(second.field(words.setting.tokenBudget)).toHaveValue("900");
  await expect(second.field(words.revision.note)).toHaveValue("Shorter");
  await conflict.getByRole("button", { name: words.conflict.keepMine, exact: true }).click();
  await expect(second.form.getByText(fill(words.revision.saved, { number: 3 }), { exact: true })).toBeVisible();
  await expect(second.revision(3)).toContainText("Shorter");
  await expect(conflict).toHaveCount(0);

  await services.field(words.setting.topK).fill("6");
  await services.save(3);
  await services.form.getByRole("button", { name: words.conflict.takeTheirs, exact: true }).click();
  await expect(services.field(words.setting.tokenBudget)).toHaveValue("900");
  await expect(services.field(words.setting.topK)).toHaveValue("8");
  await services.ready();

  await second.ask(second.revision(1), words.revision.deployOne, 1);
  await services.ask(services.revision(3), words.revision.deployOne, 3);
  await services.confirm();
  await second.question.getByRole("button", { name: words.revision.deploy, exact: true }).click();
  await expect(second.question.getByRole("alert")).toHaveText(words.problem.staleVersion);
  await expect(second.question.locator("ins").filter({ hasText: "2000" }), "it is asked anew").toBeVisible();
  await second.confirm();
  await second.hasDeployed(1);
});

test("a key is shown once, works, and ends when it is revoked", async ({
  context,
  page,
  request,
  server,
  services,
  words,
}, { testId }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await services.create(`Keys ${testId.slice(-8)}`);
  await expect(services.keys).toContainText(words.serviceKey.empty);
  await services.keys.getByRole("button", { name: words.keys.create, exact: true }).click();
  const made = services.keys.getByRole("group", { name: words.keys.secret, exact: true });
  await expect(made).toBeFocused();
  const secret = await made.locator("code").innerText();
  await made.getByRole("button", { name: words.copy.key }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  const call = { data: { subject: "nobody", query: "tea" }, headers: { Authorization: `Bearer ${secret}` } };
  const recall = async () => (await request.post(`${server.url}/api/v1/recall`, call)).status();
  expect(await recall(), "the key is known, though nothing is deployed").toBe(403);

  await page.reload();
  await services.ready();
  expect(await page.content(), "the secret is not shown again").not.toContain(secret);
  const key = services.keys.getByRole("listitem");
  await expect(key).toHaveCount(1);
  await key.getByRole("button", { name: words.keys.revoke, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: words.keys.revokeTitle });
  await expect(dialog.getByRole("button", { name: words.keys.keep })).toBeFocused();
  await dialog.getByRole("button", { name: words.keys.revokeConfirm }).click();
  await expect(dialog).toBeHidden();
  await expect(key).toContainText(words.keys.revoked);
  await expect(services.keys.getByRole("heading")).toBeFocused();
  expect(await recall()).toBe(401);
});

test("an address that is no service's says so", async ({ page, problems, services, words }) => {
  for (const id of ["nonsense", `svc_${"7".repeat(32)}`]) {
    problems.expect(new RegExp(`^response 404: GET .*/admin/services/${id}$`));
    await services.visit(`/admin/services/${id}`);
    await expect(page.getByText(words.problem.notFound)).toBeVisible();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything but keys works through forms", async ({ openPage, page, server, services, words }, { testId }) => {
    const name = `Plain ${testId.slice(-8)}`;
    await page.goto("/admin/services");
    await services.fillNew(name);
    await expect(page.getByText(words.service.made)).toBeVisible();
    const address = new URL(page.url()).pathname;
    await services.undeployed.getByRole("button").click();
    await expect(page.getByText(words.service.deployed, { exact: true })).toBeVisible();
    await services.hasDeployed(1);

    await services.field(words.setting.memory).uncheck();
    await services.field(words.setting.topK).fill("5");
    await services.save(2);
    await expect(page.getByText(words.service.saved, { exact: true })).toBeVisible();
    await expect(services.undeployed).toContainText(words.setting.memory);
    await expect(services.field(words.setting.memory)).not.toBeChecked();

    const other = await openPage({ javaScriptEnabled: false });
    const late = await administered(other, server, words, `late-${testId.slice(-8)}`);
    await other.goto(address);
    await services.field(words.setting.topK).fill("0");
    await services.save(3);
    const limits = fill(words.setting.limits, { least: "1", most: "100" });
    const fault = fill(words.fault.line, { field: words.setting.topK, problem: limits });
    await expect(page.getByRole("alert").getByRole("link", { name: fault })).toBeVisible();
    await services.field(words.setting.topK).fill("6");
    await services.save(3);
    await expect(services.revision(3)).toBeVisible();
    await late.save(3);
    await expect(other.getByRole("alert")).toContainText(words.problem.staleVersion);

    await services.revision(2).getByRole("button").click();
    await services.hasDeployed(2);
    await services.revision(1).getByRole("link").click();
    const title = fill(words.revision.compared, { number: 1, against: 2 });
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await services.revision(1).getByRole("button").click();
    await services.hasDeployed(1);
  });
});

/** A text as a pattern that matches it alone. */
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
