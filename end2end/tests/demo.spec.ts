import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";

import type { Page } from "@playwright/test";

import { expect, expectAccessible, test } from "../support/test.js";
import { languages } from "../support/words.js";

// The demo is what a newcomer sees first, and where the pictures in docs/ come from: `make pictures`.
test.use({ demo: true });

const pictures = resolve(import.meta.dirname, "../../docs/screenshots");

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["E2E_PICTURES"] === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, scale: "css" });
}

for (const words of languages) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${words.lang}, ${colorScheme}`, () => {
      test.use({ locale: words.locale, colorScheme });

      test("every page is readable, fits the screen and shows what it should", async ({ page }, testInfo) => {
        const name = (what: string) => `${what}-${words.lang}-${testInfo.project.name}-${colorScheme}`;
        const check = async (what: string) => {
          await expectAccessible(page);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow, "nothing sticks out at the side").toBeLessThanOrEqual(0);
          if (what === "me" || process.env["E2E_PICTURES"] === "all") await picture(page, name(what));
        };
        await page.goto("/");
        await check("home");
        await page.goto("/login");
        const account = page.getByRole("row").filter({ hasText: "mina@" });
        const [email, password] = await account.locator("code").allInnerTexts();
        await check("login");
        await page.getByLabel(words.email).fill(email ?? "");
        await page.getByLabel(words.password).fill(password ?? "");
        await page.getByRole("button", { name: words.signIn, exact: true }).click();
        await expect(page.getByRole("row").filter({ hasText: words.findable }).first()).toBeVisible();
        await expect(page.getByRole("row").filter({ hasText: words.hidden }).first()).toBeVisible();
        await check("me");
        await page.getByRole("button", { name: words.turnOff }).click();
        await expect(page.getByRole("dialog", { name: words.turnOffQuestion })).toBeVisible();
        await check("consent-off");
      });
    });
  }
}
