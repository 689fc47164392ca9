import { existsSync } from "node:fs";

import { defineConfig } from "@playwright/test";

import type { ServerOptions } from "./support/server.js";

/** Debian's browser where it is installed, Playwright's own elsewhere. */
const debianChromium = "/usr/bin/chromium";

/** Chromium's sandbox refuses to start as root, which is what containers and CI usually are. */
const asRoot = process.getuid?.() === 0;

export default defineConfig<object, ServerOptions>({
  testDir: "tests",
  outputDir: "test-results",
  fullyParallel: false,
  forbidOnly: process.env["CI"] !== undefined,
  // A test that passes on the second try has found something.
  retries: 0,
  workers: Number(process.env["E2E_WORKERS"] ?? "2"),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./support/closing-line.ts"]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: {
      ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
      args: [
        ...(asRoot ? ["--no-sandbox"] : []),
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      // Phones have no keyboard to go by.
      testIgnore: ["harness.spec.ts", "keyboard.spec.ts", "review-keyboard.spec.ts"],
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
});
