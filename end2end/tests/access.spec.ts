import { expect, oneLanguage, test } from "../support/test.js";
import { fill } from "../support/words.js";

// What proves a person: browsers that are signed in, and keys for programs of one's own.

test.use(oneLanguage);

const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

test("other browsers are listed by device, and ending one signs it out at once", async ({
  my,
  openPage,
  page,
  person,
  words,
}) => {
  const [desk, pocket] = [await openPage({ userAgent: windows }), await openPage({ userAgent: phone })];
  // By the form, so that each browser says what it is.
  for (const other of [desk, pocket]) {
    await other.goto("/login?next=/me");
    await other.getByLabel(words.email).fill(person.email);
    await other.getByLabel(words.password).fill(person.password);
    await other.getByRole("button", { name: words.signIn, exact: true }).click();
    await expect(other.getByRole("heading", { level: 1, name: words.myPage })).toBeVisible();
  }
  await my.enter(words.sessions.title);
  const sessions = page.getByRole("main").getByRole("listitem").filter({ hasText: words.sessions.seen });
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: words.sessions.this })).toHaveCount(1);
  await expect(sessions.filter({ hasText: words.sessions.this }).getByRole("button")).toHaveCount(0);
  await expect(sessions.filter({ hasText: "Safari, iPhone" })).toHaveCount(1);

  await sessions.filter({ hasText: "Edge, Windows" }).getByRole("button", { name: words.sessions.end }).click();
  await expect(sessions).toHaveCount(2);
  await my.hears(words.sessions.ended);
  await desk.goto("/me");
  await expect(desk).toHaveURL(/\/login\?next=(\/|%2F)me$/);
  await pocket.goto("/me");
  await expect(pocket.getByRole("heading", { level: 1, name: words.myPage })).toBeVisible();

  await page.getByRole("button", { name: words.sessions.endOthers }).click();
  await expect(sessions).toHaveCount(1);
  await pocket.goto("/me");
  await expect(pocket).toHaveURL(/\/login\?next=(\/|%2F)me$/);
  await page.reload();
  await expect(sessions).toHaveCount(1);
});

test("a key is shown once, works over REST, and ends when it is revoked", async ({
  context,
  my,
  page,
  person,
  request,
  server,
  service,
  words,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await person.tell(service, "Likes green tea");
  await page.goto("/me/keys");
  await expect(page.getByText(words.keys.emptyTitle)).toBeVisible();
  await page.getByLabel(words.keys.name).fill("My <b>script</b>");
  await page.getByRole("button", { name: words.keys.create, exact: true }).click();
  const made = page.getByRole("group", { name: words.keys.secret, exact: true });
  await expect(made).toBeFocused();
  const secret = await made.locator("code").innerText();
  expect(secret).toMatch(/^gp_[0-9A-Za-z]{20,}$/);
  await made.getByRole("button", { name: words.copy.key }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

  const headers = { Authorization: `Bearer ${secret}` };
  const listed = await request.get(`${server.url}/api/v1/me/memories`, { headers });
  expect((await listed.json()).items[0].statement).toEqual({ state: "shown", text: "Likes green tea" });
  expect((await request.get(`${server.url}/api/v1/me/keys`, { headers })).status(), "a key sees no keys").toBe(403);

  await page.reload();
  const key = page.getByRole("listitem").filter({ hasText: "My <b>script</b>" });
  await expect(key).toContainText(words.keys.used);
  await expect(page.getByLabel(words.keys.name)).toBeEnabled();
  expect(await page.content(), "the secret is not shown again").not.toContain(secret);
  await key.getByRole("button", { name: words.keys.revoke, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: words.keys.revokeTitle });
  await expect(dialog.getByText(fill(words.keys.revokeText, { name: "My <b>script</b>" }))).toBeVisible();
  await expect(dialog.getByRole("button", { name: words.keys.keep })).toBeFocused();
  await dialog.getByRole("button", { name: words.keys.revokeConfirm }).click();
  await expect(key).toContainText(words.keys.revoked);
  await my.hears(words.keys.nowRevoked);
  expect((await request.get(`${server.url}/api/v1/me/memories`, { headers })).status()).toBe(401);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("sessions and keys end through forms", async ({ my, openPage, page, person, words }) => {
    const [first, second] = [await openPage(), await openPage()];
    for (const browser of [first, second, page]) await person.signIn(browser);
    const key = await person.rest("POST", "keys", { name: "An old script" });
    expect(key.status()).toBe(201);
    await page.goto("/me/sessions");
    const sessions = page.getByRole("main").getByRole("listitem").filter({ hasText: words.sessions.seen });
    await expect(sessions).toHaveCount(3);
    await page.getByRole("button", { name: words.sessions.end, exact: true }).first().click();
    await my.hears(words.sessions.ended);
    await expect(sessions).toHaveCount(2);
    await page.getByRole("button", { name: words.sessions.endOthers }).click();
    await expect(sessions).toHaveCount(1);
    for (const browser of [first, second]) {
      await browser.goto("/me");
      await expect(browser).toHaveURL(/\/login\?next=(\/|%2F)me$/);
    }

    await page.goto("/me/keys");
    await page.getByRole("button", { name: words.keys.revoke, exact: true }).click();
    await my.hears(words.keys.nowRevoked);
    await expect(page.getByRole("listitem").filter({ hasText: "An old script" })).toContainText(words.keys.revoked);
  });
});
