import { expect, oneLanguage, test } from "../support/test.js";
import { Person } from "../support/person.js";
import { fill } from "../support/words.js";

// One memory in full: fields, where it comes from, how it came to be, and the JSON that programs see.

test.use(oneLanguage);

const told = {
  kind: "PREFERENCE",
  confidence: 0.75,
  keywords: ["tea", "morning"],
  entities: [{ name: "Boseong", type: "place" }],
  normalized_fact: { predicate: "likes", object: "green tea" },
  source: {
    event_id: "message-17",
    conversation_id: "chat-breakfast",
    span: "I really like green tea from Boseong.",
    role: "user",
    occurred_at: "2026-03-01T08:05:00Z",
  },
};

test("the panel shows all of it, and gives the focus back", async ({ context, my, page, person, service, words }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await person.tell(service, "Likes green tea from Boseong", told);
  await person.correctElsewhere(id, "Likes black tea from Boseong");
  await my.visit();
  const panel = await my.open("Likes black tea");

  await expect(panel.getByRole("button", { name: words.detail.close })).toBeFocused();
  for (const text of ["0.75", "tea, morning", "Boseong (place)", "likes: green tea", id]) {
    await expect(panel.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(panel).toContainText(words.kind.preference);
  for (const text of [told.source.span, "chat-breakfast", "message-17", words.source.user]) {
    await expect(panel.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(panel.locator("blockquote ~ p time")).toHaveAttribute("datetime", /^2026-03-01T08:05:00/);

  const history = panel.locator("section").filter({ has: page.getByRole("heading", { name: words.history.title }) });
  await expect(history.getByRole("listitem")).toHaveCount(2);
  const latest = history.getByRole("listitem").first();
  await expect(latest).toContainText(fill(words.history.version, { number: 2 }));
  await expect(latest).toContainText(words.history.byYou);
  await expect(latest.locator("del")).toContainText(words.history.removed);
  await expect(latest.locator("del")).toContainText("green");
  await expect(latest.locator("ins")).toContainText(words.history.added);
  await expect(latest.locator("ins")).toContainText("black");
  await expect(history.getByRole("listitem").last()).toContainText(words.history.byService);

  await panel.getByText(words.detail.raw, { exact: true }).first().click();
  const raw = panel.getByRole("region", { name: words.detail.raw });
  const shown = JSON.parse(await raw.innerText());
  expect(shown).toMatchObject({ memory_id: id, version: 2, memory: { statement: "Likes black tea from Boseong" } });
  await panel.getByRole("button", { name: words.copy.json }).click();
  await my.hears(words.copy.done);
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(shown);

  await page.keyboard.press("Escape");
  await expect(my.panel).toBeHidden();
  await expect(my.opener("Likes black tea")).toBeFocused();
});

test("what is gone meanwhile, or cannot be loaded, says so", async ({ my, page, person, problems, service, words }) => {
  problems.expect(/^response 404: POST .*\/ui\/open-memory$/);
  problems.expect(/^(request failed|console error): .*(open-memory|ERR_FAILED)/);
  const id = await person.tell(service, "Will be gone");
  await person.tell(service, "Stays");
  await my.visit();
  await person.deleteElsewhere(id);
  await my.opener("Will be gone").click();
  await expect(my.panel.getByRole("alert")).toContainText(words.problem.notFound);
  await page.keyboard.press("Escape");

  await page.route("**/ui/open-memory", (route) => route.abort("failed"), { times: 1 });
  await my.opener("Stays").click();
  await expect(my.panel.getByRole("alert")).toContainText(words.problem.busy);
  await my.panel.getByRole("button", { name: words.problem.retry }).click();
  await expect(my.panel.getByText("Stays").first()).toBeVisible();
});

test("a memory's address shows nothing until it is opened, and strangers' addresses lead nowhere", async ({
  openPage,
  page,
  person,
  problems,
  server,
  service,
  words,
}) => {
  problems.expect(/^response 404: GET .*\/me\/memories\//);
  const id = await person.tell(service, "A secret of mine", { sensitivity: "pii" });
  const other = await openPage();
  const stranger = await Person.named(`stranger-${id.slice(-8)}`, server);
  await stranger.signIn(other);
  await other.goto(`/me/memories/${id}`);
  await expect(other.getByRole("heading", { name: words.notFound.title })).toBeVisible();
  await page.goto(`/me/memories/${id}`);
  expect(await page.content()).not.toContain("A secret of mine");
  await page.getByRole("button", { name: words.memories.open, exact: true }).click();
  await expect(page.getByText("A secret of mine").first()).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("opening, correcting and deleting work through forms", async ({ page, person, service, words }) => {
    await person.tell(service, "Likes green tea from Boseong", { ...told, sensitivity: "pii" });
    await page.goto("/me");
    await page.getByRole("button", { name: words.memories.open, exact: true }).click();
    await expect(page).toHaveURL(/\/me\/memories\/mem_/);
    await expect(page.getByText("Likes green tea from Boseong").first()).toBeVisible();
    await expect(page.getByText(told.source.span, { exact: true })).toBeVisible();

    await page.getByText(words.detail.correct, { exact: true }).click();
    await page.getByLabel(words.field.statement, { exact: true }).fill("Likes black tea from Boseong");
    await page.getByRole("button", { name: words.correct.save, exact: true }).click();
    await expect(page).toHaveURL(/\/me\?done=corrected$/);
    await expect(page.getByText(words.correct.saved)).toBeVisible();

    await page.getByRole("button", { name: words.memories.open, exact: true }).click();
    await expect(page.getByText("Likes black tea from Boseong").first()).toBeVisible();
    await page.getByText(words.detail.delete, { exact: true }).click();
    await page.getByLabel(words.delete.understood).check();
    await page.getByRole("button", { name: words.delete.confirmOne }).click();
    await expect(page.getByText(words.done.deleted)).toBeVisible();
    await expect(page.getByText(words.nothingWhileOn, { exact: true })).toBeVisible();
  });

  test("a stale form is refused in words", async ({ page, person, service, words }) => {
    const id = await person.tell(service, "Version one");
    await page.goto("/me");
    await page.getByRole("button", { name: words.memories.open, exact: true }).click();
    await person.correctElsewhere(id, "Version two");
    await page.getByText(words.detail.correct, { exact: true }).click();
    await page.getByLabel(words.field.statement, { exact: true }).fill("Version three");
    await page.getByRole("button", { name: words.correct.save, exact: true }).click();
    await expect(page.getByRole("alert")).toContainText(words.problem.staleVersion);
  });
});
