import { expect, type Page } from '@playwright/test'

/**
 * Ends `setOffline` and resolves once calls succeed. A browser reports the network's return before calls can
 * succeed.
 */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  const isThrough = () =>
    fetch('/api/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(() => page.evaluate(isThrough)).toBe(true)
}
