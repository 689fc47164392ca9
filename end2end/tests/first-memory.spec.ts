import { expect, expectAccessible, test } from "../support/test.js";
import { Service } from "../support/service.js";
import { languages } from "../support/words.js";

// The main job, as the people who do it see it: consent, save, recall, and the end of consent.

const password = "correct horse battery staple";

for (const words of languages) {
  test.describe(words.lang, () => {
    test.use({ locale: words.locale });

    test("from the first visit to the first memory, and off again", async ({ page, request, server }, testInfo) => {
      const person = `mina-${testInfo.testId}`;
      await server.addUser(`${person}@example.com`, password);
      const service = await Service.named(`notes-${testInfo.testId}`, server, request);

      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("lang", words.lang);
      await page.getByRole("link", { name: words.openMyPage }).click();
      await page.getByLabel(words.email).fill(`${person}@example.com`);
      await page.getByLabel(words.password).fill(password);
      await expectAccessible(page);
      await page.getByRole("button", { name: words.signIn, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: words.myPage })).toBeVisible();
      await expect(page.getByText(words.nothingWhileOff, { exact: true })).toBeVisible();
      await expectAccessible(page);

      const memory = { subject: person, statement: "녹차를 좋아하고 회의는 오전을 선호한다", kind: "PREFERENCE" };
      const question = { subject: person, query: "무슨 차를 좋아해?" };
      expect(await service.refusal("/api/v1/memories", memory)).toEqual({ status: 403, code: "consent_required" });

      await page.getByRole("button", { name: words.turnOn }).click();
      await expect(page.getByRole("button", { name: words.turnOff })).toBeVisible();
      await expect(page.getByText(words.nothingWhileOn, { exact: true })).toBeVisible();

      const saved = await service.save(memory);
      expect(saved.index_state).toBe("indexed");
      const secret = "주민등록번호는 900101-1234567";
      await service.save({ subject: person, statement: secret, kind: "PROFILE", sensitivity: "pii" });
      await page.reload();
      const row = page.getByRole("row").filter({ hasText: memory.statement });
      await expect(row).toContainText(words.findable);
      await expect(page.getByRole("row").filter({ hasText: words.hidden })).toHaveCount(1);
      expect(await page.content()).not.toContain("900101");
      await expectAccessible(page);

      const recalled = await service.recall(question);
      expect(recalled.degraded).toBe(false);
      expect(recalled.memories[0]?.memory_id).toBe(saved.memory_id);
      expect(recalled.context).toContain("[BEGIN_RETRIEVED_LONG_TERM_MEMORY]");

      await page.getByRole("button", { name: words.turnOff }).click();
      const dialog = page.getByRole("dialog", { name: words.turnOffQuestion });
      await expect(dialog.getByRole("button", { name: words.keepOn })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("button", { name: words.turnOff })).toBeFocused();
      expect((await service.recall(question)).memories).toHaveLength(1);

      await page.getByRole("button", { name: words.turnOff }).click();
      await dialog.getByRole("button", { name: words.turnOff }).click();
      await expect(page.getByRole("button", { name: words.turnOn })).toBeVisible();
      await expect(page.getByText(words.notInUse)).toBeVisible();
      await expect(row).toBeVisible();
      expect(await service.refusal("/api/v1/recall", question)).toEqual({ status: 403, code: "consent_required" });

      await page.getByRole("button", { name: words.signOut }).click();
      await page.goto("/me");
      await expect(page).toHaveURL(/\/login\?next=(\/|%2F)me$/);
    });

    test("a wrong password says so and keeps the address", async ({ page, problems }) => {
      problems.expect(/^response 401: POST .*\/ui\/sign-in$/);
      await page.goto("/login");
      // A form that is sent before the script has taken over says so too, but not what had been typed.
      await expect(page.locator("main[data-ready]")).toBeVisible();
      await page.getByLabel(words.email).fill("nobody@example.com");
      await page.getByLabel(words.password).fill("not the password at all");
      await page.getByRole("button", { name: words.signIn, exact: true }).click();
      await expect(page.getByText(words.wrongCredentials)).toBeVisible();
      await expect(page.getByLabel(words.email)).toHaveValue("nobody@example.com");
      await expectAccessible(page);
    });

    test.describe("without JavaScript", () => {
      test.use({ javaScriptEnabled: false });

      test("reading and the switch work all the same", async ({ page, request, server }, testInfo) => {
        const person = `jin-${testInfo.testId}`;
        await server.addUser(`${person}@example.com`, password);
        const service = await Service.named(`plain-${testInfo.testId}`, server, request);
        await page.goto("/login");
        await page.getByLabel(words.email).fill(`${person}@example.com`);
        await page.getByLabel(words.password).fill(password);
        await page.getByRole("button", { name: words.signIn, exact: true }).click();
        await expect(page).toHaveURL(/\/me$/);
        await page.getByRole("button", { name: words.turnOn }).click();
        await service.save({ subject: person, statement: "Walks to work", kind: "FACT", sensitivity: "normal" });
        await page.goto("/me");
        await expect(page.getByRole("row").filter({ hasText: "Walks to work" })).toBeVisible();
        await page.getByRole("button", { name: words.turnOff }).click();
        await expect(page).toHaveURL(/\/me\/consent\/off/);
        await page.getByRole("button", { name: words.turnOff }).click();
        await expect(page.getByText(words.notInUse)).toBeVisible();
      });
    });
  });
}
