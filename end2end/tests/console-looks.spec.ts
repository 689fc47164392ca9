import type { Page } from "@playwright/test";

import { Person } from "../support/person.js";
import { Services } from "../support/services.js";
import { expect, expectAccessible, expectToFit, test } from "../support/test.js";
import { fill, languages } from "../support/words.js";

// What opens on the console's pages, in both languages, themes and sizes: WCAG 2.2 AA, and nothing sticks out. How the
// pages are at first is looked at in the demo.

const source = { event_id: "m-1", role: "user", span: "녹차가 좋아요." };
const raw_content = "아침에는 녹차가 좋아요. 늘 그래요.";
const details = { keywords: ["tea"], entities: [{ name: "보성" }], raw_content };

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectToFit(page);
}

for (const words of languages) {
  test.describe(words.lang, () => {
    // One theme a size, the other one in the other language: all pairs of language, theme and size are seen.
    test.use({
      locale: words.locale,
      colorScheme: async ({}, use, { project }) =>
        use((words.lang === "en") === (project.name === "desktop") ? "light" : "dark"),
    });
    test.slow();

    test("a candidate and its dialogs", async ({ colleague, page, queue, service, subject }) => {
      await subject.tell(service, "오후에는 녹차를 좋아한다", { kind: "PREFERENCE" });
      await subject.hint(service, "아침에는 녹\u{202e}차를 좋아한다", { kind: "PREFERENCE", ...details, source });
      await subject.hint(service, "Passport M12345678", { sensitivity: "pii" });
      await subject.hint(service, "Has two cats");
      await queue.visit(subject);
      await queue.open("아침에는");
      await expectFine(page);
      await queue.button("아침에는", words.decide.edit).click();
      await expectFine(page);
      await page.keyboard.press("Escape");
      await queue.askToReject("아침에는");
      await queue.confirmRejection();
      await expectFine(page);
      await page.keyboard.press("Escape");
      await queue.button(words.candidate.hidden, words.reveal.open).click();
      await expectFine(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: words.shortcut.title, exact: true }).click();
      await expectFine(page);
      await page.keyboard.press("Escape");

      await colleague.visit(subject);
      await colleague.reject("Has two cats", words.rejection.passing, "잠시 맡은 고양이");
      await expect(queue.row("Has two cats")).toContainText("잠시 맡은 고양이");
      await subject.hint(service, "Plays chess");
      await expect(page.getByRole("button", { name: words.live.show, exact: true })).toBeVisible();
      await queue.approve("아침에는");
      await expectFine(page);
    });

    test("a decision on many", async ({ page, queue, service, subject }) => {
      await subject.hint(service, "Passport M12345678", { sensitivity: "pii" });
      await subject.hint(service, "Has two cats");
      await queue.visit(subject);
      await queue.bar.getByRole("checkbox", { name: words.select.page }).check();
      await expectFine(page);
      await queue.bar.getByRole("button", { name: words.many.reject }).click();
      await expectFine(page);
      await page.keyboard.press("Escape");
      await queue.bar.getByRole("button", { name: words.many.approve }).click();
      const dialog = page.getByRole("dialog", { name: words.many.approveTitle });
      await expectFine(page);
      await dialog.getByRole("button", { name: words.many.approve }).click();
      await expect(dialog.getByRole("alert")).toBeVisible();
      await expectFine(page);
      await dialog.getByRole("button", { name: words.detail.close, exact: true }).click();
      await expectFine(page);
    });

    test("accounts, the log and the numbers", async ({ openPage, page, server }, { testId }) => {
      const admin = await Person.named(`looks-${testId.slice(-8)}`, server, "admin");
      const other = await Person.named(`other-${testId.slice(-8)}`, server);
      await admin.signIn(page);
      await test.step("accounts", async () => {
        await page.goto(`/admin/users?q=${other.email}`);
        const form = page.locator("details.invite");
        await form.locator("summary").click();
        await expect(form.locator("fieldset")).toBeEnabled();
        await form.getByLabel(words.email).fill(`invited-${testId.slice(-8)}@example.com`);
        await form.getByRole("button", { name: words.users.inviteConfirm }).click();
        const link = form.getByRole("group", { name: words.users.link, exact: true });
        await expect(link).toBeFocused();
        await page.locator("details.manage summary").click();
        await expectFine(page);
        await page.locator("details.manage").getByRole("button", { name: words.users.disable }).click();
        await expect(page.getByRole("dialog", { name: words.users.confirmTitle })).toBeVisible();
        await expectFine(page);
        const theirs = await openPage();
        await theirs.goto(await link.locator("code").innerText());
        await expectFine(theirs);
      });
      await test.step("the log", async () => {
        await page.goto("/admin/audit?action=session.sign_in");
        await page.locator("ul.log summary").first().click();
        await expectFine(page);
      });
      await test.step("the numbers", async () => {
        await page.goto("/admin");
        for (const numbers of await page.getByText(words.chart.numbers).all()) await numbers.click();
        await expectFine(page);
      });
    });

    test("a service, with all that opens on it", async ({ page, problems, server, service, person }, testInfo) => {
      problems.expect(/^response 422: POST .*\/ui\/save-revision$/);
      if (testInfo.project.name === "phone") await page.setViewportSize({ width: 360, height: 780 });
      await person.tell(service, "Likes green tea");
      const suffix = testInfo.testId.slice(-8);
      const admin = await Person.named(`services-${suffix}`, server, "admin");
      await admin.signIn(page);
      const services = new Services(page, words);
      await services.visit("/admin/services");
      await page.locator("details.invite summary").click();
      await expectFine(page);
      await services.create(`A service with a name that is long ${suffix}`);
      await expectFine(page);
      await services.ask(services.undeployed, words.revision.deployOne, 1);
      await expectFine(page);
      await services.confirm();
      await services.keys.getByRole("button", { name: words.keys.create, exact: true }).click();
      await expect(services.keys.getByRole("group", { name: words.keys.secret, exact: true })).toBeFocused();
      await services.field(words.setting.template).fill("{memories}\n".repeat(3));
      await services.field(words.setting.memory).uncheck();
      await services.saved(2);
      await expectFine(page);
      await services.keys.getByRole("button", { name: words.keys.revoke, exact: true }).click();
      await expect(page.getByRole("dialog", { name: words.keys.revokeTitle })).toBeVisible();
      await expectFine(page);
      await page.keyboard.press("Escape");
      await services.revision(2).getByRole("link").click();
      const title = fill(words.revision.compared, { number: 2, against: 1 });
      await expect(page.getByRole("heading", { name: title })).toBeFocused();
      await services.field(words.setting.topK).fill("0");
      await services.save(3);
      await expect(services.form.getByRole("alert")).toBeFocused();
      await expectFine(page);
    });

    test("the settings of the system, and two who change them", async ({
      openPage,
      page,
      problems,
      server,
    }, testInfo) => {
      problems.expect(/^response 409: POST .*\/ui\/change-system-settings$/);
      if (testInfo.project.name === "phone") await page.setViewportSize({ width: 360, height: 780 });
      const root = await Person.named(`root-${testInfo.testId.slice(-8)}`, server, "superadmin");
      await root.signIn(page);
      const theirs = await openPage();
      await root.signIn(theirs);
      for (const each of [page, theirs]) {
        await each.goto("/admin/settings");
        await expect(each.locator("main[data-ready]")).toBeVisible();
      }
      await expectFine(page);
      const save = async (of: Page, days: string) => {
        const form = of.getByRole("region", { name: words.system.edit, exact: true });
        await form.getByLabel(words.setting.recallLogDays, { exact: true }).fill(days);
        await form.getByRole("button", { name: words.system.save, exact: true }).click();
        return form;
      };
      await expect((await save(theirs, "10")).getByText(words.system.saved, { exact: true })).toBeVisible();
      await save(page, "11");
      await expect(page.getByRole("heading", { name: words.system.clash })).toBeFocused();
      await expectFine(page);
    });
  });
}
