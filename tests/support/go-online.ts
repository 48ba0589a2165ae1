import { expect, type Page } from '@playwright/test'

/** Ends `setOffline` and resolves once calls succeed, which is later than the browser's `online` event. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  const isThrough = () =>
    fetch('/api/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(() => page.evaluate(isThrough)).toBe(true)
}
