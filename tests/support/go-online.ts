import { expect, type Page } from '@playwright/test'

/** Ends `setOffline`. A browser says that the network is back before calls get through: resolves once they do. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  const isThrough = () =>
    fetch('/api/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(() => page.evaluate(isThrough)).toBe(true)
}
