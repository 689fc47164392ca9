import { expect, expectAccessible, expectToFit, oneLanguage, test } from "../support/test.js";

// Texts that try to be more than texts.

test.use(oneLanguage);

const texts = [
  ["HTML and script", `<img src=x onerror="window.broken=1"><script>window.broken=1</script><b>bold</b>`],
  ["a right-to-left override", "Pays \u202Eflah in advance, says \u2067the note"],
  ["emoji sequences", "Family 👩‍👩‍👧‍👦, flag 🇰🇷, wave 👋🏽, and e\u0301\u0301\u0301\u0301"],
  ["no place to break", "가나다라마바사아자차카타파하".repeat(40) + "x".repeat(500)],
  ["JSON and templates", `{"statement":"}}{{7*7}}\${7*7}%{count}</textarea></script>"}`],
] as const;

test("are shown as texts everywhere, and break nothing", async ({ my, page, person, service, words }) => {
  for (const [, text] of texts) await person.tell(service, text);
  await my.visit();
  for (const [name, text] of texts) {
    await test.step(name, async () => {
      const row = my.rows.filter({ has: page.getByText(text, { exact: true }) });
      await expect(row).toHaveCount(1);
      // What turns the direction stays within its own statement.
      await expect(row.locator(".statement > bdi")).toHaveText(text);
      await row.getByRole("button", { name: words.memories.open, exact: true }).click();
      await expect(my.panel.getByText(text, { exact: true }).first()).toBeVisible();
      await my.panel.getByRole("button", { name: words.detail.correct, exact: true }).click();
      await expect(my.field(words.field.statement)).toHaveValue(text);
      await page.keyboard.press("Escape");
      await expect(my.correction).toBeHidden();
      await page.keyboard.press("Escape");
      await expect(my.panel).toBeHidden();
    });
  }
  expect(await page.evaluate(() => "broken" in window), "no script of a memory runs").toBe(false);
  await expectToFit(page);
  await expectAccessible(page);

  await my.search(`<script>window.broken=1</script>`);
  await expect(my.rows).toHaveCount(1);
  await page.reload();
  await my.ready();
  await expect(page.getByRole("searchbox")).toHaveValue("<script>window.broken=1</script>");
  expect(await page.evaluate(() => "broken" in window)).toBe(false);
});
