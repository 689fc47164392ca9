import type { Page } from "@playwright/test";

import { expect, expectAccessible, expectToFit, test } from "../support/test.js";
import { languages } from "../support/words.js";

// Each page and each dialog of My Page, in both languages, themes and sizes: WCAG 2.2 AA, and nothing sticks out.

const details = { keywords: ["tea"], entities: [{ name: "보성" }] };
const past = { valid_from: "2024-01-01T00:00:00Z", valid_to: "2025-01-01T00:00:00Z" };
const source = { event_id: "m-1", conversation_id: "chat-1", span: "녹차가 좋아요", role: "user" };

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

    test("the list and what opens from it", async ({ my, page, person, problems, service }) => {
      problems.expect(/^response 409: POST .*\/ui\/correct-memory$/);
      const id = await person.tell(service, "녹차를 좋아한다", { ...details, source });
      await person.correctElsewhere(id, "홍차를 좋아한다");
      await person.tell(service, "Passport M12345678", { sensitivity: "pii" });
      await person.tell(service, "Worked in Pangyo", past);
      await my.visit("/me?sort=kind&order=asc&kind=FACT");
      await my.choose("Worked in Pangyo");
      await expectFine(page);
      await my.askToDelete();
      await expectFine(page);
      await page.keyboard.press("Escape");

      const panel = await my.open("홍차를 좋아한다");
      await panel.getByText(words.detail.raw, { exact: true }).first().click();
      await expectFine(page);
      await panel.getByRole("button", { name: words.detail.correct, exact: true }).click();
      await expectFine(page);
      await my.field(words.field.statement).fill("");
      await my.save.click();
      await expect(my.field(words.field.statement)).toHaveAttribute("aria-invalid", "true");
      await page.keyboard.press("Escape");
      await expect(my.correction.getByText(words.correct.unsaved)).toBeVisible();
      await expectFine(page);
      await my.correction.getByRole("button", { name: words.correct.stay }).click();
      await my.field(words.field.statement).fill("우롱차를 좋아한다");
      await my.correction.getByRole("button", { name: words.correct.modeJson, exact: true }).click();
      await my.field(words.correct.jsonLabel).press("End");
      await expectFine(page);
      await person.correctElsewhere(id, "커피를 좋아한다");
      await my.save.click();
      await expect(my.correction.getByText(words.conflict.title)).toBeVisible();
      await expectFine(page);
    });

    test("a report of what could not be deleted", async ({ my, page, person, service }) => {
      const id = await person.tell(service, "Will change meanwhile");
      await my.visit();
      await my.choose("Will change meanwhile");
      await person.correctElsewhere(id, "Has changed meanwhile");
      await my.askToDelete();
      await my.confirmDeletion();
      await expect(my.deletion.getByRole("alert")).toBeVisible();
      await expectFine(page);
      await my.deletion.getByRole("button", { name: words.delete.close, exact: true }).click();
      await expect(my.rows).toContainText(words.problem.staleVersion);
      await expectFine(page);
    });

    test("the other pages", async ({ my, page, person, service }) => {
      const id = await person.tell(service, "녹차를 좋아한다", { source });
      await person.tell(service, "회의는 오전을 선호한다", { scope: service.scope });
      await person.tell(service, "Passport M12345678", { sensitivity: "pii" });
      await test.step("one memory", async () => {
        await page.goto(`/me/memories/${id}`);
        await expectFine(page);
        await page.getByRole("button", { name: words.memories.open, exact: true }).click();
        await page.getByText(words.detail.correct, { exact: true }).click();
        await page.getByText(words.detail.delete, { exact: true }).click();
        await expectFine(page);
      });
      await test.step("ask", async () => {
        await page.goto("/me/ask");
        await page.getByLabel(words.field.query).fill("무슨 차를 좋아해?");
        await page.getByRole("button", { name: words.ask.ask, exact: true }).click();
        await expect(page.getByRole("heading", { name: words.ask.answer })).toBeVisible();
        await expectFine(page);
      });
      await test.step("keys", async () => {
        await page.goto("/me/keys");
        await expectFine(page);
        await page.getByLabel(words.keys.name).fill("script");
        await page.getByRole("button", { name: words.keys.create, exact: true }).click();
        await expect(page.getByRole("group", { name: words.keys.secret, exact: true })).toBeVisible();
        await page.getByRole("button", { name: words.keys.revoke, exact: true }).click();
        await expect(page.getByRole("dialog", { name: words.keys.revokeTitle })).toBeVisible();
        await expectFine(page);
        await page.keyboard.press("Escape");
        await expectFine(page);
      });
      await test.step("sessions", async () => {
        await my.enter(words.sessions.title);
        await expectFine(page);
      });
      await test.step("data", async () => {
        await page.goto("/me/data?error=wrong_password");
        await expect(page.getByText(words.problem.wrongPassword)).toBeVisible();
        await expectFine(page);
      });
    });
  });
}
