import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// One decision for many: some, all that match, and what is told of those that were left.

test.use(oneLanguage);

test("the chosen ones are approved together, and can be taken back together", async ({
  page,
  queue,
  service,
  subject,
  words,
}) => {
  for (const statement of ["Plays the piano", "Plays the cello", "Sings", "Dances"]) {
    await subject.hint(service, statement);
  }
  await queue.visit(subject);
  await queue.choose("Plays the cello");
  await queue.choose("Sings");
  await queue.hasChosen(2);
  await queue.bar.getByRole("button", { name: words.many.approve }).click();
  const dialog = page.getByRole("dialog", { name: words.many.approveTitle });
  await expect(dialog).toContainText(fill(words.many.approveQuestion, { count: 2 }));
  await expect(dialog.getByRole("button", { name: words.correct.cancel })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(queue.rows, "nothing is decided yet").toHaveCount(4);

  await queue.bar.getByRole("button", { name: words.many.approve }).click();
  await dialog.getByRole("button", { name: words.many.approve }).click();
  await expect(dialog).toBeHidden();
  await expect(queue.rows).toHaveCount(2);
  await queue.hears(fill(words.many.done, { count: 2 }));
  await expect(queue.row("Dances")).toBeFocused();
  await expect.poll(() => subject.recalled(service, "Music")).toHaveLength(2);

  await expect(queue.recent).toContainText(fill(words.recent.many, { count: 2 }));
  await queue.undo();
  await expect(queue.rows).toHaveCount(4);
  expect(await subject.recalled(service, "Music")).toEqual([]);
});

test("all that match, beyond the page, with progress", async ({ page, queue, service, subject, words }) => {
  test.slow();
  for (let place = 0; place < 101; place += 1) await subject.hint(service, `Fact ${place} of many`);
  await subject.hint(service, "Prefers trains", { kind: "PREFERENCE" });
  await queue.visit(subject);
  await page.goto(`${page.url()}&kind=FACT`);
  await queue.ready();
  await expect(queue.rows).toHaveCount(50);
  await queue.bar.getByRole("checkbox", { name: words.select.page }).check();
  await queue.hasChosen(50);
  await queue.bar.getByRole("button", { name: words.select.matchingUncounted }).click();
  await queue.hasChosen(101);

  await queue.bar.getByRole("button", { name: words.many.reject }).click();
  const dialog = page.getByRole("dialog", { name: words.many.rejectTitle });
  await expect(dialog).toContainText(fill(words.many.rejectQuestion, { count: 101 }));
  await dialog.getByRole("radio", { name: words.rejection.notUseful }).check();
  const confirm = dialog.getByRole("button", { name: words.decide.reject, exact: true });
  await expect(confirm, "so many are confirmed first").toHaveCount(0);
  await dialog.getByRole("checkbox", { name: fill(words.many.confirm, { count: 101 }) }).check();

  // The second part waits until the progress has been seen.
  let goOn = () => {};
  const seen = new Promise<void>((resolve) => (goOn = resolve));
  let parts = 0;
  await page.route("**/ui/decide-many", async (route) => {
    parts += 1;
    if (parts === 2) await seen;
    await route.continue();
  });
  await confirm.click();
  await expect(dialog).toContainText(fill(words.many.soFar, { count: 50 }), { timeout: 30_000 });
  await expect(dialog.getByRole("progressbar")).toHaveAttribute("value", "50");
  goOn();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await queue.hears(fill(words.many.done, { count: 101 }));
  expect(parts).toBe(3);
  await expect(page.getByText(words.memories.emptyFilterTitle)).toBeVisible();
  await queue.visit(subject);
  await expect(queue.rows).toHaveCount(1);
  await expect(queue.rows).toContainText("Prefers trains");
});

test("those that are left say why, and stay chosen", async ({ colleague, page, queue, service, subject, words }) => {
  await subject.hint(service, "Passport M12345678", { sensitivity: "pii" });
  await subject.hint(service, "Is looked at by somebody else");
  await subject.hint(service, "Goes as asked");
  await colleague.visit(subject);
  await colleague.open("Is looked at");
  await queue.visit(subject);
  await queue.bar.getByRole("checkbox", { name: words.select.page }).check();
  await queue.bar.getByRole("button", { name: words.many.approve }).click();
  const dialog = page.getByRole("dialog", { name: words.many.approveTitle });
  await expect(dialog).toContainText(fill(words.many.leavesSensitive, { count: 1 }));
  await dialog.getByRole("button", { name: words.many.approve }).click();
  await expect(dialog.getByRole("alert")).toHaveText(fill(words.many.failed, { count: 2 }));
  await expect(dialog).toContainText(fill(words.many.done, { count: 1 }));
  const report = dialog.getByRole("list", { name: words.many.report }).getByRole("listitem");
  await expect(report.filter({ hasText: "Is looked at" })).toContainText(words.problem.claimed);
  await expect(report.filter({ hasText: words.candidate.hidden })).toContainText(words.problem.needsReveal);
  await expect(report.filter({ hasText: "Goes as asked" })).toContainText(words.many.rowDone);
  await dialog.getByRole("button", { name: words.detail.close, exact: true }).click();

  await expect(queue.rows).toHaveCount(2);
  await queue.hasChosen(2);
  await expect(queue.row("Is looked at")).toContainText(words.problem.claimed);
  await expect(queue.row(words.candidate.hidden)).toContainText(words.problem.needsReveal);
  for (const row of await queue.rows.all()) await expect(row.getByRole("checkbox")).toBeChecked();
});
