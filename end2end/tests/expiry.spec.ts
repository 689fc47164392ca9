import { MyPage } from "../support/my-page.js";
import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// Seven days, by a clock that the test moves.

test.use({ ...oneLanguage, movableClock: true });

const hour = 60 * 60;
const week = 7 * 24 * hour;

test("what nobody decides on in a week is rejected, and its person sees why", async ({
  openPage,
  page,
  queue,
  server,
  service,
  subject,
  words,
}) => {
  test.slow();
  await subject.hint(service, "Likes green tea");
  await queue.visit(subject);
  await expect(queue.row("Likes green tea")).toContainText(fill(words.queue.daysLeft, { count: 6 }));
  // The page would notice that its session ends.
  await page.goto("/");

  await server.moveClock(week - hour);
  await page.goto("/admin/review");
  await expect(page).toHaveURL(/\/login\?next=(\/|%2F)admin(\/|%2F)review$/);
  await queue.reviewer.signIn(page);
  await queue.visit(subject);
  await expect(queue.row("Likes green tea")).toContainText(words.queue.lastDay);
  await page.goto("/");

  await server.moveClock(week + 5);
  await queue.reviewer.signIn(page);
  await queue.visit(subject);
  await expect(queue.rows).toHaveCount(0);
  const theirs = await openPage();
  await subject.signIn(theirs);
  const my = new MyPage(theirs, words);
  await expect(async () => {
    await my.visit();
    await expect(my.row("Likes green tea")).toContainText(words.memories.rejected, { timeout: 1_000 });
  }).toPass();
  const panel = await my.open("Likes green tea");
  await expect(panel).toContainText(words.review.expire);
  expect(await subject.recalled(service, "Which tea?")).toEqual([]);
});
