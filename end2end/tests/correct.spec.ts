import type { Page } from "@playwright/test";

import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// Correcting a memory: two modes over one state, what is refused and where, and everything that can come in between.

test.use(oneLanguage);

const correction = "**/ui/correct-memory";

/** Counts the corrections that the page sends. */
function corrections(page: Page): () => number {
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/ui/correct-memory")) sent += 1;
  });
  return () => sent;
}

test("form and JSON are one state, and what is saved is listed and recalled", async ({
  my,
  person,
  service,
  words,
}) => {
  await person.tell(service, "Drinks green tea", { keywords: ["tea"] });
  await my.visit();
  const dialog = await my.correct("Drinks green tea");
  await my.field(words.field.statement).fill("Drinks black coffee");
  await my.field(words.field.keywords).fill("coffee\nmorning");
  await dialog.getByRole("button", { name: words.correct.modeJson, exact: true }).click();
  const json = my.field(words.correct.jsonLabel);
  const written = JSON.parse(await json.inputValue());
  expect(written).toMatchObject({ statement: "Drinks black coffee", keywords: ["coffee", "morning"] });
  await expect(dialog.getByText(words.correct.jsonFine)).toBeVisible();
  await json.fill(JSON.stringify({ ...written, statement: "Drinks black coffee at nine", confidence: 0.5 }));
  await dialog.getByRole("button", { name: words.correct.modeForm, exact: true }).click();
  await expect(my.field(words.field.statement)).toHaveValue("Drinks black coffee at nine");
  await expect(my.field(words.field.confidence)).toHaveValue("0.5");
  await my.save.click();
  await expect(my.correction).toBeHidden();
  await my.hears(words.correct.saved);
  await expect(my.panel.getByText("Drinks black coffee at nine").first()).toBeVisible();
  await my.page.keyboard.press("Escape");
  await expect(my.row("Drinks black coffee at nine")).toContainText(words.index.indexed);
  await expect(my.row("Drinks green tea")).toHaveCount(0);
  expect(await person.recalled(service, "What does the person drink?")).toEqual(["Drinks black coffee at nine"]);
});

test("JSON says what is wrong while it is typed", async ({ my, page, person, service, words }) => {
  const sent = corrections(page);
  await person.tell(service, "Drinks green tea");
  await my.visit();
  const dialog = await my.correct("Drinks green tea");
  await dialog.getByRole("button", { name: words.correct.modeJson, exact: true }).click();
  const json = my.field(words.correct.jsonLabel);
  const fine = JSON.parse(await json.inputValue());
  const line = (field: string, problem: string) => fill(words.fault.line, { field, problem });
  const faults: [typed: string, line: string][] = [
    ['{ "statement": "Drinks', words.fault.syntax],
    [JSON.stringify({ ...fine, colour: "red" }), line("colour", words.fault.unknown)],
    [JSON.stringify({ ...fine, scope: "personal" }), line("scope", words.fault.immutable)],
    [JSON.stringify({ ...fine, memory_id: "mem_1" }), line("memory_id", words.fault.immutable)],
    [JSON.stringify({ ...fine, confidence: 1.7 }), line(words.field.confidence, words.fault.outOfRange)],
    [JSON.stringify(fine).replace(/"confidence":[0-9.]+/, '"confidence":NaN'), words.fault.syntax],
    [JSON.stringify({ ...fine, valid_to: "2001-01-01T00:00:00Z" }), line(words.field.validTo, words.fault.order)],
    [JSON.stringify({ ...fine, statement: " " }), line(words.field.statement, words.fault.empty)],
    [JSON.stringify({ ...fine, statement: "x".repeat(64 * 1024) }), line(words.field.statement, words.fault.tooLong)],
    [JSON.stringify({ ...fine, statement: "a\u0007b" }), line(words.field.statement, words.fault.controlCharacter)],
    [`{"statement":"twice",${JSON.stringify(fine).slice(1)}`, line(words.field.statement, words.fault.duplicate)],
    ["[".repeat(5_000), words.fault.syntax],
  ];
  for (const [typed, text] of faults) {
    await json.fill(typed);
    await expect(dialog.getByRole("listitem").filter({ hasText: text }), `${typed.slice(0, 80)} …`).toBeVisible();
    await expect(json).toHaveAttribute("aria-invalid", "true");
  }
  await json.fill(JSON.stringify({ ...fine, colour: "red" }));
  await my.save.click();
  await expect(dialog.getByRole("alert").filter({ hasText: words.problem.heading })).toContainText("colour");
  await dialog.getByRole("button", { name: words.correct.modeForm, exact: true }).click();
  await expect(json, "what no field can hold stays JSON").toBeVisible();
  await expect(dialog.getByText(words.correct.jsonFirst)).toBeVisible();
  await json.fill(JSON.stringify(fine));
  await expect(dialog.getByText(words.correct.jsonFine)).toBeVisible();
  expect(sent(), "nothing of this was sent").toBe(0);
});

test("the form says what is wrong at the field", async ({ my, page, person, service, words }) => {
  const sent = corrections(page);
  await person.tell(service, "Drinks green tea");
  await my.visit();
  const dialog = await my.correct("Drinks green tea");
  await my.field(words.field.statement).fill("");
  await my.field(words.field.confidence).fill("1.7");
  await my.field(words.field.validFrom).fill("2026-05-01T00:00");
  await my.field(words.field.validTo).fill("2026-04-01T00:00");
  await my.save.click();
  const summary = dialog.getByRole("alert").filter({ hasText: words.problem.heading });
  await expect(summary).toBeFocused();
  const faults: [field: string, problem: string][] = [
    [words.field.statement, words.fault.empty],
    [words.field.confidence, words.fault.outOfRange],
    [words.field.validTo, words.fault.order],
  ];
  for (const [field, problem] of faults) {
    const text = fill(words.fault.line, { field, problem });
    await expect(my.field(field)).toHaveAttribute("aria-invalid", "true");
    await expect(my.field(field)).toHaveAccessibleDescription(new RegExp(problem.replace(/[.()]/g, "\\$&")));
    await expect(summary.getByRole("link", { name: text })).toBeVisible();
  }
  await summary.getByRole("link", { name: new RegExp(words.field.confidence) }).click();
  await expect(my.field(words.field.confidence)).toBeFocused();
  await my.field(words.field.statement).fill("x".repeat(64 * 1024));
  await my.save.click();
  await expect(my.field(words.field.statement)).toHaveAccessibleDescription(new RegExp(words.fault.tooLong));
  expect(sent(), "nothing of this was sent").toBe(0);
});

for (const choice of ["mine", "theirs"] as const) {
  test(`changed in two tabs: both are shown, and ${choice} can be chosen`, async ({
    my,
    person,
    problems,
    service,
    words,
  }) => {
    problems.expect(/^response 409: POST .*\/ui\/correct-memory$/);
    const id = await person.tell(service, "First text");
    await my.visit();
    const dialog = await my.correct("First text");
    await my.field(words.field.statement).fill("Text of this tab");
    await person.correctElsewhere(id, "Text of the other tab");
    await my.save.click();
    const conflict = dialog.getByRole("alert").filter({ hasText: words.conflict.title });
    const both = conflict.getByRole("row").filter({ hasText: "Text of this tab" });
    await expect(both).toContainText("Text of the other tab");
    if (choice === "mine") {
      await conflict.getByRole("button", { name: words.conflict.keepMine }).click();
    } else {
      await conflict.getByRole("button", { name: words.conflict.takeTheirs }).click();
    }
    await expect(my.correction).toBeHidden();
    await my.page.keyboard.press("Escape");
    await my.visit();
    const [kept, lost] = ["Text of this tab", "Text of the other tab"];
    await expect(my.rows).toHaveCount(1);
    await expect(my.row(choice === "mine" ? kept : lost)).toBeVisible();
  });
}

test("closing with unsaved changes asks first", async ({ my, page, person, service, words }) => {
  await person.tell(service, "First text");
  await my.visit();
  const dialog = await my.correct("First text");
  await page.keyboard.press("Escape");
  await expect(dialog, "nothing is written, nothing is asked").toBeHidden();
  await my.panel.getByRole("button", { name: words.detail.correct, exact: true }).click();
  await my.field(words.field.statement).fill("Half a sent");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(words.correct.unsaved)).toBeVisible();
  await expect(dialog.getByRole("button", { name: words.correct.stay })).toBeFocused();
  await dialog.getByRole("button", { name: words.correct.stay }).click();
  await expect(my.field(words.field.statement)).toHaveValue("Half a sent");
  await dialog.getByRole("button", { name: words.correct.cancel, exact: true }).click();
  await dialog.getByRole("button", { name: words.correct.discard }).click();
  await expect(dialog).toBeHidden();
  await expect(my.panel.getByRole("button", { name: words.detail.correct, exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(my.row("First text")).toBeVisible();
});

test("leaving the page with unsaved changes asks too", async ({ my, page, person, service, words }) => {
  await person.tell(service, "First text");
  await my.visit();
  await my.correct("First text");
  await my.field(words.field.statement).fill("Half a sent");
  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.accept();
  await reloaded;
});

test("pressing twice saves once", async ({ my, page, person, service, words }) => {
  const sent = corrections(page);
  const id = await person.tell(service, "First text");
  await my.visit();
  await my.correct("First text");
  await my.field(words.field.statement).fill("Second text");
  await my.save.dblclick();
  await expect(my.correction).toBeHidden();
  await expect(my.panel.getByText("Second text").first()).toBeVisible();
  expect(sent()).toBe(1);
  const { version } = await (await person.rest("POST", `memories/${id}/open`)).json();
  expect(version).toBe(2);
});

test("raising to personal data hides it and takes it out of recall at once", async ({
  my,
  page,
  person,
  service,
  words,
}) => {
  const statement = "Lives in Mapo, at the river";
  await person.tell(service, statement);
  expect(await person.recalled(service, "Where does the person live?")).toEqual([statement]);
  await my.visit();
  await my.correct(statement);
  await my.field(words.field.sensitivity).selectOption("pii");
  await my.save.click();
  await expect(my.correction).toBeHidden();
  expect(await person.recalled(service, "Where does the person live?")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(my.row(words.memories.masked)).toContainText(words.index.excluded);
  await expect(my.row(statement)).toHaveCount(0);

  await my.correct(words.memories.masked);
  await my.field(words.field.sensitivity).selectOption("normal");
  await my.save.click();
  await expect(my.correction).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(my.row(statement)).toContainText(words.index.indexed);
  expect(await person.recalled(service, "Where does the person live?")).toEqual([statement]);
});

test("a lost connection keeps what was typed, and the next try saves it", async ({
  my,
  page,
  person,
  problems,
  service,
  words,
}) => {
  problems.expect(/^(request failed: POST .*correct-memory|console error: Failed to load resource: net::ERR_INTERNET)/);
  await person.tell(service, "First text");
  await my.visit();
  const dialog = await my.correct("First text");
  await my.field(words.field.statement).fill("Typed on a train");
  await page.route(correction, (route) => route.abort("internetdisconnected"), { times: 1 });
  await my.save.click();
  await expect(dialog.getByRole("alert")).toContainText(words.problem.busy);
  await expect(my.field(words.field.statement)).toHaveValue("Typed on a train");
  await my.save.click();
  await expect(my.correction).toBeHidden();
  await expect(my.panel.getByText("Typed on a train").first()).toBeVisible();
});

test("an index that does not answer changes nothing and loses nothing", async ({
  my,
  page,
  person,
  problems,
  service,
  words,
}) => {
  problems.expect(/^response 503: POST .*\/ui\/correct-memory$/);
  await person.tell(service, "First text");
  await my.visit();
  const dialog = await my.correct("First text");
  await my.field(words.field.statement).fill("Second text");
  const refusal = { status: 503, json: { code: "index_unavailable" } };
  await page.route(correction, (route) => route.fulfill(refusal), { times: 1 });
  await my.save.click();
  await expect(dialog.getByRole("alert")).toContainText(words.problem.indexUnavailable);
  await expect(my.field(words.field.statement)).toHaveValue("Second text");
  await my.save.click();
  await expect(my.correction).toBeHidden();
});

test("a memory that the index has lost is removed, with a warning", async ({ my, page, person, service, words }) => {
  const id = await person.tell(service, "First text");
  await my.visit();
  const dialog = await my.correct("First text");
  await my.field(words.field.statement).fill("Second text");
  // The index cannot be made to lose a document from out here: the server's answer is made up, the removal is real.
  await page.route(correction, async (route) => {
    await person.deleteElsewhere(id);
    await route.fulfill({ json: { memory_id: id, version: 2, index_state: "delete_pending", removed: true } });
  });
  await my.save.click();
  await expect(dialog.getByText(words.correct.removed)).toBeVisible();
  await dialog.getByRole("button", { name: words.detail.close }).click();
  await expect(my.correction).toBeHidden();
  await expect(my.panel).toBeHidden();
  await expect(page.getByText(words.nothingWhileOn, { exact: true })).toBeVisible();
});
