import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// Several reviewers at one queue: what comes, what others do, and who was faster.

test.use(oneLanguage);

test("what is proposed waits behind a button and moves nothing", async ({ page, queue, service, subject, words }) => {
  await subject.hint(service, "Plays the piano");
  await subject.hint(service, "Plays chess");
  await queue.visit(subject);
  // From the very top: further down, the browser itself would hold the rows in place.
  await queue.row("Plays chess").evaluate((row) => row.focus({ preventScroll: true }));
  const before = await queue.row("Plays chess").boundingBox();
  await subject.hint(service, "Plays football");
  await expect(page.getByText(fill(words.live.arrived, { count: 1 })).last()).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await queue.row("Plays chess").boundingBox(), "the row has not moved").toEqual(before);
  await expect(queue.row("Plays chess")).toBeFocused();
  await expect(queue.rows).toHaveCount(2);

  await page.getByRole("button", { name: words.live.show, exact: true }).click();
  await expect(queue.rows).toHaveCount(3);
  await expect(queue.row("Plays football")).toBeVisible();
  await expect(queue.row("Plays chess")).toBeFocused();
});

test("what others open, decide and take back is shown where it stands", async ({
  colleague,
  queue,
  service,
  subject,
  words,
}) => {
  await subject.hint(service, "Plays the piano");
  await subject.hint(service, "Plays chess");
  await queue.visit(subject);
  await colleague.visit(subject);
  await colleague.open("Plays chess");
  const row = queue.row("Plays chess");
  await expect(row).toContainText(fill(words.candidate.openBy, { name: colleague.reviewer.email }));
  await colleague.approve("Plays chess");
  await expect(row).toContainText(fill(words.decided.approve, { who: colleague.reviewer.email }));
  await queue.hears(words.live.decided);
  await expect(queue.button("Plays chess", words.decide.approve)).toHaveCount(0);
  await expect(queue.rows).toHaveCount(2);
  await colleague.undo();
  await expect(queue.button("Plays chess", words.decide.approve)).toBeVisible();
  await expect(row).not.toContainText(fill(words.decided.approve, { who: colleague.reviewer.email }));
});

test("two open the same: whoever comes too late is told who was faster, and keeps the note", async ({
  colleague,
  problems,
  queue,
  service,
  subject,
  words,
}) => {
  problems.expect(/^response 409: POST .*\/ui\/reject-candidate$/);
  await subject.hint(service, "Plays chess");
  // Nobody tells this page what happens elsewhere.
  await queue.page.route("**/api/v1/admin/candidates/events*", () => {});
  await queue.visit(subject);
  await colleague.visit(subject);
  await colleague.open("Plays chess");
  await queue.open("Plays chess");
  await queue.askToReject("Plays chess");
  await queue.rejection.getByRole("radio", { name: words.rejection.wrong }).check();
  await queue.note.fill("Has given it up");
  await colleague.approve("Plays chess");

  await queue.confirmRejection();
  await expect(queue.rejection.getByRole("alert")).toContainText(words.problem.staleVersion);
  const decided = fill(words.decided.approve, { who: colleague.reviewer.email });
  await expect(queue.rejection).toContainText(decided);
  await expect(queue.note).toHaveValue("Has given it up");
  await expect(queue.rejection.getByRole("button", { name: words.decide.reject, exact: true })).toHaveCount(0);
  await queue.page.keyboard.press("Escape");
  await expect(queue.row("Plays chess")).toContainText(decided);
  await expect(queue.button("Plays chess", words.decide.reject)).toHaveCount(0);
});

test("a rejection that is being written hears of another's decision", async ({
  colleague,
  queue,
  service,
  subject,
  words,
}) => {
  await subject.hint(service, "Plays chess");
  await queue.visit(subject);
  await colleague.visit(subject);
  await queue.askToReject("Plays chess");
  await queue.note.fill("Has given it up");
  await colleague.reject("Plays chess", words.rejection.passing, "A holiday's pastime");
  await expect(queue.rejection).toContainText(fill(words.decided.reject, { who: colleague.reviewer.email }));
  await expect(queue.rejection).toContainText("A holiday's pastime");
  await expect(queue.note).toHaveValue("Has given it up");
});
