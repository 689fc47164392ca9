import type { Locator } from "@playwright/test";

import { expect, test } from "../support/test.js";
import { Person } from "../support/person.js";

// The whole way without a mouse.

test("sign in, filter, open, correct, delete: by keyboard alone", async ({
  my,
  page,
  openPage,
  server,
  service,
  words,
}, info) => {
  const person = await Person.named(`keys-${info.testId}`, server);
  await person.signIn(await openPage());
  await person.switchMemory(true);
  await person.tell(service, "Likes green tea", { kind: "PREFERENCE" });
  await person.tell(service, "Reports begin with the conclusion", { kind: "RULE" });

  /** Moves the focus on until `place` has it. */
  const tabTo = async (place: Locator, key = "Tab") => {
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press(key);
      if (await place.evaluate((element) => element === document.activeElement)) return;
    }
    await expect(place, "can be reached by keyboard").toBeFocused();
  };

  await page.goto("/login");
  await tabTo(page.getByLabel(words.email));
  await page.keyboard.type(person.email);
  await tabTo(page.getByLabel(words.password));
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: words.myPage })).toBeVisible();
  await my.ready();

  await tabTo(page.locator("details.more-filters summary"));
  await page.keyboard.press("Enter");
  await tabTo(page.locator("select[name=kind]"));
  await page.keyboard.type(words.kind.rule);
  await expect(page.locator("select[name=kind]")).toHaveValue("RULE");
  await tabTo(page.getByRole("button", { name: words.filters.apply, exact: true }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(my.rows).toHaveCount(1);

  await tabTo(my.opener("Reports begin"));
  await page.keyboard.press("Enter");
  await expect(my.panel.getByRole("button", { name: words.detail.close })).toBeFocused();
  await tabTo(my.panel.getByRole("button", { name: words.detail.correct, exact: true }));
  await page.keyboard.press("Enter");
  await expect(my.correction).toBeVisible();
  await tabTo(my.field(words.field.statement));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Reports end with the conclusion");
  await tabTo(my.save);
  await page.keyboard.press("Enter");
  await expect(my.correction).toBeHidden();
  await expect(my.panel.getByText("Reports end with the conclusion").first()).toBeVisible();
  await tabTo(my.panel.getByRole("button", { name: words.detail.delete, exact: true }));
  await page.keyboard.press("Enter");
  await expect(my.deletion.getByRole("button", { name: words.delete.cancel })).toBeFocused();
  await tabTo(my.deletion.getByRole("button", { name: words.delete.confirm }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(words.memories.emptyFilterTitle)).toBeVisible();
  await expect(page.getByRole("heading", { name: words.memories.title })).toBeFocused();
});
