import { expect, expectAccessible, test } from "../support/test.js";

// A new install: a server of its own, so that nobody has an account yet.
test.use({ serverEnv: { GIEOK_LOG_FILTER: "info" } });

test("the first visitor needs the token from the log", async ({ page, problems, server }) => {
  problems.expect(/^response 401: POST .*\/ui\/set-up$/);
  const token = /setup_[0-9A-Za-z]{32}/.exec(server.output)?.[0] ?? "no token in the log";

  await page.goto("/setup");
  await expectAccessible(page);
  await page.getByLabel("Set-up token").fill("setup_00000000000000000000000000000000");
  await page.getByLabel("E-mail address").fill("owner@example.com");
  await page.getByLabel("Password").fill("a sentence that is easy to remember");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("The set-up token is wrong or already used.")).toBeVisible();

  await page.getByLabel("Set-up token").fill(token);
  await page.getByLabel("Password").fill("a sentence that is easy to remember");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My Page" })).toBeVisible();
});
