import type { Page, Route } from '@playwright/test'

/**
 * Holds the page's calls to `url` until the test responds to them.
 * @returns a function that resolves with the next call, which may not have arrived yet
 */
export async function holdCalls(page: Page, url: string | RegExp): Promise<() => Promise<Route>> {
  const heldRoutes: Route[] = []
  const takers: ((route: Route) => void)[] = []
  await page.route(url, (route) => {
    const take = takers.shift()
    if (take) take(route)
    else heldRoutes.push(route)
  })
  return () =>
    new Promise((resolve) => {
      const route = heldRoutes.shift()
      if (route) resolve(route)
      else takers.push(resolve)
    })
}

/**
 * Delays the page's calls to `url`, or only those with `method`, until they are released.
 * @returns a function that releases all waiting and future calls
 */
export async function delayCalls(page: Page, url: string | RegExp, method?: string): Promise<() => void> {
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await isLetThrough
    await route.fallback()
  })
  return letThrough
}
