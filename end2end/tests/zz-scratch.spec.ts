import { expect, test } from "../support/test.js";
test.use({ demo: true });
test("look", async ({ page }, info) => {
  const shot = async (n: string) => page.screenshot({ path: `/tmp/e2e/${n}-${info.project.name}.png`, fullPage: true });
  await page.goto("/login");
  await page.getByLabel("E-mail address").fill("mina@demo.example");
  await page.getByLabel("Password").fill("mina-remembers");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 , name: "My Page"})).toBeVisible();
  await shot("me");
  await page.getByRole("button", { name: "Open" }).nth(2).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("button", { name: "Correct" })).toBeVisible();
  await shot("open");
  await page.getByRole("button", { name: "Correct" }).click();
  await expect(page.getByRole("dialog", { name: "Correct memory" })).toBeVisible();
  await shot("correct");
  for (const p of ["ask", "keys", "sessions", "data"]) { await page.goto(`/me/${p}`); await shot(p); }
});
