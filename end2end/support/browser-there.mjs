// Exits 0 when Playwright's own browser is installed, for machines without Debian's.
import { existsSync } from "node:fs";

import { chromium } from "@playwright/test";

process.exit(existsSync(chromium.executablePath()) ? 0 : 1);
