import type { Locator, Page } from "@playwright/test";

import { Queue } from "../support/queue.js";
import { Person } from "../support/person.js";
import { expect, test } from "../support/test.js";

// The queue without a mouse: all of it, and what the keys must leave alone.

// A server of this file's own: its queue is to end empty.
test.use({ serverEnv: {} });

/** Presses Tab, or another key, until `place` has the focus. */
async function tabTo(page: Page, place: Locator, key = "Tab"): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press(key);
    if (await place.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(place, "can be reached by keyboard").toBeFocused();
}

test("a reviewer clears thirty candidates by keyboard alone", async ({ page, server, service, subject, words }) => {
  test.slow();
  const reviewer = await Person.named("clears-all", server, "reviewer");
  const queue = new Queue(page, reviewer, words);
  const statement = (place: number) => `${place % 3 === 0 ? "Sings" : "Plays"} song ${place} of thirty`;
  for (let place = 1; place <= 30; place += 1) await subject.hint(service, statement(place));

  await page.goto("/login?next=/admin/review");
  await tabTo(page, page.getByLabel(words.email));
  await page.keyboard.type(reviewer.email);
  await tabTo(page, page.getByLabel(words.password));
  await page.keyboard.type(reviewer.password);
  await page.keyboard.press("Enter");
  await queue.ready();
  await expect(queue.rows).toHaveCount(30);

  await test.step("look around", async () => {
    await page.keyboard.press("j");
    await expect(queue.row(statement(2))).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(queue.row(statement(3))).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowUp");
    await expect(queue.row(statement(1))).toBeFocused();
    await page.keyboard.press("e");
    await expect(queue.row(statement(1)).getByText(words.candidate.endsAt, { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(queue.row(statement(1)).getByText(words.candidate.endsAt, { exact: true })).toHaveCount(0);
    await page.keyboard.press("?");
    await expect(queue.help.getByRole("button", { name: words.detail.close })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(queue.help).toBeHidden();
  });

  await test.step("approve, and take it back", async () => {
    await page.keyboard.press("a");
    await queue.hears(words.shortcut.armed);
    await expect(queue.rows, "one key alone decides nothing").toHaveCount(30);
    await page.keyboard.press("a");
    await expect(queue.rows).toHaveCount(29);
    await expect(queue.row(statement(2))).toBeFocused();
    await page.keyboard.press("u");
    await expect(queue.rows).toHaveCount(30);
    await expect(queue.row(statement(1))).toBeFocused();
  });

  await test.step("reject for another reason", async () => {
    await page.keyboard.press("r");
    await expect(queue.rejection).toBeVisible();
    await page.keyboard.press("7");
    await expect(queue.note).toBeFocused();
    await page.keyboard.type("1 of these is enough");
    await tabTo(page, queue.rejection.getByRole("button", { name: words.decide.reject, exact: true }));
    await page.keyboard.press("Enter");
    await expect(queue.rejection).toBeHidden();
    await expect(queue.rows).toHaveCount(29);
  });

  await test.step("search, select and reject together", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("sings");
    await page.keyboard.press("Enter");
    await expect(queue.rows).toHaveCount(10);
    await tabTo(page, queue.bar.getByRole("checkbox", { name: words.select.page }));
    await page.keyboard.press("Space");
    await page.keyboard.press("x");
    await queue.hasChosen(9);
    await tabTo(page, queue.bar.getByRole("button", { name: words.many.reject }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: words.many.rejectTitle })).toBeVisible();
    await page.keyboard.press("3");
    await expect(queue.rows).toHaveCount(1);
    await page.keyboard.press("/");
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect(queue.rows).toHaveCount(20);
    await tabTo(page, page.getByRole("search").getByRole("button", { name: words.filters.apply, exact: true }));
  });

  for (let left = 20; left > 0; left -= 1) {
    if (left % 2 === 0) {
      await page.keyboard.press("a");
      await page.keyboard.press("a");
    } else {
      await page.keyboard.press("r");
      await expect(queue.rejection).toBeVisible();
      await page.keyboard.press(String(1 + (left % 6)));
      await expect(queue.rejection).toBeHidden();
    }
    await expect(queue.rows).toHaveCount(left - 1);
  }
  await expect(page.getByText(words.queue.emptyTitle)).toBeVisible();
  await expect(page.getByRole("heading", { name: words.queue.title })).toBeFocused();
  await page.reload();
  await expect(page.getByText(words.queue.emptyTitle)).toBeVisible();
});

test("keys of a single character can be switched off", async ({ page, queue, service, subject, words }) => {
  await subject.hint(service, "Plays the piano");
  await subject.hint(service, "Plays chess");
  await queue.visit(subject);
  await page.keyboard.press("?");
  const choice = queue.help.getByRole("checkbox", { name: words.shortcut.switch });
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await page.keyboard.press("Escape");
  await queue.row("Plays the piano").focus();
  for (const key of ["j", "x", "r", "?", "a", "a"]) await page.keyboard.press(key);
  await expect(queue.row("Plays the piano")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(queue.row("Plays chess"), "keys that are no characters still work").toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(queue.rows).toHaveCount(2);
  for (const row of await queue.rows.all()) await expect(row.getByRole("checkbox")).not.toBeChecked();

  await page.reload();
  await queue.ready();
  await page.keyboard.press("?");
  await page.getByRole("button", { name: words.shortcut.title, exact: true }).click();
  await expect(choice, "it is remembered").not.toBeChecked();
  await choice.check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(queue.row("Plays chess")).toBeFocused();
});

/** What a browser says of a key. */
interface Press {
  key: string;
  code: string;
  keyCode?: number;
  isComposing?: boolean;
  ctrlKey?: boolean;
}

test("keys are silent while something is typed, composed or asked", async ({ page, queue, service, subject }) => {
  await subject.hint(service, "Plays the piano");
  await subject.hint(service, "Plays chess");
  await queue.visit(subject);
  /** A key as an input method, or another alphabet's keyboard, sends it. */
  const send = (press: Press) =>
    page.evaluate((press) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...press }));
    }, press);

  await queue.row("Plays the piano").focus();
  await send({ key: "ㅓ", code: "KeyJ", isComposing: true });
  await send({ key: "Process", code: "KeyJ", keyCode: 229 });
  await send({ key: "j", code: "KeyJ", ctrlKey: true });
  await page.keyboard.press("x");
  await expect(queue.row("Plays the piano").getByRole("checkbox")).toBeChecked();
  await send({ key: "ㅓ", code: "KeyJ" });
  await expect(queue.row("Plays chess"), "on a Korean keyboard the key's place counts").toBeFocused();

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("jkxrau?/");
  await expect(page.getByRole("searchbox")).toHaveValue("jkxrau?/");
  await expect(queue.row("Plays chess").getByRole("checkbox")).not.toBeChecked();
  await queue.row("Plays chess").focus();
  await page.keyboard.press("r");
  await expect(queue.rejection).toBeVisible();
  for (const silent of ["x", "j", "?", "a", "a"]) await page.keyboard.press(silent);
  await page.keyboard.press("Escape");
  await expect(queue.row("Plays chess")).toBeFocused();
  await expect(queue.row("Plays chess").getByRole("checkbox")).not.toBeChecked();
  await expect(queue.rows).toHaveCount(2);
});
