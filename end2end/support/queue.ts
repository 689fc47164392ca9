import { expect, type Locator, type Page } from "@playwright/test";

import type { Person } from "./person.js";
import { fill, type Words } from "./words.js";

/** The queue as its reviewer uses it, in a browser with script. */
export class Queue {
  readonly page: Page;
  /** Who is signed in. */
  readonly reviewer: Person;
  readonly #words: Words;
  readonly rows: Locator;
  /** The bar that chooses rows. */
  readonly bar: Locator;
  /** The strip with the last decisions. */
  readonly recent: Locator;
  readonly rejection: Locator;
  readonly reveal: Locator;
  readonly help: Locator;

  constructor(page: Page, reviewer: Person, words: Words) {
    this.page = page;
    this.reviewer = reviewer;
    this.#words = words;
    this.rows = page.getByRole("list", { name: words.queue.title, exact: true }).getByRole("article");
    this.bar = page.getByRole("group", { name: words.select.label, exact: true });
    this.recent = page.getByRole("region", { name: words.recent.title });
    this.rejection = page.getByRole("dialog", { name: words.decide.rejectTitle });
    this.reveal = page.getByRole("dialog", { name: words.reveal.title });
    this.help = page.getByRole("dialog", { name: words.shortcut.title, exact: true });
  }

  /** Goes to the queue, or to what of it is about one person, and waits until the script has taken over. */
  async visit(about?: Person): Promise<void> {
    await this.page.goto(about === undefined ? "/admin/review" : `/admin/review?person=${about.email}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.bar).toBeVisible();
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** A button of a row, by its name. */
  button(text: string, name: string): Locator {
    return this.row(text).getByRole("button", { name, exact: true });
  }

  /** Opens the row and waits for all that is known of it. */
  async open(text: string): Promise<Locator> {
    await this.button(text, this.#words.memories.open).click();
    await expect(this.row(text).getByText(this.#words.candidate.endsAt, { exact: true })).toBeVisible();
    return this.row(text);
  }

  async approve(text: string): Promise<void> {
    await this.button(text, this.#words.decide.approve).click();
    await this.hears(this.#words.recent.approved);
  }

  async reject(text: string, reason: string, note = ""): Promise<void> {
    await this.askToReject(text);
    await this.rejection.getByRole("radio", { name: reason }).check();
    await this.note.fill(note);
    await this.confirmRejection();
    await this.hears(this.#words.recent.rejected);
  }

  async askToReject(text: string): Promise<void> {
    await this.button(text, this.#words.decide.reject).click();
    await expect(this.rejection).toBeVisible();
  }

  /** The note of the rejection that is being written. */
  get note(): Locator {
    return this.rejection.getByLabel(this.#words.decide.note);
  }

  async confirmRejection(): Promise<void> {
    await this.rejection.getByRole("button", { name: this.#words.decide.reject, exact: true }).click();
  }

  /** Takes the latest decision back. */
  async undo(): Promise<void> {
    await this.recent.getByRole("button", { name: this.#words.recent.undo }).first().click();
    await this.hears(this.#words.recent.undone);
  }

  async choose(text: string): Promise<void> {
    await this.row(text).getByRole("checkbox").check();
  }

  /** Waits until the bar says how many are chosen. */
  async hasChosen(count: number): Promise<void> {
    await expect(this.bar).toContainText(fill(this.#words.select.count, { count }));
  }

  /** Waits until the page has said something, also to those who do not see it. */
  async hears(text: string): Promise<void> {
    await expect(this.page.getByRole("status").filter({ hasText: text }).first()).toBeAttached();
  }
}
