import { expect, expectAccessible, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// Finding one's way in what is remembered: tabs, filters, search, order, pages, and states that move by themselves.

test.use(oneLanguage);

const past = { valid_from: "2024-01-01T00:00:00Z", valid_to: "2025-01-01T00:00:00Z" };
const hidden = "Passport M12345678, kept in the blue drawer";

test("tabs count, filters narrow, and the address holds the state", async ({
  my,
  openPage,
  page,
  person,
  service,
  words,
}) => {
  await person.tell(service, "Likes green tea", { kind: "PREFERENCE" });
  await person.tell(service, "Reports begin with the conclusion", { kind: "RULE" });
  await person.tell(service, "Worked in Pangyo", past);
  await person.tell(service, "Reviews are in English", { scope: service.scope });
  await person.tell(service, hidden, { sensitivity: "PII" });
  await my.visit();

  await test.step("tabs", async () => {
    await expect(my.tab(words.tabs.all, 5)).toHaveAttribute("aria-current", "page");
    await my.tab(words.tabs.service, 1).click();
    await expect(my.rows).toHaveCount(1);
    await expect(my.row("Reviews are in English")).toBeVisible();
    await expect(my.tab(words.tabs.service, 1)).toHaveAttribute("aria-current", "page");
    await my.tab(words.tabs.personal, 4).click();
    await expect(my.rows).toHaveCount(4);
    await my.tab(words.tabs.all, 5).click();
    await expect(my.rows).toHaveCount(5);
  });

  const filters: [filter: Record<string, string>, row: string, chip: string][] = [
    [{ kind: "RULE" }, "Reports begin", words.kind.rule],
    [{ standing: "history" }, "Worked in Pangyo", words.standing.history],
    [{ index_state: "excluded" }, words.memories.masked, words.index.excluded],
    [{ sensitivity: "pii" }, words.memories.masked, words.sensitivity.pii],
  ];
  for (const [filter, row, chip] of filters) {
    await test.step(`filter by ${Object.keys(filter).join()}`, async () => {
      await my.filter(filter);
      await expect(my.rows).toHaveCount(1);
      await expect(my.row(row)).toBeVisible();
      await my.hears(words.memories.filtered);
      await page.getByRole("link", { name: fill(words.filters.remove, { filter: chip }), exact: true }).click();
      await expect(my.rows).toHaveCount(5);
    });
  }

  await test.step("reload, back and a shared link", async () => {
    await my.filter({ kind: "FACT", standing: "history" });
    await expect(my.rows).toHaveCount(1);
    const address = page.url();
    await page.reload();
    await my.ready();
    await expect(my.rows).toHaveCount(1);
    await expect(page.locator("select[name=standing]")).toHaveValue("history");
    await page.getByRole("link", { name: words.filters.clear }).click();
    await expect(my.rows).toHaveCount(5);
    await page.goBack();
    await expect(my.rows).toHaveCount(1);
    await expect(page.locator("select[name=standing]")).toHaveValue("history");
    const elsewhere = await openPage();
    await person.signIn(elsewhere);
    await elsewhere.goto(address);
    await expect(elsewhere.locator("tbody").getByRole("row")).toHaveCount(1);
    await expect(elsewhere.getByText("Worked in Pangyo")).toBeVisible();
  });
});

test("a search reads what is hidden too, and shows nothing of it", async ({ my, page, person, service, words }) => {
  await person.tell(service, "Likes green tea");
  await person.tell(service, hidden, { sensitivity: "restricted" });
  await my.visit();
  await my.search("green");
  await expect(my.rows).toHaveCount(1);
  await expect(my.row("Likes green tea")).toBeVisible();
  await my.search("BLUE drawer");
  await expect(my.rows).toHaveCount(1);
  await expect(my.row(words.memories.masked)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("q")).toBe("BLUE drawer");
  const served = await page.evaluate(async () => (await fetch(location.href)).text());
  for (const html of [await page.content(), served]) {
    expect(html.includes(words.memories.masked)).toBe(true);
    expect(/passport|12345678|kept in/i.exec(html), "nothing of the hidden text").toBeNull();
  }
  await my.search("no such thing");
  await expect(page.getByText(words.memories.emptyFilterTitle)).toBeVisible();
  await expectAccessible(page);
  await page.locator(".empty-state").getByRole("link", { name: words.filters.clear }).click();
  await expect(my.rows).toHaveCount(2);
});

test("columns sort, both ways", async ({ my, page, person, service, words }, { project }) => {
  for (const kind of ["RULE", "AGREEMENT", "TASK"]) await person.tell(service, `One ${kind}`, { kind });
  await my.visit();
  const header = page.getByRole("columnheader", { name: words.memories.kind });
  if (project.name === "phone") {
    await my.filter({ sort: "kind", order: "asc" });
  } else {
    await header.getByRole("link").click();
    await expect(header).toHaveAttribute("aria-sort", "ascending");
  }
  await expect(my.rows).toContainText(["One AGREEMENT", "One RULE", "One TASK"]);
  if (project.name === "phone") await my.filter({ order: "desc" });
  else await header.getByRole("link").click();
  await expect(my.rows).toContainText(["One TASK", "One RULE", "One AGREEMENT"]);
});

test("pages turn with the filters kept, also while rows come and go", async ({
  my,
  page,
  person,
  server,
  service,
  words,
}) => {
  const fact = (place: number) => ({ subject: person.externalId, statement: `Fact ${String(place).padStart(2, "0")}` });
  await server.import(person.externalId, [...Array(55).keys()].map(fact));
  await person.tell(service, "Prefers trains", { kind: "PREFERENCE" });
  await my.visit("/me?kind=FACT&sort=recorded_at&order=asc");
  await expect(my.rows).toHaveCount(50);
  await expect(my.rows.first()).toContainText("Fact 00");
  // What happens before the place where the page ends moves nothing.
  const { items } = await (await person.rest("GET", "memories?kind=FACT&order=asc&limit=1")).json();
  await person.deleteElsewhere(items[0].memory_id);
  await page.getByRole("link", { name: words.memories.next }).click();
  await expect(my.rows).toHaveCount(5);
  await expect(my.rows).toContainText(["Fact 50", "Fact 51", "Fact 52", "Fact 53", "Fact 54"]);
  await my.hears(words.memories.pageShown);
  await expect(page.getByRole("heading", { name: words.memories.title })).toBeFocused();
  expect(new URL(page.url()).searchParams.get("kind")).toBe("FACT");
  await page.reload();
  await my.ready();
  await expect(my.rows).toHaveCount(5);
  await page.goBack();
  await expect(my.rows).toHaveCount(50);
  await page.goForward();
  await expect(my.rows).toHaveCount(5);
  await page.getByRole("link", { name: words.memories.first }).click();
  await expect(my.rows).toHaveCount(50);
  await expect(my.rows.first()).toContainText("Fact 01");
  await expect(my.row("Prefers trains")).toHaveCount(0);
});

test("a row that is on its way into the index arrives without a reload", async ({
  my,
  page,
  person,
  server,
  words,
}) => {
  const statement = (place: number) => `Number ${place} of the things that came by an import, told at some length`;
  const memories = [...Array(120).keys()].map((place) => ({ subject: person.externalId, statement: statement(place) }));
  const imported = server.import(person.externalId, memories);
  await expect(async () => {
    await page.goto("/me");
    await expect(my.rows.filter({ hasText: words.index.pending }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await expect(my.rows.filter({ hasText: words.index.pending })).toHaveCount(0, { timeout: 45_000 });
  await expect(my.rows.filter({ hasText: words.index.indexed }).first()).toBeVisible();
  await my.hears(words.memories.allReady);
  expect(await page.evaluate(() => "isSamePage" in window), "nothing was reloaded").toBe(true);
  await imported;
});

test("the index state explains itself, by keyboard", async ({ my, page, person, service, words }) => {
  await person.tell(service, "Likes green tea");
  await my.visit();
  const explanation = page.getByText(words.index.indexedWhy);
  await expect(explanation).toBeHidden();
  await my.row("Likes green tea").getByRole("button", { name: words.index.indexed }).focus();
  await page.keyboard.press("Enter");
  await expect(explanation).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(explanation).toBeHidden();
  await expect(my.row("Likes green tea").getByRole("button", { name: words.index.indexed })).toBeFocused();
});

test.describe("in Seoul", () => {
  test.use({ timezoneId: "Asia/Seoul" });

  test("times are those of the reader's place", async ({ my, person, server, words }, { project }) => {
    const memory = { statement: "Moved in March", recorded_at: "2026-03-01T20:30:00Z" };
    await server.import(person.externalId, [{ subject: person.externalId, ...memory }]);
    await my.visit();
    const day = project.name === "phone" ? "2026년 3월 2일" : "2 Mar 2026";
    const recorded = my.row(memory.statement).locator(`td[data-label="${words.memories.recorded}"] time`);
    await expect(recorded).toHaveAttribute("datetime", /^2026-03-01T20:30:00/);
    await expect(recorded).toContainText(day);
    await expect(recorded).toContainText("05:30");
    await expect(recorded).toContainText("GMT+9");
  });
});

test("an empty list says why, and what to do", async ({ page, person, words }) => {
  await page.goto("/me");
  await expect(page.getByText(words.nothingWhileOn, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await person.switchMemory(false);
  await page.reload();
  await expect(page.getByText(words.nothingWhileOff, { exact: true })).toBeVisible();
});

test("a list that cannot be loaded says so, and offers another try", async ({
  my,
  page,
  person,
  problems,
  service,
  words,
}) => {
  problems.expect(/^(request failed: POST .*my-memories|console error: Failed to load resource: net::ERR_CONNECTION)/);
  await person.tell(service, "Reports begin with the conclusion", { kind: "RULE" });
  await person.tell(service, "Likes green tea");
  await my.visit();
  await page.route("**/ui/my-memories", (route) => route.abort("connectionreset"), { times: 1 });
  await my.filter({ kind: "RULE" });
  const problem = page.getByRole("alert").filter({ hasText: words.memories.errorTitle });
  await expect(problem).toContainText(words.problem.busy);
  await expectAccessible(page);
  await problem.getByRole("link", { name: words.problem.retry }).click();
  await expect(my.rows).toHaveCount(1);
  await expect(my.row("Reports begin")).toBeVisible();
});
