import type { Page } from "@playwright/test";

/** Everything that the page receives, as text. To be awaited before the page is left, while bodies can be read. */
export function received(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    const text = async () => {
      const body = await response.body();
      return body.toString("latin1") + body.toString("utf8");
    };
    const isRedirect = response.status() >= 300 && response.status() < 400;
    // A stream of events goes on as long as the page is there.
    const isStream = response.headers()["content-type"]?.startsWith("text/event-stream") ?? false;
    // What was cut off because the page was left has no body.
    if (!isRedirect && !isStream) bodies.push(text().catch(() => ""));
  });
  return async () => (await Promise.all(bodies)).join("\n");
}
