import { received } from "../support/received.js";
import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// What is sensitive does not leave the server before its owner opens it: not in HTML, in any answer or in the bundle.

test.use(oneLanguage);

const secret = "Seo-yeon's card ends in 4242-9917";
const traces = [/seo-yeon/i, /4242/, /9917/, /card ends/i];

function expectNoTrace(text: string): void {
  for (const trace of traces) expect(trace.exec(text), `no trace of ${trace}`).toBeNull();
}

for (const sensitivity of ["pii", "Restricted"]) {
  test(`${sensitivity}: nothing of it reaches the browser until it is opened`, async ({
    my,
    page,
    person,
    service,
    words,
  }) => {
    const all = received(page);
    await person.tell(service, "Likes green tea");
    const source = { event_id: "m-1", role: "user", span: secret };
    const id = await person.tell(service, secret, { sensitivity, source });
    await my.visit();
    await expect(my.row(words.memories.masked)).toHaveCount(1);
    await my.filter({ index_state: "excluded" });
    await expect(my.rows).toHaveCount(1);
    await page.getByRole("link", { name: words.filters.clear }).click();
    await expect(my.rows).toHaveCount(2);
    await my.search("tea");
    await expect(my.rows).toHaveCount(1);
    await all();
    await page.goto(`/me/memories/${id}`);
    await expect(page.getByText(words.detail.closed)).toBeVisible();
    await all();
    await page.goto("/me/ask");
    await page.getByLabel(words.field.query).fill("Which tea?");
    await page.getByRole("button", { name: words.ask.ask, exact: true }).click();
    await expect(page.getByText(fill(words.ask.neverSensitive, { count: 1 }))).toBeVisible();
    await all();
    await my.visit();
    const before = await all();
    expect(before.includes("\0asm"), "the bundle was looked through too").toBe(true);
    expectNoTrace(before);
    expectNoTrace(await page.content());

    await my.open(words.memories.masked);
    await expect(my.panel.getByText(secret).first()).toBeVisible();
    expect((await all()).includes(secret), "what was opened would have been noticed").toBe(true);
    await page.keyboard.press("Escape");
    await expect(my.panel).toBeHidden();
    await expect.poll(async () => /4242/.exec(await page.content()), "closing takes it off the page").toBeNull();
  });
}

