import { expect, type Locator, type Page } from "@playwright/test";

import { fill, type Words } from "./words.js";

/** My Page as its person uses it, in a browser with script. */
export class MyPage {
  readonly page: Page;
  readonly #words: Words;
  readonly rows: Locator;
  readonly panel: Locator;
  readonly correction: Locator;
  readonly deletion: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.#words = words;
    this.rows = page.locator("tbody").first().getByRole("row");
    this.panel = page.getByRole("dialog", { name: words.detail.title, exact: true });
    this.correction = page.getByRole("dialog", { name: words.correct.title });
    this.deletion = page.getByRole("dialog", { name: words.delete.title });
  }

  /** Goes to the list, of which at least one row is expected, and waits until the script has taken over. */
  async visit(address = "/me"): Promise<void> {
    await this.page.goto(address);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.locator("table.with-choice")).toBeVisible();
  }

  /** Goes to one of one's pages the way people do, by its link, so that the script is known to be there. */
  async enter(room: string): Promise<void> {
    await this.page.goto("/me/keys");
    await expect(this.page.getByLabel(this.#words.keys.name)).toBeEnabled();
    const rooms = this.page.getByRole("navigation", { name: this.#words.me.rooms });
    await rooms.getByRole("link", { name: room, exact: true }).click();
    await expect(this.page.getByRole("heading", { level: 1, name: room, exact: true })).toBeVisible();
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  opener(text: string): Locator {
    return this.row(text).getByRole("button", { name: this.#words.memories.open, exact: true });
  }

  /** A tab with its count, for example `tab(words.tabs.all, 3)`. */
  tab(name: string, count: number): Locator {
    const tabs = this.page.getByRole("navigation", { name: this.#words.tabs.label });
    return tabs.getByRole("link", { name: `${name} ${count}`, exact: true });
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole("searchbox").fill(text);
    await this.page.getByRole("searchbox").press("Enter");
  }

  /** Chooses by the fields' names and the words' values, for example `filter({ kind: "RULE" })`. */
  async filter(wanted: Record<string, string>): Promise<void> {
    const fields = this.page.locator("details.more-filters");
    if ((await fields.getAttribute("open")) === null) await fields.locator("summary").click();
    for (const [name, value] of Object.entries(wanted)) {
      await fields.locator(`select[name=${name}]`).selectOption(value);
    }
    await this.page.getByRole("button", { name: this.#words.filters.apply, exact: true }).click();
  }

  /** Opens the memory in the panel and waits for its content. */
  async open(text: string): Promise<Locator> {
    await this.opener(text).click();
    await expect(this.panel.getByText(this.#words.detail.raw)).toBeVisible();
    return this.panel;
  }

  /** Opens the memory and the dialog that corrects it. */
  async correct(text: string): Promise<Locator> {
    await this.open(text);
    await this.panel.getByRole("button", { name: this.#words.detail.correct, exact: true }).click();
    await expect(this.correction).toBeVisible();
    return this.correction;
  }

  /** A field of the dialog that corrects. */
  field(name: string): Locator {
    return this.correction.getByLabel(name, { exact: true });
  }

  /** The button that sends the correction. */
  get save(): Locator {
    return this.correction.getByRole("button", { name: this.#words.correct.save, exact: true });
  }

  async choose(text: string): Promise<void> {
    await this.row(text).getByRole("checkbox").check();
  }

  /** From the chosen rows to the dialog that asks. */
  async askToDelete(): Promise<Locator> {
    await this.page.getByRole("button", { name: this.#words.select.delete }).click();
    await expect(this.deletion).toBeVisible();
    return this.deletion;
  }

  /** Deletes what the open dialog asks about. */
  async confirmDeletion(): Promise<void> {
    await this.deletion.getByRole("button", { name: this.#words.delete.confirm }).click();
  }

  /** Waits until the page has said something, also to those who do not see it. */
  async hears(text: string): Promise<void> {
    await expect(this.page.getByRole("status").filter({ hasText: text }).first()).toBeAttached();
  }

  /** Waits until the page has said how many were deleted. */
  async hearsDeleted(count: number): Promise<void> {
    await this.hears(fill(this.#words.delete.done, { count }));
  }
}
