import { MyPage } from "../support/my-page.js";
import { received } from "../support/received.js";
import { expect, oneLanguage, test } from "../support/test.js";

// One candidate after another: what is decided on it, and what its person sees of that.

test.use(oneLanguage);

test("what is approved takes another's place, until that is taken back", async ({ queue, service, subject, words }) => {
  await subject.tell(service, "Parks in hall B12", { kind: "FACT" });
  const more = { kind: "FACT", confidence: 0.85, raw_content: "The car? Hall C7. Always." };
  const source = { event_id: "m-1", role: "user", span: "Hall C7." };
  await subject.hint(service, "Parks in hall C7", { ...more, source });
  await queue.visit(subject);
  const row = queue.row("Parks in hall C7");
  await expect(row).toContainText("0.85");
  await expect(row).toContainText("The car? Hall C7. Always.");
  await expect(row.locator("mark")).toHaveText("Hall C7.");
  await expect(row).toContainText(words.candidate.takesPlaceOf);
  await expect(row.getByRole("insertion").first()).toContainText(words.history.added);

  await queue.approve("Parks in hall C7");
  await expect(queue.rows).toHaveCount(0);
  const recalled = () => subject.recalled(service, "Where is the car parked?");
  await expect.poll(recalled).toEqual(["Parks in hall C7"]);
  await queue.undo();
  await expect(row).toBeFocused();
  await expect.poll(recalled).toEqual(["Parks in hall B12"]);
});

test("the person sees why it was rejected, until that is taken back", async ({
  openPage,
  queue,
  service,
  subject,
  words,
}) => {
  await subject.hint(service, "Has two cats");
  await queue.visit(subject);
  await queue.reject("Has two cats", words.rejection.notSaid, "It was about a <b>neighbour</b>");
  await expect(queue.rows).toHaveCount(0);
  expect(await subject.recalled(service, "Which pets?")).toEqual([]);

  const theirs = await openPage();
  await subject.signIn(theirs);
  const my = new MyPage(theirs, words);
  await my.visit();
  await expect(my.row("Has two cats")).toContainText(words.memories.rejected);
  const panel = await my.open("Has two cats");
  for (const text of [words.review.reject, words.rejection.notSaid, "It was about a <b>neighbour</b>"]) {
    await expect(panel.getByText(text, { exact: text === words.rejection.notSaid }).first()).toBeVisible();
  }

  await queue.undo();
  await expect(queue.row("Has two cats")).toBeFocused();
  await my.visit();
  await expect(my.row("Has two cats")).toContainText(words.memories.candidate);
});

test("a rejection for another reason needs a note", async ({ queue, service, subject, words }) => {
  await subject.hint(service, "Has two cats");
  await queue.visit(subject);
  await queue.askToReject("Has two cats");
  await queue.confirmRejection();
  await expect(queue.rejection.getByRole("alert")).toHaveText(words.decide.reasonRequired);
  await queue.rejection.getByRole("radio", { name: words.rejection.other }).check();
  await queue.confirmRejection();
  await expect(queue.rejection.getByRole("alert")).toHaveText(words.decide.noteRequired);
  await expect(queue.note).toBeFocused();
  await queue.note.fill("Both of them have moved out");
  await queue.confirmRejection();
  await expect(queue.rejection).toBeHidden();
  await expect(queue.rows).toHaveCount(0);
});

test("an edit is what is remembered", async ({ page, queue, service, subject, words }) => {
  await subject.hint(service, "Likes green te\u{200b}a");
  await queue.visit(subject);
  await expect(queue.rows, "what nobody sees is spelt out").toContainText("⟨U+200B⟩");
  await queue.open("Likes green");
  await queue.button("Likes green", words.decide.edit).click();
  const dialog = page.getByRole("dialog", { name: words.decide.editTitle });
  const statement = dialog.getByLabel(words.field.statement, { exact: true });
  await statement.fill("");
  await dialog.getByRole("button", { name: words.decide.approveEdited }).click();
  await expect(statement).toHaveAttribute("aria-invalid", "true");
  await statement.fill("Likes oolong tea");
  await dialog.getByRole("button", { name: words.decide.approveEdited }).click();
  await expect(dialog).toBeHidden();
  await expect(queue.rows).toHaveCount(0);
  await expect.poll(() => subject.recalled(service, "Which tea?")).toEqual(["Likes oolong tea"]);
});

test("with memory switched off, a candidate can only be rejected", async ({ queue, service, subject, words }) => {
  await subject.hint(service, "Has two cats");
  await subject.switchMemory(false);
  await queue.visit(subject);
  await expect(queue.rows).toContainText(words.candidate.consentOff);
  await expect(queue.rows, "nothing of it is read").not.toContainText("cats");
  await expect(queue.button(words.candidate.hidden, words.decide.approve)).toHaveCount(0);
  await queue.reject(words.candidate.hidden, words.rejection.wrong);
  await expect(queue.rows).toHaveCount(0);
});

test("what is sensitive reaches the browser only with a reason", async ({ page, queue, service, subject, words }) => {
  const secret = "Seo-yeon's card ends in 4242-9917";
  const all = received(page);
  await subject.hint(service, secret, { sensitivity: "pii" });
  await queue.visit(subject);
  await expect(queue.rows).toContainText(words.candidate.hidden);
  await expect(queue.button(words.candidate.hidden, words.decide.approve)).toHaveCount(0);
  await queue.open(words.candidate.hidden);
  await queue.askToReject(words.candidate.hidden);
  await page.keyboard.press("Escape");
  for (const text of [await all(), await page.content()]) {
    expect(text).toContain(words.candidate.hidden);
    expect(text).not.toMatch(/seo-yeon|4242|9917|card ends/i);
  }

  await queue.button(words.candidate.hidden, words.reveal.open).click();
  await expect(queue.reveal.getByRole("button", { name: words.correct.cancel })).toBeFocused();
  await queue.reveal.getByRole("radio", { name: words.reveal.personAsked }).check();
  await queue.reveal.getByRole("button", { name: words.reveal.open, exact: true }).click();
  await expect(queue.row(secret)).toBeFocused();
  await expect(queue.reveal).toBeHidden();
  expect(await all(), "what was revealed would have been noticed").toContain("4242-9917");
  await queue.approve(secret);
  await expect(queue.rows).toHaveCount(0);
});
