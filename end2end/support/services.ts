import { expect, type Locator, type Page } from "@playwright/test";

import { fill, type Words } from "./words.js";

/** The chat services as an administrator manages them. */
export class Services {
  readonly page: Page;
  readonly #words: Words;
  /** The form of the settings. */
  readonly form: Locator;
  readonly revisions: Locator;
  readonly keys: Locator;
  /** That the latest revision is not deployed. */
  readonly undeployed: Locator;
  /** The question before a revision is deployed. */
  readonly question: Locator;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.#words = words;
    this.form = page.getByRole("region", { name: words.revision.edit, exact: true });
    this.revisions = page.getByRole("region", { name: words.revision.list, exact: true });
    this.keys = page.getByRole("region", { name: words.serviceKey.title, exact: true });
    this.undeployed = page.locator(".undeployed");
    this.question = page.getByRole("dialog", { name: words.revision.deploy, exact: true });
  }

  /** Goes to an address, and waits until the script has taken over. */
  async visit(address: string): Promise<void> {
    await this.page.goto(address);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.locator("main[data-ready]")).toBeVisible();
  }

  /** Makes a service in a browser with script and gives the address of its page. */
  async create(name: string): Promise<string> {
    await this.visit("/admin/services");
    await this.fillNew(name);
    await expect(this.page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
    await this.ready();
    return new URL(this.page.url()).pathname;
  }

  /** Sends the form that makes a service. */
  async fillNew(name: string): Promise<void> {
    const form = this.page.locator("details.invite");
    await form.locator("summary").click();
    await form.getByLabel(this.#words.services.name, { exact: true }).fill(name);
    await form.getByRole("button", { name: this.#words.services.createConfirm, exact: true }).click();
  }

  /** A field of the settings. */
  field(name: string): Locator {
    return this.form.getByLabel(name, { exact: true });
  }

  /** Saves the settings as the revision of that number. */
  async save(number: number): Promise<void> {
    await this.form
      .getByRole("button", { name: fill(this.#words.revision.save, { number }), exact: true })
      .click();
  }

  /** Saves, and waits until it is done. */
  async saved(number: number): Promise<void> {
    await this.save(number);
    const text = fill(this.#words.revision.saved, { number });
    await expect(this.form.getByText(text, { exact: true })).toBeVisible();
  }

  revision(number: number): Locator {
    const name = fill(this.#words.services.revision, { number });
    return this.revisions.getByRole("listitem").filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** From the button, by its text, to the question. */
  async ask(place: Locator, label: string, number: number): Promise<void> {
    await place.getByRole("button", { name: fill(label, { number }), exact: true }).click();
    await expect(this.question.getByText(fill(this.#words.revision.ask, { number }))).toBeVisible();
    await expect(this.question.getByRole("button", { name: this.#words.revision.cancel })).toBeFocused();
  }

  /** Deploys what the question is about. */
  async confirm(): Promise<void> {
    await this.question.getByRole("button", { name: this.#words.revision.deploy, exact: true }).click();
    await expect(this.question).toBeHidden();
  }

  /** Waits until that revision is the deployed one. */
  async hasDeployed(number: number): Promise<void> {
    await expect(this.revision(number).locator(".badge")).toBeVisible();
    await expect(this.revisions.locator(".badge")).toHaveCount(1);
  }
}
