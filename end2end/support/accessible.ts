import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const wcag22aa = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Holds the page as it is now against WCAG 2.2 A and AA, as far as axe can tell: not one violation. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).withTags(wcag22aa).analyze();
  const report = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join("\n")}`,
  );
  expect(report, "violations of WCAG 2.2 AA").toEqual([]);
}

/** Nothing sticks out at the side. */
export async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "nothing sticks out at the side").toBeLessThanOrEqual(0);
}

/**
 * Brings every colour that is on its way to another to its end: half of the way may well have too little contrast.
 * Waiting for it instead may take for ever, since a page that the browser draws no frames of gets no further.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (const transition of transitions) transition.finish();
  });
}
