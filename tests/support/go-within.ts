import type { Page } from '@playwright/test'

/**
 * Opens another page of the app that is open, as a link in it does: a fifth of what loading it anew takes. What a load
 * brings back to its start (answers that are kept, messages, the window's size) stays as it is. Resolves once the page
 * before is gone; where the query alone is another, at once.
 * A page that is shown already is left alone, and where none is shown yet, it is loaded.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  if (page.url() === new URL(path, page.url()).href) return
  await page.evaluate(async (to) => {
    const heading = document.querySelector('h1')
    const [words, { pathname }] = [heading?.textContent, location]
    // With a key of its own it starts at its top.
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: `${Math.random()}` }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
    if (location.pathname === pathname) return
    // It stays until the code of the next one is there; one car's page becomes another's.
    while (heading?.isConnected && heading.textContent === words) await new Promise(requestAnimationFrame)
  }, path)
}
