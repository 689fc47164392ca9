import type { Locator, Page } from "@playwright/test";

import { Person } from "../support/person.js";
import { expect, oneLanguage, test as base } from "../support/test.js";
import { fill, type Words } from "../support/words.js";

// Accounts, from the invitation to the end.

const password = "correct horse battery staple";

/** The accounts as an administrator manages them. */
class Accounts {
  readonly page: Page;
  readonly #words: Words;
  readonly question: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.#words = words;
    this.question = page.getByRole("dialog", { name: words.users.confirmTitle });
  }

  /** Goes to the accounts whose address holds `text`, and waits until the script has taken over. */
  async visit(text: string): Promise<void> {
    await this.page.goto(`/admin/users?q=${text}`);
    await expect(this.page.locator("fieldset:not([disabled])")).toBeAttached();
  }

  row(email: string): Locator {
    return this.page.locator("tbody").getByRole("row").filter({ hasText: email });
  }

  /** Invites somebody and gives the link. */
  async invite(email: string, role: string): Promise<string> {
    const form = this.page.locator("details.invite");
    await form.locator("summary").click();
    await form.getByLabel(this.#words.email).fill(email);
    await form.getByLabel(this.#words.demo.role).selectOption({ label: role });
    await form.getByRole("button", { name: this.#words.users.inviteConfirm }).click();
    return this.link(form);
  }

  /** The link that is shown this once. */
  async link(place: Locator): Promise<string> {
    const shown = place.getByRole("group", { name: this.#words.users.link, exact: true });
    await expect(shown).toBeFocused();
    await expect(shown.locator("code")).toContainText("http");
    return shown.locator("code").innerText();
  }

  /** Asks for a change by the button's name; the question is open then. */
  async ask(email: string, action: string): Promise<void> {
    const fold = this.row(email).locator("details.manage");
    if ((await fold.getAttribute("open")) === null) await fold.locator("summary").click();
    await fold.getByRole("button", { name: action, exact: true }).click();
    await expect(this.question).toBeVisible();
    await expect(this.question.getByRole("button", { name: this.#words.users.cancel })).toBeFocused();
  }

  async confirm(action: string): Promise<void> {
    await this.question.getByRole("button", { name: action, exact: true }).click();
  }
}

/** Chooses a password by a link. */
async function welcome(page: Page, words: Words, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: words.auth.welcomeConfirm }).click();
}

const test = base.extend<{ accounts: Accounts }>({
  accounts: async ({ page, server, words }, use, { testId }) => {
    const admin = await Person.named(`admin-${testId.slice(-8)}`, server, "admin");
    await admin.signIn(page);
    await use(new Accounts(page, words));
  },
});

test.use(oneLanguage);

test("from the invitation to the end of the account", async ({
  accounts,
  openPage,
  page,
  problems,
  words,
}, { testId }) => {
  problems.expect(/^response 401: POST .*\/ui\/welcome$/);
  problems.expect(/^response 403: GET .*\/admin\/users$/);
  problems.expect(/^response 403: GET .*\/admin\/audit$/);
  const email = `invited-${testId.slice(-8)}@example.com`;
  const rooms = (of: Page) => of.getByRole("navigation", { name: words.console.rooms }).getByRole("link");
  await accounts.visit(email);
  const link = await accounts.invite(email, words.role.reviewer);
  await expect(accounts.row(email)).toContainText(words.users.invited);

  const theirs = await openPage();
  await welcome(theirs, words, link);
  await expect(theirs.getByRole("heading", { level: 1, name: words.myPage })).toBeVisible();
  await theirs.goto("/admin/review");
  await expect(rooms(theirs)).toHaveText([words.console.overview, words.console.review]);
  for (const address of ["/admin/users", "/admin/audit"]) {
    await theirs.goto(address);
    await expect(theirs.getByText(words.console.forbiddenTitle, { exact: true })).toBeVisible();
  }
  const late = await openPage();
  await welcome(late, words, link);
  await expect(late.getByText(words.problem.wrongLink)).toBeVisible();

  await accounts.visit(email);
  await expect(accounts.row(email)).toContainText(words.users.oneSession);
  await accounts.row(email).locator("details.manage summary").click();
  await accounts.row(email).getByLabel(words.demo.role).selectOption({ label: words.role.admin });
  await accounts.ask(email, words.users.changeRole);
  const change = { name: email, was: words.role.reviewer, role: words.role.admin };
  await expect(accounts.question).toContainText(fill(words.users.askRole, change));
  await page.keyboard.press("Escape");
  await expect(accounts.row(email), "nothing is changed yet").toContainText(words.role.reviewer);
  await accounts.ask(email, words.users.changeRole);
  await accounts.confirm(words.users.changeRole);
  await expect(accounts.question).toBeHidden();
  await expect(accounts.row(email).getByRole("cell", { name: words.role.admin, exact: true })).toBeVisible();
  await theirs.goto("/admin/audit");
  await expect(rooms(theirs)).toHaveCount(5);

  await accounts.ask(email, words.users.disable);
  await accounts.confirm(words.users.disable);
  await expect(accounts.row(email)).toContainText(words.users.disabled);
  await theirs.goto("/admin/review");
  await expect(theirs).toHaveURL(/\/login\?next=(\/|%2F)admin(\/|%2F)review$/);
});

test("a new password, by a link, ends the one before and all sessions", async ({
  accounts,
  openPage,
  problems,
  server,
  words,
}, { testId }) => {
  problems.expect(/^response 401: POST .*\/ui\/sign-in$/);
  const person = await Person.named(`forgets-${testId.slice(-8)}`, server);
  const theirs = await openPage();
  await person.signIn(theirs);
  await accounts.visit(person.email);
  await accounts.ask(person.email, words.users.reset);
  await accounts.confirm(words.users.reset);
  const link = await accounts.link(accounts.question);
  await accounts.question.getByRole("button", { name: words.users.close, exact: true }).click();
  await expect(accounts.row(person.email)).toContainText(words.users.invited);

  await theirs.goto("/me");
  await expect(theirs).toHaveURL(/\/login\?next=(\/|%2F)me$/);
  await theirs.getByLabel(words.email).fill(person.email);
  await theirs.getByLabel(words.password).fill(person.password);
  await theirs.getByRole("button", { name: words.signIn, exact: true }).click();
  await expect(theirs.getByText(words.wrongCredentials)).toBeVisible();
  await welcome(theirs, words, link);
  await expect(theirs.getByRole("heading", { level: 1, name: words.myPage })).toBeVisible();
});

test("nobody manages oneself, and filters narrow the list", async ({ accounts, page, server, words }, { testId }) => {
  const suffix = testId.slice(-8);
  await Person.named(`plain-${suffix}`, server);
  await accounts.visit(suffix);
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(2);
  await expect(accounts.row(`admin-${suffix}`)).toContainText(words.users.you);
  await expect(accounts.row(`admin-${suffix}`).locator("details.manage")).toHaveCount(0);
  const filters = page.getByRole("search");
  await filters.getByLabel(words.demo.role).selectOption({ label: words.role.admin });
  await filters.getByRole("button", { name: words.filters.apply, exact: true }).click();
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(1);
  await page.getByRole("link", { name: fill(words.filters.remove, { filter: words.role.admin }) }).click();
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(2);
});
