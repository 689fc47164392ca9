import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";

import type { Locator, Page } from "@playwright/test";

import { expect, expectAccessible, expectToFit, test } from "../support/test.js";
import { languages, type Words } from "../support/words.js";

// The demo is what a newcomer sees first, and where the pictures in docs/ come from: `make pictures`.
test.use({ demo: true });

const pictures = resolve(import.meta.dirname, "../../docs/screenshots");

/** Pictured in every language, size and theme. */
const everywhere = "me";
/** Pictured in these variants only, which between them show each language, size and theme. */
const pictured = ["list", "open", "correct", "ask", "overview", "review", "users", "audit"];
const samples = ["en-desktop-light", "ko-phone-dark"];

/** A memory of the demo that has been corrected, so that there is a history to see. */
const corrected: Record<string, string> = { en: "The team releases the app every second Tuesday", ko: "답변은 먼저 결론을" };
const questions: Record<string, string> = { en: "When is the app released?", ko: "답변은 어떤 형식으로 적을까?" };

async function picture(page: Page, what: string, variant: string): Promise<void> {
  const wish = process.env["E2E_PICTURES"];
  const isWanted = what === everywhere || (pictured.includes(what) && samples.includes(variant));
  if (wish === undefined || (wish !== "all" && !isWanted)) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${what}-${variant}.png`, scale: "css" });
}

/** Scrolls until a part of the page is at the top of the screen. */
async function toTop(part: Locator): Promise<void> {
  await part.evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
}

/** Signs in with one of the accounts that the page shows, having looked at the page. */
async function signIn(page: Page, words: Words, name: string, look: () => Promise<void>): Promise<void> {
  await page.goto("/login");
  const account = page.getByRole("row").filter({ hasText: `${name}@` });
  const [email, password] = await account.locator("code").allInnerTexts();
  await look();
  await page.getByLabel(words.email).fill(email ?? "");
  await page.getByLabel(words.password).fill(password ?? "");
  await page.getByRole("button", { name: words.signIn, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: words.myPage })).toBeVisible();
}

for (const words of languages) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${words.lang}, ${colorScheme}`, () => {
      test.use({ locale: words.locale, colorScheme });

      test("every page is readable, fits the screen and shows what it should", async ({ my, page }, testInfo) => {
        test.slow();
        const look = async (what: string) => {
          await expectToFit(page);
          await picture(page, what, `${words.lang}-${testInfo.project.name}-${colorScheme}`);
        };
        const check = async (what: string) => {
          await expectAccessible(page);
          await look(what);
        };
        await page.goto("/");
        await check("home");
        await signIn(page, words, "mina", () => check("login"));
        await expect(my.rows.filter({ hasText: words.findable }).first()).toBeVisible();
        await expect(my.rows.filter({ hasText: words.hidden }).first()).toBeVisible();
        await my.ready();
        await check("me");
        await toTop(page.getByRole("heading", { name: words.memories.title }));
        await look("list");

        const statement = corrected[words.lang] ?? "";
        const panel = await my.open(statement);
        await expect(panel.getByRole("heading", { name: words.history.title })).toBeVisible();
        await look("open");
        await panel.getByRole("button", { name: words.detail.correct, exact: true }).click();
        await expect(my.field(words.field.statement)).toHaveValue(new RegExp(statement));
        await look("correct");
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");

        await page.getByRole("button", { name: words.turnOff }).click();
        await expect(page.getByRole("dialog", { name: words.turnOffQuestion })).toBeVisible();
        await check("consent-off");

        await page.goto("/me/ask");
        await page.getByLabel(words.field.query).fill(questions[words.lang] ?? "");
        await page.getByRole("button", { name: words.ask.ask, exact: true }).click();
        await expect(page.getByRole("region", { name: words.ask.answer })).toContainText(statement);
        await toTop(page.getByLabel(words.field.query));
        await look("ask");
      });

      test("the same of the console", async ({ page }, testInfo) => {
        test.slow();
        /** Looks at a page once the part that matters is there, which is what is pictured. */
        const check = async (what: string, part: Locator) => {
          await expect(part).toBeVisible();
          await expectAccessible(page);
          await expectToFit(page);
          await toTop(part);
          await picture(page, what, `${words.lang}-${testInfo.project.name}-${colorScheme}`);
        };
        await signIn(page, words, "sora", async () => {});
        await page.getByRole("link", { name: words.app.console, exact: true }).click();
        await check("overview", page.getByRole("heading", { level: 1, name: words.console.overview }));
        const rooms = page.getByRole("navigation", { name: words.console.rooms });
        await rooms.getByRole("link", { name: words.console.review, exact: true }).click();
        await expect(page.getByRole("group", { name: words.select.label, exact: true })).toBeVisible();
        await check("review", page.getByRole("heading", { name: words.queue.title }));
        await rooms.getByRole("link", { name: words.console.users, exact: true }).click();
        await expect(page.getByRole("row").filter({ hasText: "mina@" })).toBeVisible();
        await check("users", page.getByRole("heading", { name: words.users.list }));
        await rooms.getByRole("link", { name: words.console.audit, exact: true }).click();
        await check("audit", page.getByRole("link", { name: words.audit.export }));
      });
    });
  }
}
