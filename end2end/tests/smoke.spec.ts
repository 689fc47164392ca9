import { expect, expectAccessible, test } from "../support/test.js";

test("the front page is served whole and accessible", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/\S/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the front page says the same", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test("an unknown address is a 404 with a way out", async ({ page, problems }) => {
  problems.expect(/^response 404: GET .*\/nowhere$/);
  const answer = await page.goto("/nowhere");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("link").first()).toBeVisible();
  await expectAccessible(page);
});

test("the command line works beside the running server", async ({ server }) => {
  expect(await server.cli("key", "create", "--service", "smoke")).toMatch(/\S/);
});
